import './app/fonts.css'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { ROOT } from './api/root.ts'
import { App } from './app/App.tsx'
import { preferences } from './app/preferences.ts'
import { StartFailed } from './app/StartFailed.tsx'
import { createI18n } from './i18n/provider.ts'

// Make the icon's address absolute: some browsers resolve it again when the page's address changes.
for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel=icon]')) {
  icon.setAttribute('href', icon.href)
}

/** The console in its language; if its texts could not be loaded, an error in English, which is always bundled. */
async function start(): Promise<ReactElement> {
  try {
    const i18nProvider = await createI18n(preferences.getItem('locale'))
    const router = createBrowserRouter([{ path: '*', element: <App i18nProvider={i18nProvider} /> }], {
      basename: ROOT,
    })
    // No transitions: react-admin's updates at a sign-out would postpone the redirect to the sign-in forever.
    return <RouterProvider router={router} useTransitions={false} />
  } catch (error) {
    return <StartFailed error={error} i18nProvider={await createI18n('en')} />
  }
}

// Insert CSS rules by script, never as text: the content security policy forbids inline styles.
const styles = createCache({ key: 'rc', speedy: true })
const content = await start()
createRoot(document.getElementById('root') as HTMLElement).render(
  <CacheProvider value={styles}>{content}</CacheProvider>,
)
