import './app/fonts.css'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { ROOT } from './api/root.ts'
import { App } from './app/App.tsx'
import { preferences } from './app/preferences.ts'
import { createI18n } from './i18n/provider.ts'

// A part of an earlier build that the service has no more: the page loads itself anew.
addEventListener('vite:preloadError', (event) => {
  event.preventDefault()
  location.reload()
})

// Some browsers look for it anew, from the page's address, when that changes.
for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel=icon]')) {
  icon.setAttribute('href', icon.href)
}

// Rules by script, never as text: the page's policy allows no other.
const styles = createCache({ key: 'rc', speedy: true })
const i18nProvider = await createI18n(preferences.getItem('locale'))
const router = createBrowserRouter([{ path: '*', element: <App i18nProvider={i18nProvider} /> }], {
  basename: ROOT,
})
createRoot(document.getElementById('root') as HTMLElement).render(
  <CacheProvider value={styles}>
    {/* Not as transitions: what react-admin does at a sign-out would put the way to the sign-in off for ever. */}
    <RouterProvider router={router} useTransitions={false} />
  </CacheProvider>,
)
