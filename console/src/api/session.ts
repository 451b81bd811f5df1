import {
  type Client,
  createClient,
  type SecondFactorProof,
  type SignedIn,
  type SignInOptions,
} from '@rolecall/client'
import { enrolledFetch } from './enrolment.ts'
import { guardedFetch, NO_LIMIT_MS } from './guard.ts'
import { readPasskey } from './passkeys.ts'
import { provingFetch } from './proof.ts'
import { ROOT } from './root.ts'
import { keepSession, onSessionOfBrowser, sessionOptions, store } from './sessionStore.ts'
import { openSignIn } from './signIn.ts'

/** A session that ended while the user works: what the sign-in dialog above the page needs. */
export interface Ended {
  /**
   * @returns whether the same user signed in and the page can continue; for another user the page must be reloaded
   * @throws RolecallError for a wrong password; SecondFactorRequired if a code must follow: `finish`
   */
  signIn: (email: string, password: string) => Promise<boolean>
  /** Like `signIn`, with a passkey alone, for which the browser asks. @throws PasskeyError */
  signInByPasskey: (signal: AbortSignal) => Promise<boolean>
  /** Like `signIn`, for a sign-in that waits for a second factor. */
  finish: (challenge: string, proof: SecondFactorProof) => Promise<boolean>
  /** The same user has signed in, in another tab. */
  goOn: () => void
  leave: () => void
}

export { store }

/** Grows each time somebody has signed in again above the page. */
let renewals = 0
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
  const goOn = () => {
    renewals += 1
    setEnded(undefined)
    resolve()
  }
  const signInBy = async (send: (visitor: Client, options: SignInOptions) => Promise<SignedIn>) => {
    const visitor = createClient({ baseUrl: ROOT, retries: 0 })
    const user = await send(visitor, sessionOptions(await visitor.service()))
    keepSession(user.id, visitor.readToken())
    client.setToken(visitor.readToken())
    if (user.id !== signedInUser) return false
    goOn()
    return true
  }
  const leave = () => {
    signedInUser = undefined
    setEnded(undefined)
    reject(new Error('The session ended.'))
  }
  setEnded({
    again,
    signIn: (email, password) => signInBy((visitor, options) => visitor.signIn(email, password, options)),
    signInByPasskey: (signal) =>
      signInBy(async (visitor, options) => {
        const answer = await readPasskey(await visitor.passkeyOptions({ signal }), signal)
        return visitor.signInWithPasskey(answer, options)
      }),
    finish: (challenge, proof) =>
      signInBy((visitor, options) => visitor.finishSignIn(challenge, proof, options)),
    goOn,
    leave,
  })
  return again
}

const send = enrolledFetch(
  provingFetch(
    guardedFetch({
      token: () => client.readToken(),
      renewals: () => renewals,
      isSignedIn: () => signedInUser !== undefined,
      signInAgain,
    }),
  ),
)

/** The client of the service that serves this page. */
export const client: Client = createClient({ baseUrl: ROOT, timeout: NO_LIMIT_MS, fetch: send })

/** A response that is no JSON, such as a file. @param path from the root of the service, without a slash at its beginning */
export function readFile(path: string, signal: AbortSignal): Promise<Response> {
  const token = client.readToken()
  return send(ROOT + path, {
    signal,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  })
}

// Another tab has signed the browser out, or somebody else in: this page is no longer theirs.
onSessionOfBrowser((userId) => {
  if (signedInUser === undefined) return
  if (userId === signedInUser) ended?.goOn()
  else if (userId !== undefined) location.reload()
  else openSignIn(`/${location.pathname.slice(ROOT.length)}${location.search}`)
})
