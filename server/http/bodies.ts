import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import secureJson from 'secure-json-parse'
import { badRequest, Refusal, tooLarge } from '../errors.ts'
import { isDeeper } from './json-depth.ts'
import { type Fields, nest, parseUrlEncoded } from './parameters.ts'

/** More than any field takes, and far less than what a walk over it could stumble on. */
const MAX_LEVELS = 128

/** The three encodings of the contract. Anything else is refused with 415 by Fastify. */
export async function acceptBodies(app: FastifyInstance): Promise<void> {
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
  await app.register(multipart)
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

/** The fields of a multipart body; a file is refused, since no endpoint takes one. */
export async function readMultipart(request: FastifyRequest): Promise<Fields> {
  const { bodyLimit } = request.routeOptions
  if (Number(request.headers['content-length']) > bodyLimit) throw tooLarge()
  const pairs: [string, unknown][] = []
  let size = 0
  try {
    for await (const part of request.parts({ limits: { fieldSize: bodyLimit } })) {
      if (part.type === 'file') {
        part.file.resume()
        throw new Refusal(415, 'file_not_accepted', 'This operation takes no files.')
      }
      size += Buffer.byteLength(part.fieldname) + Buffer.byteLength(String(part.value))
      if (size > bodyLimit || part.valueTruncated) throw tooLarge()
      pairs.push([part.fieldname, part.value])
    }
  } catch (error) {
    if (error instanceof Refusal || (error as { statusCode?: number }).statusCode === 413) throw error
    throw badRequest('malformed', 'The multipart body is malformed.')
  }
  return nest(pairs)
}
