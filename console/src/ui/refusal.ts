import { PartError } from '../api/parts.ts'
import { PasskeyError } from '../api/passkeys.ts'
import { UNPROVEN } from '../api/proof.ts'

/** An error as shown to users: the API's messages, and what to do next. */
interface Refusal {
  messages: string[]
  /** Message key of what to do next. */
  next: string
  status: number | undefined
  requestId: string | undefined
}

/** The client's error or react-admin's. */
interface AnyError {
  message?: string
  status?: number
  code?: string
  errors?: string[]
  requestId?: string
  body?: { errors?: Record<string, string>; requestId?: string }
}

const NEXT: Record<number, string> = {
  401: 'ui.refusal.sign_in',
  403: 'ui.refusal.not_allowed',
  404: 'ui.refusal.gone',
  409: 'ui.refusal.conflict',
  412: 'ui.refusal.stale',
  422: 'ui.refusal.invalid',
  429: 'ui.refusal.slow_down',
  503: 'ui.refusal.busy',
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof PartError) {
    return { messages: [], next: 'ui.refusal.part', status: undefined, requestId: undefined }
  }
  if (error instanceof PasskeyError)
    return { messages: [], next: `passkeys.${error.fault}`, status: undefined, requestId: undefined }
  const { message = '', status, code, errors, requestId, body } = (error ?? {}) as AnyError
  const isOffline = status === undefined && error instanceof Error && error.name === 'RolecallNetworkError'
  // The user has closed the dialog that asks for the proof.
  if (code === UNPROVEN) return { messages: [], next: 'ui.refusal.unproven', status, requestId }
  return {
    // Our advice after a 412 says the same, in words of the page. Only the service's own errors are in the user's language.
    messages: status === 412 || isOffline ? [] : (errors ?? (message === '' ? [] : [message])),
    next: isOffline ? 'ui.refusal.offline' : (NEXT[status ?? 0] ?? 'ui.refusal.unexpected'),
    status,
    requestId: requestId ?? body?.requestId,
  }
}

/** The record has changed since the version that a write is based on. */
export const isStale = (error: unknown): boolean => refusalOf(error).status === 412

/** The error in one line: the API's messages, or what to do next. */
export function refusalText(error: unknown, translate: (key: string) => string): string {
  const { messages, next } = refusalOf(error)
  return messages.join(' ') || translate(next)
}
