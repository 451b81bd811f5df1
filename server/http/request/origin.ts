import type { FastifyRequest } from 'fastify'
import type { Origin } from '../../access/context.ts'
import { invalidField } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { unstorableCharacter } from '../../values/coerce.ts'
import type { Fields } from '../../values/fields.ts'

/** Characters. */
const MAX_REASON = 500

/** Where a request came from, for the audit trail. The console says so itself: `via` proves nothing. */
export const originOf = ({ id, headers }: FastifyRequest): Origin => ({
  via: headers['x-via'] === 'console' ? 'console' : 'http',
  requestId: id,
})

/**
 * The caller's reason for a write: the header `X-Reason`, else the field `reason`.
 * @throws Refusal 422 if the header is not percent-encoded, the field is not a text, or the text is too long
 */
export function reasonOf({ headers }: FastifyRequest, { reason }: Fields): string | undefined {
  const given = reasonIn(headers['x-reason'])
  if (given !== undefined || reason === undefined || reason === null || reason === '') return given
  if (typeof reason !== 'string') throw invalidField('reason', 'invalid', say`reason must be a text.`)
  return requireShort('reason', reason)
}

function reasonIn(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header === '') return undefined
  const reason = decoded(header)
  if (reason === undefined)
    throw invalidField('X-Reason', 'invalid', say`X-Reason must be percent-encoded UTF-8.`)
  return requireShort('X-Reason', reason)
}

function requireShort(name: string, reason: string): string {
  const character = unstorableCharacter(reason)
  if (character !== undefined)
    throw invalidField(name, 'invalid_type', say`${name} has a character that is not allowed: ${character}.`)
  if (reason.length <= MAX_REASON) return reason
  throw invalidField(name, 'too_long', say`${name} may have at most ${MAX_REASON} characters.`)
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
