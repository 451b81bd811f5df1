import { CssBaseline, ThemeProvider, useMediaQuery } from '@mui/material'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import {
  I18nContextProvider,
  StoreContextProvider,
  useI18nProvider,
  useStore,
  useTranslate,
} from 'react-admin'
import { ErrorBoundary } from 'react-error-boundary'
import { PartError, reloadIfServed } from '../../api/parts.ts'
import { preferences } from '../../api/preferences.ts'
import { queryClient } from '../../api/providers.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Retry } from '../../ui/Retry.tsx'
import { darkTheme, lightTheme } from '../../ui/theme/theme.ts'
import { Card } from './Card.tsx'

/** What pages outside the console need: language, theme and queries, and a place for errors. */
export const Frame = ({ children }: { children: ReactNode }) => (
  <StoreContextProvider value={preferences}>
    <I18nContextProvider value={useI18nProvider()}>
      <QueryClientProvider client={queryClient}>
        <Themed>
          <ErrorBoundary FallbackComponent={Failed}>
            <Suspense fallback={<Loading />}>{children}</Suspense>
          </ErrorBoundary>
        </Themed>
      </QueryClientProvider>
    </I18nContextProvider>
  </StoreContextProvider>
)

const Themed = ({ children }: { children: ReactNode }) => {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true })
  const [mode = isDark ? 'dark' : 'light'] = useStore<'dark' | 'light' | undefined>('theme')
  return (
    <ThemeProvider theme={mode === 'dark' ? darkTheme : lightTheme}>
      <CssBaseline enableColorScheme />
      {children}
    </ThemeProvider>
  )
}

/** An error outside the console, such as scripts that could not be loaded. */
export const Failed = ({ error, resetErrorBoundary }: { error: unknown; resetErrorBoundary: () => void }) => {
  const translate = useTranslate()
  const isUnloaded = error instanceof PartError
  return (
    <Card title={translate(`app.states.${isUnloaded ? 'unloaded' : 'broken'}.title`)}>
      <Retry error={error} retry={isUnloaded ? reloadIfServed : resetErrorBoundary} />
    </Card>
  )
}
