import { loadPart } from '../../api/parts.ts'
import { callingCodes } from './callingCodes.ts'

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string
  name: string
  callingCode: number | undefined
}

/** The name of a country's code; the code itself if there is none. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** The countries by their names in a language. */
export async function loadCountries(locale: string): Promise<Country[]> {
  const { default: metadata } = await loadPart(() => import('libphonenumber-js/min/metadata'))
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return [...callingCodes(metadata)]
    .map(([code, callingCode]) => ({ code, callingCode, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, locale))
}
