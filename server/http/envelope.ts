import type { Refusal } from '../errors.ts'

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

export const failed = (refusal: Refusal, requestId: string) => ({
  success: false,
  status: 'failed',
  errors: refusal.details.length > 0 ? refusal.details.map((detail) => detail.message) : [refusal.message],
  code: refusal.code,
  details: refusal.details,
  request_id: requestId,
})
