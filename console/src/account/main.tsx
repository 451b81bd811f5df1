import './style.css'
import type { ServiceInfo } from '@rolecall/client'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ROOT } from '../api/root.ts'
import { Frame } from './Card.tsx'
import { ForgotPage, ResetPage } from './pages/ResetPage.tsx'
import { client, ServiceContext } from './service.ts'
import { Unreachable } from './Unreachable.tsx'
import { chosenTheme, initialLocale, loadWords, type Words, WordsContext } from './words.ts'

type Page = ComponentType

/**
 * By the path below the service's root. The service serves this entry for these paths only. Each page loads its own code; what
 * most of them share, and so the page for a new password, is better compressed in one file.
 */
const PAGES: Record<string, () => Promise<Page>> = {
  signin: async () => (await import('./pages/SignInPage.tsx')).SignInPage,
  signup: async () => (await import('./pages/SignUpPage.tsx')).SignUpPage,
  verify: async () => (await import('./pages/VerifyPage.tsx')).VerifyPage,
  forgot: async () => ForgotPage,
  reset: async () => ResetPage,
  invite: async () => (await import('./pages/InvitePage.tsx')).InvitePage,
  'change-email': async () => (await import('./pages/EmailPage.tsx')).EmailPage,
  setup: async () => (await import('./pages/SetupPage.tsx')).SetupPage,
}

const loadPage = PAGES[location.pathname.slice(ROOT.length)] ?? (PAGES.signin as () => Promise<Page>)

/** A page that cannot be loaded is tried again by the person. */
const pageOrError = (): Promise<Page> =>
  loadPage().catch((error: unknown) => () => <Unreachable error={error} retry={() => location.reload()} />)

const Root = ({ first, page: Page }: { first: Words; page: Page }) => {
  const [words, setWords] = useState(first)
  return (
    <WordsContext value={words}>
      <Frame onWords={setWords}>
        <WithService>
          <Page />
        </WithService>
      </Frame>
    </WordsContext>
  )
}

/** Reads the public facts about the service, which all pages need. */
const WithService = ({ children }: { children: ReactNode }) => {
  const [facts, setFacts] = useState<ServiceInfo>()
  const [error, setError] = useState<unknown>()
  const load = () => {
    setError(undefined)
    client.service().then(setFacts, setError)
  }
  useEffect(load, [])
  if (error !== undefined) return <Unreachable error={error} retry={load} />
  return facts && <ServiceContext value={facts}>{children}</ServiceContext>
}

// Make the icon's address absolute: some browsers resolve it again when the page's address changes.
for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel=icon]')) {
  icon.setAttribute('href', icon.href)
}
const theme = chosenTheme()
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
const [first, page] = await Promise.all([loadWords(initialLocale()), pageOrError()])
createRoot(document.getElementById('root') as HTMLElement).render(<Root first={first} page={page} />)
