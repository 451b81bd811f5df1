import { isRefusedWith, type Send, unlessAborted } from './guard.ts'

/** A change that needs a recent proof that it is the user: what the dialog above the page needs. */
export interface AskedProof {
  /** The proof was given: the change goes on. */
  done: () => void
  /** The change is refused. */
  cancel: () => void
}

let asked: (AskedProof & { given: Promise<void> }) | undefined
const listeners = new Set<() => void>()

function setAsked(next: typeof asked): void {
  asked = next
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`. */
export const askedProof = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  read: (): AskedProof | undefined => asked,
}

/** Resolves when the user has proved who they are; rejects if they cancel. */
function askForProof(): Promise<void> {
  if (asked) return asked.given
  const { promise: given, resolve, reject } = Promise.withResolvers<void>()
  // Avoids an unhandled rejection if no request is waiting any more.
  given.catch(() => undefined)
  const end = (settle: () => void) => () => {
    setAsked(undefined)
    settle()
  }
  setAsked({ given, done: end(resolve), cancel: end(() => reject(new Error('No proof was given.'))) })
  return given
}

/** The service's code for a change that needs a recent proof. */
export const UNPROVEN = 'reauthentication_required'

/**
 * `fetch` for the client. If a change needs a proof that it is the user, it waits until the dialog has got one, then repeats
 * the request.
 */
export const provingFetch =
  (send: Send): Send =>
  async (input, init = {}) => {
    const response = await send(input, init)
    if (!(await isRefusedWith(response, UNPROVEN))) return response
    try {
      await unlessAborted(askForProof(), init.signal)
    } catch (error) {
      if (init.signal?.aborted) throw error
      return response
    }
    return send(input, init)
  }
