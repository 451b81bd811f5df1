import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { badRequest, Refusal, tooLarge } from '../errors.ts'
import { type Fields, nest } from './parameters.ts'

/** More fields than any operation takes. */
const MAX_PARTS = 1000

const malformed = () => badRequest('malformed', 'The multipart body is malformed.')

/**
 * The fields of a multipart body; a file is refused, since no endpoint takes one.
 * Not by `@fastify/multipart`, which listens to every answer in case there are files to delete.
 * @param parseJson what a part of `application/json` holds
 */
export async function readMultipart(
  { raw, headers, routeOptions: { bodyLimit } }: FastifyRequest,
  parseJson: (text: string) => unknown,
): Promise<Fields> {
  if (Number(headers['content-length']) > bodyLimit) throw tooLarge()
  const parser = parserOf(headers, bodyLimit)
  const { promise, resolve, reject } = Promise.withResolvers<[string, unknown][]>()
  const pairs: [string, unknown][] = []
  let size = 0
  let isEmpty = true
  // What is left of the body is read by nobody: Node throws it away.
  const stop = (refusal: Refusal) => {
    raw.unpipe(parser)
    reject(refusal)
  }
  // Its types don't say so: a part may have no name.
  parser.on('field', (name: string | undefined, text, _isNameCut, isCut, _encoding, type) => {
    if (name === undefined) return stop(malformed())
    size += Buffer.byteLength(name) + Buffer.byteLength(text)
    if (size > bodyLimit || isCut) return stop(tooLarge())
    if (name in Object.prototype) return stop(malformed())
    try {
      pairs.push([name, type.startsWith('application/json') ? parseJson(text) : text])
    } catch {
      stop(malformed())
    }
  })
  parser.on('file', (_name, file) => {
    file.resume()
    stop(new Refusal(415, 'file_not_accepted', 'This operation takes no files.'))
  })
  parser.on('partsLimit', () => stop(tooLarge()))
  // No part at all is a form without fields.
  parser.on('error', () => (isEmpty ? resolve([]) : stop(malformed())))
  parser.on('finish', () => resolve(pairs))
  raw.once('data', () => {
    isEmpty = false
  })
  raw.on('error', reject)
  raw.pipe(parser)
  return promise.then(nest)
}

/** @throws Refusal 400 where the header names no boundary */
function parserOf(headers: FastifyRequest['headers'], fieldSize: number): BusboyInstance {
  const limits = { parts: MAX_PARTS, fieldSize }
  try {
    return new Busboy({ headers: headers as { 'content-type': string }, limits })
  } catch {
    throw malformed()
  }
}
