import { CssBaseline, ThemeProvider, useMediaQuery } from '@mui/material'
import { I18nContextProvider, type I18nProvider } from 'react-admin'
import { reloadIfServed } from '../api/parts.ts'
import { Card } from '../ui/Card.tsx'
import { Retry } from '../ui/Retry.tsx'
import { darkTheme, lightTheme } from './theme.ts'

/** Shown instead of the console if the texts of its language could not be loaded. */
export const StartFailed = ({ error, i18nProvider }: { error: unknown; i18nProvider: I18nProvider }) => {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  return (
    <I18nContextProvider value={i18nProvider}>
      <ThemeProvider theme={isDark ? darkTheme : lightTheme}>
        <CssBaseline enableColorScheme />
        <Card title="Rolecall">
          <Retry error={error} retry={reloadIfServed} />
        </Card>
      </ThemeProvider>
    </I18nContextProvider>
  )
}
