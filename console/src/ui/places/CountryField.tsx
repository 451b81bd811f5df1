import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatLocale } from '../../i18n/format.ts'
import { containsWords } from '../words.ts'
import { type Country, countryName, loadCountries } from './countries.ts'
import { PlaceField, type PlaceProps } from './PlaceField.tsx'

interface Props extends PlaceProps {
  /** The code that belongs to the value; empty for none. */
  code: string
  onChange: (name: string, country: Country | undefined) => void
}

const NONE: Country[] = []

const callingText = ({ callingCode }: Country) => (callingCode === undefined ? '' : ` +${callingCode}`)

/** A country by its name in the page's language, its ISO code or its calling code. */
export const CountryField = ({ code, value, ...props }: Props) => {
  const locale = useFormatLocale()
  const [isOpened, setOpened] = useState(false)
  const { data = NONE, isPending } = useQuery({
    enabled: isOpened,
    queryKey: ['countries', locale],
    queryFn: () => loadCountries(locale),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <PlaceField
      {...props}
      value={value === '' && code !== '' ? countryName(code, locale) : value}
      options={data}
      isLoading={isPending}
      onOpen={() => setOpened(true)}
      hint={code === '' ? undefined : code}
      isFound={(country, typed) =>
        containsWords(`${country.name} ${country.code}${callingText(country)}`, typed)
      }
      textOf={({ name }) => name}
      detailOf={(country) => `${country.code}${callingText(country)}`}
    />
  )
}
