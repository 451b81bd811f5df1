import './ui/theme/fonts.css'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { type ReactElement, Suspense } from 'react'
import { I18nContext } from 'react-admin'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { createBrowserRouter, Navigate, Outlet, RouterProvider, useLocation } from 'react-router-dom'
import { Failed, Frame } from './account/Frame.tsx'
import { FirstRun } from './account/first-run/index.tsx'
import { StartFailed } from './account/StartFailed.tsx'
import { SignIn, SignUp } from './account/signin/index.tsx'
import { preferences } from './api/preferences.ts'
import { queryClient } from './api/providers.ts'
import { ROOT } from './api/root.ts'
import { store } from './api/session.ts'
import { createI18n } from './i18n/provider.ts'
import { keepFocus } from './ui/keepFocus.ts'
import { Loading } from './ui/Loading.tsx'
import { lazily } from './ui/lazily.ts'

// Make the icon's address absolute: some browsers resolve it again when the page's address changes.
for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel=icon]')) {
  icon.setAttribute('href', icon.href)
}

/** React-admin and the console's pages: not among the scripts of the sign-in. */
const App = lazily(() => import('./app/App.tsx'), 'App')

if (store.get()) App.prefetch()
// Somebody who types is about to sign in.
else addEventListener('input', App.prefetch, { once: true })

const Console = () => {
  const { pathname, search } = useLocation()
  if (!store.get()) {
    return <Navigate to="/login" replace state={{ nextPathname: pathname, nextSearch: search }} />
  }
  return (
    <ErrorBoundary FallbackComponent={ConsoleFailed}>
      <Suspense fallback={<ConsoleLoading />}>
        <App />
      </Suspense>
    </ErrorBoundary>
  )
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

const account = (
  <Frame>
    <Outlet />
  </Frame>
)

const ROUTES = [
  {
    element: account,
    children: [
      { path: 'login', element: <SignIn /> },
      { path: 'signup', element: <SignUp /> },
      { path: 'setup', element: <FirstRun /> },
    ],
  },
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
