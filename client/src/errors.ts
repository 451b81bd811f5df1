import type { components } from './api.ts'

/** What is wrong with one field. Array items are named by index: `3.email`. */
export interface Detail {
  field: string
  code: string
  message: string
}

/** The service refused a request. */
export class RolecallError extends Error {
  override readonly name: string = 'RolecallError'
  readonly status: number
  /** For programs: `email_taken`, `unknown_field` … */
  readonly code: string
  /** For people: whole sentences. */
  readonly errors: readonly string[]
  readonly details: readonly Detail[]
  /** Identifies the request in the service's logs. */
  readonly requestId: string | undefined
  /** Milliseconds after which to retry, from `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: unknown, headers: Headers) {
    const failure = readFailure(status, body)
    super(failure.errors.join(' '))
    this.status = status
    this.code = failure.code
    this.errors = failure.errors
    this.details = failure.details
    this.requestId = failure.request_id ?? headers.get('x-request-id') ?? undefined
    this.retryAfter = readRetryAfter(headers.get('retry-after'))
  }

  /** The first message of each invalid field. */
  get fields(): Record<string, string> {
    return Object.fromEntries(this.details.map(({ field, message }) => [field, message] as const).reverse())
  }

  get isUnauthorized(): boolean {
    return this.status === 401
  }
  get isForbidden(): boolean {
    return this.status === 403
  }
  get isNotFound(): boolean {
    return this.status === 404
  }
  get isConflict(): boolean {
    return this.status === 409
  }
  /** The record has changed since its ETag was read. */
  get isStale(): boolean {
    return this.status === 412
  }
  get isInvalid(): boolean {
    return this.status === 422
  }
  get isRateLimited(): boolean {
    return this.status === 429
  }
}

/** What a sign-in that waits for a second factor can be finished with. */
export type SecondFactor = NonNullable<components['schemas']['Failure']['factors']>[number]

/**
 * The password is right, and the account has a second factor: {@link Client.finishSignIn} takes the challenge. It works once,
 * until `expiresAt` and for five tries.
 */
export class SecondFactorRequired extends RolecallError {
  override readonly name = 'SecondFactorRequired'
  readonly #challenge: string
  /** When the challenge ends, by the service's clock. */
  readonly expiresAt: string
  /** What the account has. */
  readonly factors: readonly SecondFactor[]
  /** What a browser needs to use a passkey, if the account has one. */
  readonly passkeyOptions: components['schemas']['PasskeyRequestOptions'] | undefined

  constructor(status: number, body: Challenged, headers: Headers) {
    super(status, body, headers)
    this.#challenge = body.challenge
    this.expiresAt = body.expires_at
    this.factors = body.factors
    this.passkeyOptions = body.passkey_options
  }

  /** A secret. A method, so that printing the error does not show it. */
  readChallenge(): string {
    return this.#challenge
  }
}

interface Challenged {
  challenge: string
  expires_at: string
  factors: SecondFactor[]
  passkey_options?: components['schemas']['PasskeyRequestOptions']
}

const isChallenged = (body: unknown): body is Challenged => {
  const { code, challenge } = (body ?? {}) as { code?: unknown; challenge?: unknown }
  return code === 'second_factor_required' && typeof challenge === 'string'
}

/** The error that an answer is. */
export const errorOf = (status: number, body: unknown, headers: Headers): RolecallError =>
  isChallenged(body)
    ? new SecondFactorRequired(status, body, headers)
    : new RolecallError(status, body, headers)

/** No complete response: the service was unreachable, the connection broke off, or a timeout expired. */
export class RolecallNetworkError extends Error {
  override readonly name = 'RolecallNetworkError'
  readonly isTimeout: boolean

  constructor(message: string, { isTimeout, cause }: { isTimeout: boolean; cause: unknown }) {
    super(message, { cause })
    this.isTimeout = isTimeout
  }
}

/** Why `verifyWebhook` refuses a request. */
export type WebhookFault =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'wrong_signature'
  | 'invalid_body'

/** A request does not come from the webhook, or is too old and may be a replay: answer 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly code: WebhookFault

  constructor(code: WebhookFault, message: string) {
    super(message)
    this.code = code
  }
}

interface Failure {
  errors: string[]
  code: string
  details: Detail[]
  request_id?: string
}

/** The code of an answer that is not the service's. */
export const UNEXPECTED_ANSWER = 'unexpected_answer'

/** An intermediary, such as a proxy, may respond in another format. */
function readFailure(status: number, body: unknown): Failure {
  const { errors, code, details, request_id } = (body ?? {}) as Partial<Failure>
  if (!Array.isArray(errors) || typeof code !== 'string') {
    return {
      errors: [`The answer (${status}) is not the service's.`],
      code: UNEXPECTED_ANSWER,
      details: [],
    }
  }
  return { errors, code, details: details ?? [], ...(request_id !== undefined && { request_id }) }
}

/** Seconds, or an HTTP date. */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
