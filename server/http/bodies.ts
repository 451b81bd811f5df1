import type { FastifyInstance, FastifyRequest } from 'fastify'
import secureJson from 'secure-json-parse'
import { badRequest, Refusal } from '../errors.ts'
import { type ShapeLimits, shapeFault } from './json-shape.ts'
import { readMultipart } from './multipart.ts'
import { MAX_PARAMETERS, parseUrlEncoded, tooManyParameters } from './parameters.ts'

/** More than any field takes, and far less than what a walk over it could stumble on. */
const VALUE: ShapeLimits = {
  levels: 128,
  // An object of 64 KiB has fewer.
  members: 13_000,
  itemMembers: 13_000,
  innerMembers: 13_000,
  // A thousand items have some tens each.
  containers: 50_000,
}
/** No operation has as many fields. */
const BODY: ShapeLimits = { ...VALUE, members: MAX_PARAMETERS, itemMembers: MAX_PARAMETERS }

/** The three encodings of the contract. Anything else is refused with 415 by Fastify. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text.length === 0 ? undefined : parseJson(text as string, BODY))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      try {
        done(null, parseUrlEncoded(text as string))
      } catch (error) {
        done(error as Error)
      }
    },
  )
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest) =>
    readMultipart(request, (text) => parseJson(text, VALUE)),
  )
}

function parseJson(text: string, limits: ShapeLimits): unknown {
  const fault = shapeFault(text, limits)
  if (fault === 'levels')
    throw badRequest('malformed', `The body is nested deeper than ${limits.levels} levels.`)
  if (fault === 'members') throw tooManyParameters()
  try {
    return secureJson.parse(text)
  } catch (error) {
    throw new Refusal(400, 'malformed', `The body is not valid JSON: ${firstLine(error)}.`, { cause: error })
  }
}

/** A parser's own message, without the piece of the body that some quote. */
const firstLine = (error: unknown) => {
  const message = (error as Error).message.split('\n')[0]?.replace(/[,.]?\s*"[\s\S]*$/, '') ?? ''
  return message === '' ? 'it cannot be parsed' : message.charAt(0).toLowerCase() + message.slice(1)
}
