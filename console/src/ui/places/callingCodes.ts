import { getCountries, getCountryCallingCode, type MetadataJson } from 'libphonenumber-js/core'

/** Regions with a calling code that are no countries of ISO 3166-1. */
const NO_COUNTRIES = ['AC', 'TA', 'XK']

/** Countries of ISO 3166-1 without a calling code of their own in the library. */
const NO_CODES = ['AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM']

/** Every country of ISO 3166-1 with its calling code. */
export function callingCodes(metadata: MetadataJson): Map<string, number | undefined> {
  const called = getCountries(metadata).filter((code) => !NO_COUNTRIES.includes(code))
  return new Map([
    ...called.map((code): [string, number] => [code, Number(getCountryCallingCode(code, metadata))]),
    ...NO_CODES.map((code): [string, undefined] => [code, undefined]),
  ])
}
