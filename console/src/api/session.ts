import { type Client, createClient } from '@rolecall/client'
import { sessionStore } from '@rolecall/ra-data-provider'
import { guardedFetch, NO_LIMIT_MS } from './guard.ts'
import { ROOT } from './root.ts'

/** A session that ended while the user works: what the sign-in dialog above the page needs. */
export interface Ended {
  /**
   * @returns whether the same user signed in and the page can continue; for another user the page must be reloaded
   * @throws RolecallError for a wrong password
   */
  signIn: (email: string, password: string) => Promise<boolean>
  leave: () => void
}

export const store = sessionStore()

let signedInUser: number | undefined
let ended: (Ended & { again: Promise<void> }) | undefined
const listeners = new Set<() => void>()

/** Sets whose page it is; undefined after a sign-out. */
export function setSignedInUser(id: number | undefined): void {
  signedInUser = id
}

function setEnded(next: typeof ended): void {
  ended = next
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`. */
export const endedSession = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  read: (): Ended | undefined => ended,
}

function signInAgain(): Promise<void> {
  if (ended) return ended.again
  const { promise: again, resolve, reject } = Promise.withResolvers<void>()
  // Avoids an unhandled rejection if no request is waiting any more.
  again.catch(() => undefined)
  const signIn = async (email: string, password: string) => {
    const visitor = createClient({ baseUrl: ROOT, retries: 0 })
    const user = await visitor.signIn(email, password)
    const token = visitor.readToken() as string
    store.set({ token })
    client.setToken(token)
    if (user.id !== signedInUser) return false
    setEnded(undefined)
    resolve()
    return true
  }
  const leave = () => {
    signedInUser = undefined
    setEnded(undefined)
    reject(new Error('The session ended.'))
  }
  setEnded({ again, signIn, leave })
  return again
}

/** The client of the service that serves this page. */
export const client: Client = createClient({
  baseUrl: ROOT,
  timeout: NO_LIMIT_MS,
  fetch: guardedFetch({
    token: () => client.readToken(),
    isSignedIn: () => signedInUser !== undefined,
    signInAgain,
  }),
})
