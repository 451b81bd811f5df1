import { Admin, CustomRoutes, Resource, useI18nProvider } from 'react-admin'
import { Route } from 'react-router-dom'
import { preferences } from '../api/preferences.ts'
import { authProvider, dataProvider, queryClient } from '../api/providers.ts'
import { Dashboard } from '../dashboard/index.tsx'
import { Loading } from '../ui/Loading.tsx'
import { darkTheme, lightTheme } from '../ui/theme/theme.ts'
import { PAGES, RESOURCES } from './pages.tsx'
import { Layout } from './shell/Layout.tsx'
import { AccessDenied, Broken, NotFound } from './shell/states.tsx'

export const App = () => (
  <Admin
    title="Rolecall"
    disableTelemetry
    requireAuth
    authProvider={authProvider}
    dataProvider={dataProvider}
    i18nProvider={useI18nProvider()}
    queryClient={queryClient}
    store={preferences}
    lightTheme={lightTheme}
    darkTheme={darkTheme}
    layout={Layout}
    loginPage={false}
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
  </Admin>
)
