import type { FastifyInstance, FastifyRequest } from 'fastify'
import secureJson from 'secure-json-parse'
import { badRequest, Refusal } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { decodeUtf8, encodingFault } from './body-encoding.ts'
import { type ShapeLimits, shapeFault } from './json-shape.ts'
import { readMultipart } from './multipart.ts'
import { MAX_PARAMETERS, parseUrlEncoded, tooManyParameters } from './parameters.ts'

/** More than any field needs, and far less than what would be slow or deep to traverse. */
const VALUE: ShapeLimits = {
  levels: 128,
  // An object of 64 KiB has fewer.
  members: 13_000,
  itemMembers: 13_000,
  innerMembers: 13_000,
  // In total. Each new name costs time: V8 creates a new hidden class.
  names: 13_000,
  // Each may have a hidden class of its own. A thousand items have a few containers each,
  containers: 15_000,
  // and tens of values.
  values: 60_000,
}
/** No operation has this many fields. */
const BODY: ShapeLimits = { ...VALUE, members: MAX_PARAMETERS, itemMembers: MAX_PARAMETERS }

/** The body of a GET is not read, so its encoding is no question of the media type. */
const unexpected = ({ said }: Refusal) => badRequest('malformed', said)

const THE_BODY = say`The body`

/** Registers the three body encodings of the contract, in UTF-8. Fastify refuses other types with 415. */
export function acceptBodies(app: FastifyInstance): void {
  // Before the body is read.
  app.addHook('preParsing', ({ headers, method }, _reply, payload, next) => {
    const fault = hasBody(headers) ? encodingFault(headers) : undefined
    if (fault) next(method === 'GET' || method === 'HEAD' ? unexpected(fault) : fault)
    else next(null, payload)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : parseJson(decodeUtf8(body as Buffer, THE_BODY), BODY))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      try {
        done(null, parseUrlEncoded(decodeUtf8(body as Buffer, THE_BODY), THE_BODY))
      } catch (error) {
        done(error as Error)
      }
    },
  )
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    ({ headers }: FastifyRequest, body, done) => {
      try {
        done(null, readMultipart(headers['content-type'] ?? '', body as Buffer, parseParts))
      } catch (error) {
        done(error as Error)
      }
    },
  )
}

const hasBody = (headers: FastifyRequest['headers']) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/** The limits apply to all JSON parts together. */
function parseParts(texts: readonly string[]): unknown[] {
  refuseByShape(`[${texts.join(',')}]`, VALUE)
  return texts.map(parse)
}

function parseJson(text: string, limits: ShapeLimits): unknown {
  refuseByShape(text, limits)
  return parse(text)
}

const COUNTED = {
  names: say`different names`,
  containers: say`objects and lists`,
  values: say`values`,
}

function refuseByShape(text: string, limits: ShapeLimits): void {
  const fault = shapeFault(text, limits)
  if (fault === 'levels')
    throw badRequest('malformed', say`The body is nested deeper than ${limits.levels} levels.`)
  if (fault === 'members') throw tooManyParameters()
  if (fault) throw badRequest('malformed', say`The body has more than ${limits[fault]} ${COUNTED[fault]}.`)
}

function parse(text: string): unknown {
  try {
    return secureJson.parse(text)
  } catch (error) {
    throw new Refusal(400, 'malformed', say`The body is not valid JSON: ${firstLine(error)}.`, {
      cause: error,
    })
  }
}

/** The parser's message, without the excerpt of the body that some parsers quote. */
const firstLine = (error: unknown) => {
  const message = (error as Error).message.split('\n')[0]?.replace(/[,.]?\s*"[\s\S]*$/, '') ?? ''
  return message === '' ? say`it cannot be parsed` : message.charAt(0).toLowerCase() + message.slice(1)
}
