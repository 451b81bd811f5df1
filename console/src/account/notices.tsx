import { RolecallError, RolecallNetworkError } from '@rolecall/client'
import { type ReactNode, useEffect, useState } from 'react'
import type { Submission } from './useSubmission.ts'
import { fill, useWords, type Words } from './words.ts'

type Severity = 'error' | 'warning' | 'success'

export const Notice = ({ severity, children }: { severity: Severity; children: ReactNode }) => (
  // Takes the focus where no field can.
  <div className={`notice ${severity}`} role={severity === 'success' ? 'status' : 'alert'} tabIndex={-1}>
    {children}
  </div>
)

/** Why a form was not taken, and what to do. Nothing without an error. */
export const ErrorNotice = ({ error }: { error: unknown }) => {
  const words = useWords()
  if (error === undefined) return null
  if (error instanceof RolecallNetworkError)
    return <Notice severity="warning">{words.refusal.offline}</Notice>
  if (!(error instanceof RolecallError)) return <Notice severity="error">{words.refusal.unexpected}</Notice>
  const { status, errors, requestId, retryAfter } = error
  if (status === 429) return <WaitNotice key={requestId} ms={retryAfter ?? MINUTE_MS} />
  const isOurs = status >= 500 && error.code !== 'not_set_up'
  return (
    <Notice severity={status >= 500 ? 'warning' : 'error'}>
      {errors.map((message) => (
        <div key={message}>{message}</div>
      ))}
      {isOurs && <div>{status === 503 ? words.refusal.busy : words.refusal.unexpected}</div>}
      {isOurs && requestId && <small>{fill(words.refusal.request, { id: requestId })}</small>}
    </Notice>
  )
}

const SECOND_MS = 1000
const MINUTE_MS = 60_000

/** The rest of a wait, in ms. It counts down. */
export function useCountdown(ms: number): number {
  const [end] = useState(() => Date.now() + ms)
  const [now, setNow] = useState(() => Date.now())
  const isOver = now >= end
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, end - now)
}

export function waitText(ms: number, { refusal }: Words): string {
  const [text, unit] = ms > MINUTE_MS ? [refusal.minutes, MINUTE_MS] : [refusal.seconds, SECOND_MS]
  return fill(text, { count: Math.ceil(ms / unit) })
}

const WaitNotice = ({ ms }: { ms: number }) => {
  const words = useWords()
  const rest = useCountdown(ms)
  return (
    <Notice severity="warning">
      {/* Screen readers need not read each second. */}
      <span className="hidden">{fill(words.refusal.wait, { time: waitText(ms, words) })}</span>
      <span aria-hidden="true">
        {rest > 0 ? fill(words.refusal.wait, { time: waitText(rest, words) }) : words.refusal.waited}
      </span>
    </Notice>
  )
}

export const Form = ({ of, children }: { of: Submission; children: ReactNode }) => (
  <form onSubmit={of.onSubmit} noValidate>
    <ErrorNotice error={of.error} />
    {children}
  </form>
)

interface SubmitProps {
  of: Submission
  children: string
  autoFocus?: boolean
}

export const Submit = ({ of, children, autoFocus = false }: SubmitProps) => (
  // biome-ignore lint/a11y/noAutofocus: of a form without fields, which takes the place of another.
  <button type="submit" className="primary" aria-disabled={of.isBusy} autoFocus={autoFocus}>
    {children}
    {of.isBusy && <Spinner />}
  </button>
)

export const Spinner = () => <span className="spinner" role="progressbar" aria-label={useWords().busy} />
