import type { Me, ServiceInfo } from '@rolecall/client'
import { ROOT } from '../api/root.ts'
import { CONSOLE_PAGES } from './consolePages.ts'

/** The page of the console that asked for the sign-in. Anything else, such as another host, is ignored. */
function requestedPage(search: string): string | undefined {
  const next = new URLSearchParams(search).get('next')
  // Browsers read a backslash as a slash, and drop line breaks and tabs.
  if (!next || !/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(next)) return undefined
  const url = URL.parse(next, location.origin)
  if (url?.origin !== location.origin) return undefined
  const [, page = ''] = url.pathname.split('/')
  return CONSOLE_PAGES.includes(page) ? ROOT + (url.pathname + url.search).slice(1) : undefined
}

/** Whether the user may do more in the console than see their own profile. */
const usesConsole = ({ may }: Me) =>
  Object.values(may).some(({ operations }) => Object.values(operations).includes('all'))

/** Whether the user has something to do in the console, such as adding the second factor that they need. */
const isLed = (me: Me) => me.must_enrol_second_factor || usesConsole(me)

/** Where to redirect after a sign-in; undefined: stay, on the page that confirms it. */
export function destinationOf(me: Me, { app_url: app }: ServiceInfo, search: string): string | undefined {
  return requestedPage(search) ?? (isLed(me) ? ROOT : (app ?? undefined))
}
