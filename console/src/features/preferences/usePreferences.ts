import { useEffect, useEffectEvent } from 'react'
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

/** The console's language and theme. Both are kept with the account, and count in this browser in any case. */
export function usePreferences() {
  const { user } = useMe()
  const may = useMay()
  const change = useChange()
  const notifier = useNotifier()
  const [theme, storeTheme] = useStore<Theme>('theme')
  const [locale, setLocale] = useLocaleState()
  const keep = async (changes: Parameters<typeof client.users.update>[1]) => {
    try {
      if (may('users', 'update', user)) await change(() => client.users.update(user.id, changes))
    } catch (error) {
      notifier.refused(error)
    }
  }
  const setTheme = (chosen: Theme) => {
    storeTheme(chosen)
    void keep({ theme: chosen ?? 'system' })
  }
  /** @throws PartError if the texts cannot be loaded: react-admin would store the choice before it has them. */
  const setLanguage = async (language: string) => {
    await loadTexts(language)
    await keep({ language })
    setLocale(language)
  }
  return { theme, setTheme, locale, setLanguage }
}

const languageOf = (tag: string | null | undefined) =>
  LOCALES.find(({ locale }) => locale === tag?.split('-')[0])?.locale

/** Takes over the language and the theme of the account, if they were chosen in another browser. */
export function useAccountPreferences(): void {
  const { user } = useMe()
  const [locale, setLocale] = useLocaleState()
  const [, storeTheme] = useStore<Theme>('theme')
  useAccountChoice('account-language', languageOf(user.language), (language) => {
    if (language === locale) return
    // Without the texts, the page stays in its language.
    loadTexts(language).then(
      () => setLocale(language),
      () => undefined,
    )
  })
  useAccountChoice('account-theme', user.theme ?? undefined, (theme) =>
    storeTheme(theme === 'system' ? undefined : theme),
  )
}

/** Takes over what the account has chosen, once for each change. @param key where the browser keeps what it has taken over */
function useAccountChoice<T extends string>(key: string, chosen: T | undefined, take: (chosen: T) => void) {
  const [known, setKnown] = useStore<T | undefined>(key)
  const takeNow = useEffectEvent(take)
  useEffect(() => {
    if (chosen === undefined || chosen === known) return
    setKnown(chosen)
    takeNow(chosen)
  }, [chosen, known, setKnown])
}
