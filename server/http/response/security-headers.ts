import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/** Headers by lower-case names. */
export type SecurityHeaders = Readonly<Record<string, string>>

type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void
type Directives = Record<string, string[]>

/** The headers that a middleware sets. Helmet's are the same for every response, so a single dummy response has them. */
function headersSetBy(middleware: Middleware): SecurityHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  middleware(request, response, (error) => {
    if (error) throw error
  })
  return response.getHeaders() as SecurityHeaders
}

const YEAR_S = 365 * 86_400

const CONTENT_SECURITY = 'content-security-policy'

/** Browser features that no page uses. Excludes the clipboard: the API reference copies examples into it. */
const UNUSED_FEATURES = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb']

/**
 * Security headers of every response, computed once: browsers must not cache, frame or execute a response, nor send its
 * URL to other sites. Pages add headers of their own.
 *
 * `cross-origin-resource-policy` is `same-origin` regardless of CORS_ORIGINS: it forbids other sites to embed a response
 * without CORS (`<img>`, `<script>`), and does not affect requests that CORS allows.
 * @param isHttps whether the service is published under https; then adds HSTS, which browsers ignore on plain HTTP.
 *   Excludes subdomains: they are not ours.
 */
export const securityHeadersOf = (isHttps: boolean): SecurityHeaders => ({
  ...headersSetBy(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: DENY_ALL },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: isHttps && { maxAge: YEAR_S, includeSubDomains: false },
      xFrameOptions: { action: 'deny' },
    }),
  ),
  'cache-control': 'no-store',
  'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
})

/** An API response loads nothing, even if a browser displays it. */
const DENY_ALL: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/** The content security policy of a page: only these directives are allowed. */
export const contentSecurityPolicy = (directives: Directives): string =>
  headersSetBy(
    helmet.contentSecurityPolicy({ useDefaults: false, directives: { ...DENY_ALL, ...directives } }),
  )[CONTENT_SECURITY] as string
