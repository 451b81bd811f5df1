import type { Refusal } from '../../errors.ts'
import type { Language } from '../../messages/say.ts'

/** The result of an operation; only writes have `messages`. */
export interface Answer {
  data: unknown
  messages?: string[]
  status?: number
  /** The record's version, for the ETag. */
  version?: number
  /** Additional headers, with lower-case names. */
  headers?: Record<string, string>
  /** The complete text, if it is already serialized. */
  text?: Buffer[]
  /** Whether it is a stored response to the same `Idempotency-Key`. */
  isReplayed?: boolean
}

/** Has both spellings of success, so that it serves clients of either variant. */
export const succeeded = ({ data, messages }: Answer) => ({
  success: true,
  status: 'success',
  data,
  ...(messages && { messages }),
})

export function failed(refusal: Refusal, requestId: string, language: Language) {
  const details = refusal.details.map((detail) => ({ ...detail, message: detail.message.in(language) }))
  return {
    success: false,
    status: 'failed',
    errors: details.length > 0 ? details.map(({ message }) => message) : [refusal.said.in(language)],
    code: refusal.code,
    details,
    request_id: requestId,
  }
}
