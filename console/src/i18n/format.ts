import { useLocaleState } from 'react-admin'

/** As dates and numbers are written: as the browser has it where that is of the chosen language, such as `en-GB`. */
export function useFormatLocale(): string {
  const [locale = 'en'] = useLocaleState()
  return navigator.languages.find((tag) => tag.split('-')[0] === locale && isTag(tag)) ?? locale
}

/** Chromium makes `en-US@posix` of a system without a language, which `Intl` throws at. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
