import type { Call, Endpoint } from '../../http/endpoint.ts'

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `<id>` of the generic conventions is an id or a uuid; as a selector, it is one of those two columns. */
export const byId = (call: Call): Call => {
  const value = call.params.id as string
  return { ...call, params: { ...call.params, column: UUID.test(value) ? 'uuid' : 'id', value } }
}

/** An endpoint by selector, answering by `<id>` as well. */
export const withId = (
  endpoint: Endpoint,
  changed: Pick<Endpoint, 'name' | 'methods' | 'path'>,
): Endpoint => ({
  ...endpoint,
  ...changed,
  summary: `${endpoint.summary} by id`,
  ...(endpoint.prepare && { prepare: (call) => endpoint.prepare?.(byId(call)) as Promise<unknown> }),
  handle: (call) => endpoint.handle(byId(call)),
})
