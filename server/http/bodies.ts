import type { FastifyInstance, FastifyRequest } from 'fastify'
import secureJson from 'secure-json-parse'
import { badRequest, Refusal } from '../errors.ts'
import { isDeeper } from './json-depth.ts'
import { readMultipart } from './multipart.ts'
import { parseUrlEncoded } from './parameters.ts'

/** More than any field takes, and far less than what a walk over it could stumble on. */
const MAX_LEVELS = 128

/** The three encodings of the contract. Anything else is refused with 415 by Fastify. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text.length === 0 ? undefined : parseJson(text as string))
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
    readMultipart(request, parseJson),
  )
}

function parseJson(text: string): unknown {
  if (isDeeper(text, MAX_LEVELS)) {
    throw badRequest('malformed', `The body is nested deeper than ${MAX_LEVELS} levels.`)
  }
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
