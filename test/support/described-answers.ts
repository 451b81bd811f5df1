import { appendFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { Refusal } from '../../server/errors.ts'
import type { Answer } from './answer.ts'
import { type Called, checkedInDescription, type Description } from './description.ts'

/** An answer as tests see it, with its body parsed if it is JSON. */
export function answerOf(status: number, headers: Answer['headers'], payload: string): Answer {
  try {
    return { status, headers, body: JSON.parse(payload) }
  } catch {
    return { status, headers, body: payload }
  }
}

/** A call and its answer, as a line of the file that RECORD names: for test/prism.ts. */
export interface Recorded {
  called: Called
  answer: Answer
}

/**
 * @param cause of a 5xx, if it is known: a response does not contain it, and the services of tests log nothing
 * @throws unless the answer is as described: its status, its headers, its body
 */
export function assertDescribed(
  called: Called,
  answer: Answer,
  description = checkedInDescription(),
  cause?: unknown,
): void {
  const { RECORD } = process.env
  if (RECORD !== undefined) appendFileSync(RECORD, `${JSON.stringify({ called, answer })}\n`)
  const faults = [...description.faultsOf(called, answer), ...faultsOfSentences(answer)]
  if (faults.length === 0) return
  if (cause !== undefined) faults.push(`The cause: ${inspect(cause)}`)
  throw new Error(`Not as described in api/openapi.json:\n${faults.join('\n')}`)
}

/** Messages are made of parts, two of which may end in a full stop. */
function faultsOfSentences({ body }: Answer): string[] {
  const messages: unknown[] = [body?.errors, body?.messages].flat()
  return messages
    .filter((text) => typeof text === 'string' && text.endsWith('..'))
    .map((text) => `“${text}” ends in two full stops.`)
}

/**
 * Checks every answer of the app against the description. Answers to injected requests are checked at once.
 * @returns checks the answers over sockets since then; not while they are served, because tests may measure that time
 */
export function checkAgainstDescription(app: FastifyInstance, description?: Description): () => void {
  /** By the id of the request. */
  const causes = new Map<string, unknown>()
  app.addHook('onError', async (request, _reply, error) => {
    const cause = error instanceof Refusal ? error.cause : error
    if (cause !== undefined) causes.set(request.id, cause)
  })
  const assertAnswer = (called: Called, answer: Answer) =>
    assertDescribed(
      called,
      answer,
      description,
      answer.status >= 500 ? causes.get(answer.body?.request_id) : undefined,
    )
  const inject = app.inject.bind(app) as (options: InjectOptions | string) => Promise<LightMyRequestResponse>
  app.inject = (async (options: InjectOptions | string) => {
    const response = await injectOnce(inject, options)
    const { method = 'GET', url, headers = {} } = typeof options === 'string' ? { url: options } : options
    const answer = answerOf(response.statusCode, response.headers, response.payload)
    assertAnswer({ method, path: String(url), headers: lowerCased(headers) }, answer)
    return response
  }) as FastifyInstance['inject']

  const answered: { called: Called; answer: Answer }[] = []
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const written = recordWritten(response)
    response.once('finish', () => {
      const { method = '', url = '', headers } = request
      // A request line may contain an absolute URL.
      const path = url.replace(/^https?:\/\/[^/]*/, '')
      const isEmpty = method === 'HEAD' || response.statusCode === 304
      const payload = isEmpty ? '' : Buffer.concat(written.chunks).toString()
      const answer = answerOf(response.statusCode, written.headers, payload)
      answered.push({ called: { method, path, headers }, answer })
    })
  })
  return () => {
    for (const { called, answer } of answered.splice(0)) assertAnswer(called, answer)
  }
}

/** A stream of events never ends: of an injected request, only its head is read. */
async function injectOnce(
  inject: (options: InjectOptions | string) => Promise<LightMyRequestResponse>,
  options: InjectOptions | string,
): Promise<LightMyRequestResponse> {
  const url = String(typeof options === 'string' ? options : options.url)
  if (!/^\/api\/events(?:\?|$)/.test(url) || typeof options === 'string') return inject(options)
  const response = await inject({ ...options, payloadAsStream: true })
  const stream = response.stream()
  let payload = ''
  const isEndless = String(response.headers['content-type']).startsWith('text/event-stream')
  if (isEndless) stream.destroy()
  else for await (const part of stream) payload += part
  return Object.assign(Object.create(response), { payload, body: payload })
}

/** @param headers by name, or as names and values in turn: Node accepts both */
function lowerCased(headers: object): Called['headers'] {
  const entries = Array.isArray(headers) ? pairsOf(headers as string[]) : Object.entries(headers)
  return Object.fromEntries(entries.map(([name = '', value]) => [name.toLowerCase(), value]))
}

const pairsOf = (flat: string[]) =>
  flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]]] : []))

/** Records what is written to a response. Node itself does not keep headers that are sent with the status. */
function recordWritten(response: ServerResponse) {
  const written = { headers: {} as Answer['headers'], chunks: [] as Buffer[] }
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (...args: unknown[]) => {
    Object.assign(
      written.headers,
      response.getHeaders(),
      lowerCased(args.find((arg) => typeof arg === 'object') ?? {}),
    )
    return writeHead(...args)
  }
  for (const name of ['write', 'end'] as const) {
    const original = response[name].bind(response) as (...args: unknown[]) => never
    response[name] = (chunk?: unknown, ...rest: unknown[]) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array)
        written.chunks.push(Buffer.from(chunk as string))
      return original(chunk, ...rest)
    }
  }
  return written
}
