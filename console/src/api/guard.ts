/** What the page does when its session ends while somebody works: asks them to sign in above it, and goes on. */
export interface Guard {
  /** The token that calls are signed with now. */
  token: () => string | undefined
  /** Is somebody at work whose page is worth keeping? On a page just loaded nobody is. */
  isAtWork: () => boolean
  /** Resolves when the same person has signed in again; rejects when they would rather leave. */
  signInAgain: () => Promise<void>
}

/** Milliseconds that one attempt may take. The client's own limit must not count the time that somebody needs to sign in. */
const ATTEMPT_MS = 30_000
export const NO_LIMIT_MS = 2 ** 31 - 1

function attempt(url: string, init: RequestInit): Promise<Response> {
  const limit = AbortSignal.timeout(ATTEMPT_MS)
  const headers = new Headers(init.headers)
  // What the API refuses is told in the language that was chosen here.
  headers.set('accept-language', document.documentElement.lang)
  return fetch(url, { ...init, headers, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit })
}

const withToken = (init: RequestInit, token: string | undefined): RequestInit => {
  const headers = new Headers(init.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}

/** Rejects when the caller has lost interest, such as a list that was left. */
const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> =>
  signal
    ? Promise.race([
        promise,
        new Promise<never>((_done, fail) => {
          signal.addEventListener('abort', () => fail(signal.reason), { once: true })
        }),
      ])
    : promise

/**
 * `fetch` for the client, which sends a call again once its sender has signed in again: react-admin never sees that a
 * session ended half-way, so it neither leaves the page nor loses what was typed.
 */
export const guardedFetch =
  ({ token, isAtWork, signInAgain }: Guard) =>
  async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = String(input)
    const sent = new Headers(init.headers).get('authorization')
    const response = await attempt(url, init)
    if (response.status !== 401 || sent === null || !isAtWork()) return response
    // Another call may have led to a new session while this one was under way.
    if (sent === `Bearer ${token()}`) {
      try {
        await unlessAborted(signInAgain(), init.signal)
      } catch (error) {
        if (init.signal?.aborted) throw error
        return response
      }
    }
    return attempt(url, withToken(init, token()))
  }
