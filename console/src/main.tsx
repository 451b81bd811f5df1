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

// Some browsers look for it anew, from the page's address, when that changes.
for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel=icon]')) {
  icon.setAttribute('href', icon.href)
}

/** The console in its language; or that its texts could not be loaded, in the one that is always there. */
async function start(): Promise<ReactElement> {
  try {
    const i18nProvider = await createI18n(preferences.getItem('locale'))
    const router = createBrowserRouter([{ path: '*', element: <App i18nProvider={i18nProvider} /> }], {
      basename: ROOT,
    })
    // Not as transitions: what react-admin does at a sign-out would put the way to the sign-in off for ever.
    return <RouterProvider router={router} useTransitions={false} />
  } catch (error) {
    return <StartFailed error={error} i18nProvider={await createI18n('en')} />
  }
}

// Rules by script, never as text: the page's policy allows no other.
const styles = createCache({ key: 'rc', speedy: true })
const content = await start()
createRoot(document.getElementById('root') as HTMLElement).render(
  <CacheProvider value={styles}>{content}</CacheProvider>,
)
