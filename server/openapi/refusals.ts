import { enrolmentRequired } from '../access/second-factor.ts'
import {
  badRequest,
  conflict,
  forbidden,
  invalid,
  notFound,
  overloaded,
  positionGone,
  Refusal,
  tooManyRequests,
  tooSlow,
  unauthenticated,
  unknownPosition,
  writeConflict,
} from '../errors.ts'
import { type Endpoint, type Method, takesIdempotencyKey, takesPosition } from '../http/endpoint.ts'
import { refusalBody } from '../http/response/failures.ts'
import { say } from '../messages/say.ts'
import { headersOf } from './answers.ts'
import { type Json, mapValues } from './schemas.ts'

interface Kind {
  description: string
  headers?: string[]
  /** Example responses, by what went wrong. */
  examples: Record<string, Refusal>
}

const KINDS: Record<number, Kind> = {
  400: {
    description: 'The body cannot be read, or a column, filter, sort or relation is unknown.',
    examples: {
      body: badRequest(
        'malformed',
        say`The body is not valid JSON: expected ',' or '}' after property value.`,
      ),
      column: badRequest(
        'unknown_column',
        say`A role can't be selected by that. Allowed: id, uuid, name, slug.`,
      ),
    },
  },
  401: {
    description: 'No token, or one that is unknown, expired or revoked; or a wrong email or password.',
    headers: ['WWW-Authenticate'],
    examples: {
      missing: unauthenticated(say`A token is needed: sign in, then send it as a bearer token.`),
      token: unauthenticated(say`The token is unknown, expired or revoked.`),
      credentials: unauthenticated(say`The email or password is wrong.`),
    },
  },
  403: {
    description:
      'Not allowed; names the permission that is missing. Or a second factor is required, and the sign-in was without one.',
    examples: { permission: forbidden(['can-update-users']), enrolment: enrolmentRequired() },
  },
  404: { description: 'No such record.', examples: { record: notFound(say`No user matches.`) } },
  405: {
    description: 'The path does not answer the method that was used; `Allow` names those it does.',
    headers: ['Allow'],
    examples: { method: new Refusal(405, 'method_not_allowed', say`This path supports GET, POST.`) },
  },
  409: {
    description: 'Taken, ambiguous, a state that forbids it, or changed by others at the same moment.',
    examples: {
      taken: conflict('email_taken', say`Another user already has this email.`, 'email'),
      ambiguous: conflict(
        'ambiguous_selector',
        say`This matches 3 users, with the ids 4, 7, 9; a write must match exactly one.`,
      ),
      concurrent: writeConflict(),
      position: unknownPosition(),
    },
  },
  410: {
    description: 'The position is not in the audit trail: it was dropped, or is of another database.',
    examples: { position: positionGone() },
  },
  412: {
    description: 'The record has changed since the ETag of `If-Match` was read.',
    examples: {
      stale: new Refusal(412, 'stale', say`The record has changed since it was read; read it again.`),
    },
  },
  413: {
    description: 'The body is too large.',
    examples: { body: new Refusal(413, 'too_large', say`The body is larger than this service accepts.`) },
  },
  414: {
    description: 'The path is too long.',
    examples: { path: new Refusal(414, 'uri_too_long', say`The path is too long.`) },
  },
  415: {
    description: 'An encoding that is not accepted.',
    examples: {
      encoding: new Refusal(
        415,
        'unsupported_media_type',
        say`Send application/json, application/x-www-form-urlencoded or multipart/form-data.`,
      ),
    },
  },
  422: {
    description: 'A value is missing, of the wrong type or out of range, or a field is unknown.',
    examples: {
      fields: invalid([
        { field: 'per_page', code: 'out_of_range', message: say`per_page must be at most 1000.` },
        {
          field: 'nmae',
          code: 'unknown_field',
          message: say`nmae is not a field of this operation. Did you mean name?`,
        },
      ]),
    },
  },
  429: {
    description:
      'Too many attempts, too many exports by one account, or, where the service counts them, more calls of one token than it has points a minute; try again after `Retry-After` seconds.',
    headers: ['Retry-After'],
    examples: {
      attempts: tooManyRequests(say`Too many attempts.`, 42),
      calls: tooManyRequests(say`This token has reached its rate limit.`, 42),
    },
  },
  431: {
    description: 'The path, the query or the headers are too long, or too many headers.',
    examples: {
      headers: new Refusal(431, 'headers_too_large', say`The path or the headers are too long.`),
    },
  },
  503: {
    description:
      'Overloaded, starting, stopping, the database cannot be reached, or something that takes too long to read.',
    headers: ['Retry-After'],
    examples: {
      overloaded: overloaded(),
      stopping: new Refusal(503, 'stopping', say`The service is stopping.`),
      too_slow: tooSlow(),
    },
  },
}

const REQUEST_ID = '01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b57'

const refusalAnswer = ({ description, headers = [], examples }: Kind): Json => ({
  description,
  headers: headersOf('Content-Language', ...headers),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Failure' },
      examples: mapValues(examples, (refusal) => ({
        value: refusalBody(refusal as Refusal, REQUEST_ID, 'en'),
      })),
    },
  },
})

/** All refusals by status, and the 304 response of an unchanged read. */
export const refusalAnswers: Json = {
  304: { description: 'Not changed since the ETag of `If-None-Match`.', headers: headersOf('ETag') },
  ...mapValues(KINDS, (kind) => refusalAnswer(kind as Kind)),
}

/** The statuses of an operation's refusals. */
export function refusalsOf(endpoint: Endpoint, method: Method): number[] {
  const { access, isForEndUsers, isForEnrolment, input, path, refusals, unknown, members, items } = endpoint
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const guarded =
    access === 'public' && !isForEndUsers
      ? []
      : access === 'signed-in' && isForEnrolment && !hasBody
        ? [401, 429]
        : [401, 403, 429]
  const readsFields = members || items || unknown === 'refuse' || Object.keys(input.properties).length > 0
  return [
    ...new Set([
      400,
      ...guarded,
      405,
      ...refusals,
      ...(takesIdempotencyKey(endpoint) || takesPosition(endpoint) ? [409] : []),
      ...(hasBody ? [413, 415] : []),
      ...(path.includes(':') ? [414] : []),
      ...(readsFields ? [422] : []),
      431,
      503,
    ]),
  ].sort()
}
