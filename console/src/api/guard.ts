import { pageFetch } from './pageFetch.ts'

/** What `guardedFetch` needs to ask the user to sign in again above the page, and to continue. */
interface Guard {
  /** The current token; undefined for a session in a cookie. */
  token: () => string | undefined
  /** How often somebody has signed in again on this page. */
  renewals: () => number
  /** Whether a signed-in user works on the page; false on a page that has just been loaded. */
  isSignedIn: () => boolean
  /** Resolves when the same user has signed in again; rejects if the user leaves instead. */
  signInAgain: () => Promise<void>
}

/** Timeout of one attempt in ms. The client's own timeout would include the time the user needs to sign in. */
const ATTEMPT_MS = 30_000
export const NO_LIMIT_MS = 2 ** 31 - 1

function attempt(url: string, init: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(ATTEMPT_MS)
  return pageFetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit })
}

const withToken = (init: RequestInit, token: string | undefined): RequestInit => {
  const headers = new Headers(init.headers)
  if (token === undefined) headers.delete('authorization')
  else headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}

export type Send = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** Whether the service has refused a request with 403 and this code. */
export async function isRefusedWith(response: Response, code: string): Promise<boolean> {
  if (response.status !== 403) return false
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { code?: unknown } | undefined
  return body?.code === code
}

/** Rejects when the caller aborts, such as when a list is left. */
export const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> =>
  signal
    ? Promise.race([
        promise,
        new Promise<never>((_done, fail) => {
          signal.addEventListener('abort', () => fail(signal.reason), { once: true })
        }),
      ])
    : promise

/**
 * `fetch` for the client. After a 401 it waits until the user has signed in again, then repeats the request: react-admin
 * never notices that a session ended, so it neither leaves the page nor loses what was typed.
 */
export const guardedFetch =
  ({ token, renewals, isSignedIn, signInAgain }: Guard) =>
  async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = String(input)
    const before = renewals()
    const response = await attempt(url, init)
    if (response.status !== 401 || !isSignedIn()) return response
    // Another request may have renewed the session meanwhile.
    if (before === renewals()) {
      try {
        await unlessAborted(signInAgain(), init.signal)
      } catch (error) {
        if (init.signal?.aborted) throw error
        return response
      }
    }
    return attempt(url, withToken(init, token()))
  }
