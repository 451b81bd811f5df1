import { isRefusedWith, type Send, unlessAborted } from './guard.ts'
import { ROOT } from './root.ts'

/*
 * While a policy requires a second factor that the session has not proved, the service answers only what leads to one. The
 * console then shows the set-up. Other requests wait until the service lets the session go on.
 */

/** The service's code for what it refuses meanwhile. */
const UNENROLLED = 'second_factor_enrolment_required'

/** What it answers meanwhile. */
const ANSWERED =
  /^api\/(?:me|me\/factors(?:\/.+)?|me\/recovery-codes|reauthenticate(?:\/options)?|email\/(?:verify|confirm)|signout|service)$/

/** Where the set-up is shown: in place of the page, or above one that may hold typed text. */
type Place = 'instead' | 'above'

let required: PromiseWithResolvers<void> | undefined
/** How often the service has let the session go on. */
let lifts = 0
/** Dialogs of the set-up that are open. */
let dialogs = 0
let isPageOpen = false
let place: Place | undefined
const listeners = new Set<() => void>()

function update(): void {
  if (required) place ??= isPageOpen ? 'above' : 'instead'
  else if (dialogs === 0) {
    place = undefined
    isPageOpen = true
  }
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`. */
export const enrolment = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  readPlace: (): Place | undefined => place,
  hasDialog: (): boolean => dialogs > 0,
}

/** Notes what the service says of the session. */
export function noteEnrolment(isRequired: boolean): void {
  if (isRequired) required ??= Promise.withResolvers()
  else {
    lifts += 1
    required?.resolve()
    required = undefined
  }
  update()
}

/**
 * Keeps the set-up on the page while one of its dialogs is open: the last one shows recovery codes, when the session may
 * already go on.
 * @returns the function for when it is closed
 */
export function keepEnrolment(): () => void {
  dialogs += 1
  update()
  return () => {
    dialogs -= 1
    update()
  }
}

const isAnswered = (input: RequestInfo | URL) =>
  ANSWERED.test(new URL(String(input), location.origin).pathname.slice(ROOT.length))

/** `fetch` for the client. What the service refuses until the session has a second factor waits for that. */
export const enrolledFetch =
  (send: Send): Send =>
  async (input, init = {}) => {
    if (isAnswered(input)) return send(input, init)
    for (;;) {
      if (required) await unlessAborted(required.promise, init.signal)
      const before = lifts
      const response = await send(input, init)
      if (!(await isRefusedWith(response, UNENROLLED))) return response
      // Otherwise the session has got its factor meanwhile.
      if (before === lifts) noteEnrolment(true)
    }
  }
