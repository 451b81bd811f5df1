import './ui/theme/fonts.css'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { type ReactElement, Suspense, useEffect } from 'react'
import { I18nContext } from 'react-admin'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { createBrowserRouter, RouterProvider, useLocation } from 'react-router-dom'
import { preferences } from './api/preferences.ts'
import { queryClient } from './api/providers.ts'
import { ROOT } from './api/root.ts'
import { openSignIn } from './api/signIn.ts'
import { Failed, Frame } from './app/frame/Frame.tsx'
import { StartFailed } from './app/frame/StartFailed.tsx'
import { createI18n } from './i18n/provider.ts'
import { keepFocus } from './ui/keepFocus.ts'
import { Loading } from './ui/Loading.tsx'
import { lazily } from './ui/lazily.ts'

// Make the icon's address absolute: some browsers resolve it again when the page's address changes.
for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel=icon]')) {
  icon.setAttribute('href', icon.href)
}

const App = lazily(() => import('./app/App.tsx'), 'App')

App.prefetch()

const Console = () => (
  <ErrorBoundary FallbackComponent={ConsoleFailed}>
    <Suspense fallback={<ConsoleLoading />}>
      <App />
    </Suspense>
  </ErrorBoundary>
)

/** Where react-admin leads after a sign-out, and if the session has ended. */
const SignInPage = () => {
  const { state } = useLocation()
  useEffect(() => {
    const { nextPathname = '/', nextSearch = '' } = (state ?? {}) as Came
    openSignIn(nextPathname + nextSearch)
  }, [state])
  return <ConsoleLoading />
}

/** The page that required the sign-in. */
interface Came {
  nextPathname?: string
  nextSearch?: string
}

const ConsoleFailed = (props: FallbackProps) => (
  <Frame>
    <Failed {...props} />
  </Frame>
)

const ConsoleLoading = () => (
  <Frame>
    <Loading />
  </Frame>
)

const ROUTES = [
  { path: 'login', element: <SignInPage /> },
  { path: '*', element: <Console /> },
]

/** The page in its language; if its texts could not be loaded, an error in English, which is always bundled. */
async function start(): Promise<ReactElement> {
  try {
    const i18nProvider = await createI18n(preferences.getItem('locale'))
    const router = createBrowserRouter(ROUTES, { basename: ROOT })
    return (
      <I18nContext.Provider value={i18nProvider}>
        {/* No transitions: react-admin's updates at a sign-out would postpone the redirect to the sign-in forever. */}
        <RouterProvider router={router} useTransitions={false} />
      </I18nContext.Provider>
    )
  } catch (error) {
    return (
      <I18nContext.Provider value={await createI18n('en')}>
        <StartFailed error={error} />
      </I18nContext.Provider>
    )
  }
}

// Insert CSS rules by script, never as text: the content security policy forbids inline styles.
const styles = createCache({ key: 'rc', speedy: true })
const content = await start()
keepFocus(queryClient)
createRoot(document.getElementById('root') as HTMLElement).render(
  <CacheProvider value={styles}>{content}</CacheProvider>,
)
