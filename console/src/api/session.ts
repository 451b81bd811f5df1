import { type Client, createClient } from '@rolecall/client'
import { sessionStore } from '@rolecall/ra-data-provider'
import { guardedFetch, NO_LIMIT_MS } from './guard.ts'
import { ROOT } from './root.ts'

/** Somebody's session has ended while they worked: what the sign-in above their page needs. */
export interface Ended {
  /**
   * @returns whether it is the same person, whose page goes on; another person's has to be loaded anew
   * @throws RolecallError for a wrong password
   */
  signIn: (email: string, password: string) => Promise<boolean>
  leave: () => void
}

export const store = sessionStore()

let worker: number | undefined
let ended: (Ended & { again: Promise<void> }) | undefined
const listeners = new Set<() => void>()

/** Tells whose page it is from now on; none after a sign-out. */
export function setWorker(id: number | undefined): void {
  worker = id
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
  // Nobody may be waiting any more by the time it ends.
  again.catch(() => undefined)
  const signIn = async (email: string, password: string) => {
    const visitor = createClient({ baseUrl: ROOT, retries: 0 })
    const user = await visitor.signIn(email, password)
    const token = visitor.readToken() as string
    store.set({ token })
    client.setToken(token)
    if (user.id !== worker) return false
    setEnded(undefined)
    resolve()
    return true
  }
  const leave = () => {
    worker = undefined
    setEnded(undefined)
    reject(new Error('The session ended.'))
  }
  setEnded({ again, signIn, leave })
  return again
}

/** The service that serves this page. */
export const client: Client = createClient({
  baseUrl: ROOT,
  timeout: NO_LIMIT_MS,
  fetch: guardedFetch({
    token: () => client.readToken(),
    isAtWork: () => worker !== undefined,
    signInAgain,
  }),
})
