import { type TSchema, Type } from 'typebox'
import { type Endpoint, takesIdempotencyKey, tellsPosition } from '../http/endpoint.ts'
import { exampleOf } from './examples.ts'
import type { Components, Json } from './schemas.ts'

const header = (description: string, schema: Json, required = true): Json => ({
  description,
  ...(required && { required }),
  schema,
})
const text = { type: 'string' }

/** Response headers by their names in the document. A response that lists a required header always has it. */
export const answerHeaders: Json = {
  'X-Request-Id': header('Names this request in the logs. One that you send, if well-formed, is kept.', text),
  'Content-Language': header(
    'The language of `errors` and of each `message`, as `Accept-Language` prefers.',
    {
      type: 'string',
      enum: ['en', 'fr'],
    },
  ),
  ETag: header('Names this state of the record, for `If-None-Match` and `If-Match`.', text),
  'Retry-After': header('Seconds to wait before trying again.', {
    type: 'integer',
    format: 'int32',
    minimum: 0,
  }),
  'WWW-Authenticate': header('How to authenticate.', { type: 'string', const: 'Bearer' }),
  'Set-Cookie': header(
    'Makes the browser known at later sign-ins, where failures are limited. It signs nobody in.',
    text,
    false,
  ),
  'Content-Disposition': header('A name for the file.', text),
  'X-Accel-Buffering': header('Proxies pass events on at once.', { type: 'string', const: 'no' }),
  Allow: header('The methods that the path answers.', text),
  'X-Position': header(
    'How far the database has come with this write: a read with `X-At-Least` sees at least that much.',
    text,
  ),
  'Idempotency-Replayed': header(
    'The write was carried out before, with the same `Idempotency-Key`; this is its answer again.',
    { type: 'string', const: 'true' },
    false,
  ),
}

/** References to headers; every response has the request id. */
export const headersOf = (...names: string[]): Json =>
  Object.fromEntries(
    ['X-Request-Id', ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

/** Whether it returns one record in its current state: only such responses have an ETag. */
export const readsItem = ({ name }: Endpoint) => name.endsWith('.read') || name.endsWith('.get')

/** The success response of an operation. */
export function successAnswer(endpoint: Endpoint, components: Components): Json {
  if (endpoint.streams)
    return {
      description: endpoint.streams.description,
      headers: headersOf(endpoint.streams.header),
      content: Object.fromEntries(
        Object.entries(endpoint.streams.examples).map(([type, example]) => [type, { schema: text, example }]),
      ),
    }
  const { data, variant, setsCookie, isInLanguage } = endpoint
  const both = variant ? Type.Union([data, variant]) : data
  const schema = components.add(envelope(both, endpoint))
  return {
    description: describeSuccess(endpoint),
    headers: headersOf(
      ...(readsItem(endpoint) ? ['ETag'] : []),
      ...(tellsPosition(endpoint) ? ['X-Position'] : []),
      ...(takesIdempotencyKey(endpoint) ? ['Idempotency-Replayed'] : []),
      ...(isInLanguage ? ['Content-Language'] : []),
      ...(setsCookie ? ['Set-Cookie'] : []),
    ),
    content: { 'application/json': { schema, ...examplesOf(endpoint, components) } },
  }
}

function describeSuccess(endpoint: Endpoint): string {
  const { data, messages, isRecords } = endpoint
  if (messages) return messages[0] as string
  if (readsItem(endpoint)) return 'The record.'
  if ((data as { type?: string }).type === 'boolean') return 'True or false.'
  return isRecords ? 'The selected records.' : 'The result.'
}

function examplesOf(endpoint: Endpoint, components: Components): Json {
  const { path, data, variant } = endpoint
  const example = (shape: TSchema) =>
    exampleOf(components.add(envelope(shape, endpoint)), { components: components.schemas, path })
  if (!variant) return { example: example(data) }
  return {
    examples: {
      plain: { summary: 'As it comes', value: example(data) },
      variant: { summary: 'With variant=2', value: example(variant) },
    },
  }
}

/** The envelope around an operation's `data`. */
const envelope = (data: TSchema, { messages, maxMessages }: Pick<Endpoint, 'messages' | 'maxMessages'>) =>
  Type.Object({
    success: Type.Literal(true),
    status: Type.Literal('success'),
    data,
    ...(messages && {
      messages: Type.Array(Type.String(), { maxItems: maxMessages ?? messages.length, examples: [messages] }),
    }),
  })
