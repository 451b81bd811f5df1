import type { Refusal } from '../../errors.ts'
import type { Language } from '../../messages/say.ts'

/** What an operation answers: `messages` on writes only. */
export interface Answer {
  data: unknown
  messages?: string[]
  status?: number
  /** The record's version, of which the ETag is made. */
  version?: number
  /** Beside those of every answer; their names in lower case. */
  headers?: Record<string, string>
  /** Its whole text, where that has been made already. */
  text?: Buffer[]
  /** It was given before, to the same `Idempotency-Key`. */
  isReplayed?: boolean
}

/** Both spellings of success at once, so that clients of either variant are served. */
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
