import type { Call, Endpoint } from '../../http/endpoint.ts'

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Converts `<id>` of the generic routes, an id or a uuid, into a selector. */
export const byId = (call: Call): Call => {
  const value = call.params.id as string
  return { ...call, params: { ...call.params, column: UUID.test(value) ? 'uuid' : 'id', value } }
}

/** The `<id>` variant of an endpoint that takes a selector. */
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
