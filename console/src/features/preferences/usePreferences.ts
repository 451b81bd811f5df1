import { useEffect } from 'react'
import { useLocaleState, useStore } from 'react-admin'
import { useMay, useMe } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { useChange } from '../../api/useChange.ts'
import { LOCALES, loadTexts } from '../../i18n/provider.ts'
import { useNotifier } from '../mutations/useNotifier.tsx'

/** The system's theme is the default. */
export const THEMES = [undefined, 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const themeName = (theme: Theme) => `preferences.themes.${theme ?? 'system'}`

/** The console's language and theme. */
export function usePreferences() {
  const { user } = useMe()
  const may = useMay()
  const change = useChange()
  const notifier = useNotifier()
  const [theme, setTheme] = useStore<Theme>('theme')
  const [locale, setLocale] = useLocaleState()
  /** @throws PartError if the texts cannot be loaded: react-admin would store the choice before it has them. */
  const setLanguage = async (language: string) => {
    await loadTexts(language)
    try {
      if (may('users', 'update', user)) await change(() => client.users.update(user.id, { language }))
    } catch (error) {
      // The choice counts in this browser.
      notifier.refused(error)
    }
    setLocale(language)
  }
  return { theme, setTheme, locale, setLanguage }
}

const languageOf = (tag: string | null | undefined) =>
  LOCALES.find(({ locale }) => locale === tag?.split('-')[0])?.locale

/** Takes over the language of the account, if it was chosen in another browser. */
export function useAccountLanguage(): void {
  const { user } = useMe()
  const [locale, setLocale] = useLocaleState()
  const [known, setKnown] = useStore<string | undefined>('account-language')
  const chosen = languageOf(user.language)
  useEffect(() => {
    if (chosen === undefined || chosen === known) return
    setKnown(chosen)
    if (chosen === locale) return
    // Without the texts, the page stays in its language.
    loadTexts(chosen).then(
      () => setLocale(chosen),
      () => undefined,
    )
  }, [chosen, known, locale, setKnown, setLocale])
}
