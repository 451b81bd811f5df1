import type { ServiceInfo, SignInOptions } from '@rolecall/client'
import { type Store, sessionStore } from '@rolecall/ra-data-provider'

/** All tabs see this; it holds the id of the user whose session is in the cookie, which scripts cannot read. */
const KEY = 'rolecall.session'

const ofTab = sessionStore()

/** The session of this tab, with a token; or that of the browser, in the cookie. */
export const store: Store = {
  get: () => ofTab.get() ?? (localStorage.getItem(KEY) === null ? undefined : {}),
  set: (session) => {
    if (session?.token !== undefined || ofTab.get()) ofTab.set(session)
    else if (!session) localStorage.removeItem(KEY)
  },
}

/** Notes that a sign-in has begun, in this tab with a token, or in the browser with a cookie. */
export function keepSession(userId: number, token: string | undefined): void {
  ofTab.set(token === undefined ? undefined : { token })
  if (token === undefined) localStorage.setItem(KEY, String(userId))
}

/** Calls back when another tab signs the browser out (undefined), or signs somebody in. */
export function onSessionOfBrowser(changed: (userId: number | undefined) => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEY || ofTab.get()) return
    changed(newValue === null ? undefined : Number(newValue))
  })
}

/** How this page keeps a session: in a cookie, if the service and the browser allow that here. */
export const sessionOptions = ({ session_origin: origin }: ServiceInfo): SignInOptions =>
  origin === location.origin && keepsSecureCookies() ? { session: 'cookie' } : {}

/** Some browsers refuse secure cookies from a page without https, even from this machine. */
function keepsSecureCookies(): boolean {
  const probe = '__Host-rolecall-probe=1'
  const attributes = 'Path=/; Secure; SameSite=Strict'
  // biome-ignore lint/suspicious/noDocumentCookie: `cookieStore` answers later, and not in every browser.
  document.cookie = `${probe}; ${attributes}`
  const isKept = document.cookie.includes(probe)
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = `${probe}; Max-Age=0; ${attributes}`
  return isKept
}
