import type { Me, PasskeyRequestOptions } from '@rolecall/client'
import { useEffect, useRef, useState } from 'react'
import { isCodeRefused } from '../../api/challengeEnd.ts'
import { canAutofillPasskeys, PasskeyError, readPasskey, whyPasskeysOff } from '../../api/passkeys.ts'
import { client, signInByPasskey, useService } from '../service.ts'

interface PasskeySignIn {
  /** Passkeys can be used here. */
  isOn: boolean
  isBusy: boolean
  error: unknown
  /** Asks for a passkey; once however often it is called. */
  start: () => void
  /** Ends what waits for a passkey: the person signs in another way. */
  stop: () => void
}

interface Options {
  onSignIn: (me: Me) => void
  /** Nothing else is under way, so that the browser may list passkeys at the field for the name. */
  isIdle: boolean
}

/** Signs in with a passkey alone: by a button, or by the suggestions at the field for the name. */
export function usePasskeySignIn({ onSignIn, isIdle }: Options): PasskeySignIn {
  const isOn = whyPasskeysOff(useService()) === undefined
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  const offering = useRef<AbortController>(undefined)

  const run = async (send: (signal: AbortSignal) => Promise<Me>) => {
    if (running.current) return
    // The browser refuses a request beside one that waits.
    offering.current?.abort()
    const own = new AbortController()
    running.current = own
    setBusy(true)
    setError(undefined)
    try {
      const me = await send(own.signal)
      if (!own.signal.aborted) onSignIn(me)
    } catch (failure) {
      if (own.signal.aborted) return
      setError(isCodeRefused(failure) ? new PasskeyError('refused', { cause: failure }) : failure)
    } finally {
      running.current = undefined
      setBusy(false)
    }
  }

  // A refused passkey is not offered again: an extension that answers by itself would exhaust the tries of the account.
  const isOffered = isOn && isIdle && !isBusy && error === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is the same in every render.
  useEffect(() => {
    if (!isOffered) return
    const own = new AbortController()
    offering.current = own
    void autofilled(own.signal).then((send) => send && run(send))
    return () => own.abort()
  }, [isOffered])
  useEffect(() => () => running.current?.abort(), [])

  return {
    isOn,
    isBusy,
    error,
    start: () =>
      void run(async (signal) => {
        const options = await client.passkeyOptions({ signal })
        return signInByPasskey(await readPasskey(options, signal))
      }),
    stop: () => {
      running.current?.abort()
      setError(undefined)
    },
  }
}

const MINUTE_MS = 60_000

/**
 * Waits until the person chooses a passkey among the suggestions. Challenges end, and pages stay open: a visible page asks for
 * another in time.
 * @returns how to sign in with it; undefined if the browser or the service offers none
 */
async function autofilled(signal: AbortSignal): Promise<(() => Promise<Me>) | undefined> {
  try {
    if (!(await canAutofillPasskeys())) return undefined
    while (!signal.aborted) {
      await untilShown(signal)
      const end = Date.now()
      const options = await client.passkeyOptions({ signal })
      const answer = await offered(options, signal)
      if (answer) return () => (Date.now() < end + options.timeout ? signInByPasskey(answer) : tooLate())
    }
  } catch {
    // Nobody has asked for it: the button says what is wrong.
  }
  return undefined
}

const tooLate = () => Promise.reject(new PasskeyError('late'))

/** @returns undefined if the challenge is about to end */
async function offered(options: PasskeyRequestOptions, signal: AbortSignal) {
  const late = AbortSignal.timeout(options.timeout - MINUTE_MS)
  try {
    return await readPasskey(options, AbortSignal.any([signal, late]), 'conditional')
  } catch (error) {
    if (late.aborted && !signal.aborted) return undefined
    throw error
  }
}

const untilShown = (signal: AbortSignal) =>
  new Promise<void>((shown) => {
    if (!document.hidden) return shown()
    document.addEventListener('visibilitychange', () => shown(), { once: true, signal })
  })
