import { useLocaleState } from 'react-admin'

/** The locale for dates and numbers: the browser's variant of the selected language, such as `en-GB`. */
export function useFormatLocale(): string {
  const [locale = 'en'] = useLocaleState()
  return navigator.languages.find((tag) => tag.split('-')[0] === locale && isTag(tag)) ?? locale
}

/** Without a system language, Chromium reports `en-US@posix`, which `Intl` rejects. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
