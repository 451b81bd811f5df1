import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/** Headers by their names in lower case. */
export type Guards = Readonly<Record<string, string>>

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void
type Directives = Record<string, string[]>

/** What a middleware sets on every answer; helmet's are the same for all, so one bare answer tells them. */
function setBy(middleware: Middleware): Guards {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  middleware(request, response, (error) => {
    if (error) throw error
  })
  return response.getHeaders() as Guards
}

const YEAR_S = 365 * 86_400

const CONTENT_SECURITY = 'content-security-policy'

/** What no page of ours asks a browser for. Not in it: the clipboard, into which the reference copies examples. */
const NEVER_ASKED_FOR = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb']

/**
 * Headers of every answer, made once: an answer is data for who asked, not to be kept, framed, run or told of to other
 * sites. Pages say more of their own.
 *
 * `cross-origin-resource-policy` is `same-origin` whatever CORS_ORIGINS says: it forbids other sites to embed an answer
 * without asking (`<img>`, `<script>`), and does not touch requests that CORS allows.
 * @param isHttps it is published under https, which browsers then shall not leave; on plain HTTP they would ignore it.
 *   Of subdomains it says nothing: they are not ours.
 */
export const guardHeaders = (isHttps: boolean): Guards => ({
  ...setBy(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: NOTHING },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: isHttps && { maxAge: YEAR_S, includeSubDomains: false },
      xFrameOptions: { action: 'deny' },
    }),
  ),
  'cache-control': 'no-store',
  'permissions-policy': NEVER_ASKED_FOR.map((feature) => `${feature}=()`).join(', '),
})

/** An answer of the API loads nothing, even where a browser shows it. */
const NOTHING: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/** The content policy of a page: what it names besides is all that it may. */
export const pagePolicy = (directives: Directives): string =>
  setBy(helmet.contentSecurityPolicy({ useDefaults: false, directives: { ...NOTHING, ...directives } }))[
    CONTENT_SECURITY
  ] as string
