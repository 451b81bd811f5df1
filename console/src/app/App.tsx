import { type ReactElement, Suspense } from 'react'
import { Admin, CustomRoutes, type I18nProvider, Resource } from 'react-admin'
import { Route } from 'react-router-dom'
import { FirstRun } from '../account/first-run/index.tsx'
import { SignIn, SignUp } from '../account/signin/index.tsx'
import { authProvider, dataProvider, queryClient } from '../api/providers.ts'
import { Dashboard } from '../dashboard/index.tsx'
import { PAGES, RESOURCES } from './pages.tsx'
import { preferences } from './preferences.ts'
import { Layout } from './shell/Layout.tsx'
import { AccessDenied, Broken, Loading, NotFound } from './shell/states.tsx'
import { darkTheme, lightTheme } from './theme.ts'

/** Suspense boundary for pages outside the layout; the layout waits for its own pages. */
const outside = (page: ReactElement) => <Suspense fallback={<Loading />}>{page}</Suspense>

export const App = ({ i18nProvider }: { i18nProvider: I18nProvider }) => (
  <Admin
    title="Rolecall"
    disableTelemetry
    requireAuth
    authProvider={authProvider}
    dataProvider={dataProvider}
    i18nProvider={i18nProvider}
    queryClient={queryClient}
    store={preferences}
    lightTheme={lightTheme}
    darkTheme={darkTheme}
    layout={Layout}
    loginPage={outside(<SignIn />)}
    dashboard={Dashboard}
    loading={Loading}
    catchAll={NotFound}
    accessDenied={AccessDenied}
    error={Broken}
  >
    {Object.entries(RESOURCES).map(([name, pages]) => (
      <Resource key={name} name={name} {...pages} />
    ))}
    <CustomRoutes>
      {Object.entries(PAGES).map(([path, Page]) => (
        <Route key={path} path={`/${path}/*`} element={<Page />} />
      ))}
    </CustomRoutes>
    <CustomRoutes noLayout>
      <Route path="/signup" element={outside(<SignUp />)} />
      <Route path="/setup" element={outside(<FirstRun />)} />
    </CustomRoutes>
  </Admin>
)
