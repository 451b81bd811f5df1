import { MenuItem, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { reloadIfServed } from '../api/parts.ts'
import { preferences } from '../api/preferences.ts'
import { THEMES, type Theme, themeName, usePreferences } from '../features/preferences/usePreferences.ts'
import { LOCALES } from '../i18n/provider.ts'
import { Retry } from '../ui/Retry.tsx'
import { Section } from '../ui/Section.tsx'

const SYSTEM = 'system'

/** The console's language and theme. */
export const Preferences = () => {
  const translate = useTranslate()
  const { theme, setTheme, locale, setLanguage } = usePreferences()
  const [failed, setFailed] = useState<{ language: string; error: unknown }>()
  const choose = (language: string) => setLanguage(language).catch((error) => setFailed({ language, error }))
  const reload = (language: string) => {
    preferences.setItem('locale', language)
    return reloadIfServed()
  }
  return (
    <Section title={translate('preferences.title')} hint={translate('own.preferences_hint')}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 2, pt: 1 }}>
        <TextField
          select
          label={translate('preferences.language')}
          value={locale}
          onChange={(event) => void choose(event.target.value)}
          sx={{ minWidth: 200 }}
        >
          {LOCALES.map((each) => (
            <MenuItem key={each.locale} value={each.locale} lang={each.locale}>
              {each.name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={translate('preferences.theme')}
          value={theme ?? SYSTEM}
          onChange={({ target: { value } }) => setTheme(value === SYSTEM ? undefined : (value as Theme))}
          sx={{ minWidth: 200 }}
        >
          {THEMES.map((value) => (
            <MenuItem key={value ?? SYSTEM} value={value ?? SYSTEM}>
              {translate(themeName(value))}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
      {failed && <Retry error={failed.error} retry={() => reload(failed.language)} />}
    </Section>
  )
}
