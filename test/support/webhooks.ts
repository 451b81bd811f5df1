import assert from 'node:assert/strict'
import type { Answer } from './answer.ts'
import type { Service } from './service.ts'

export interface MadeWebhook {
  id: number
  uuid: string
  secret: string
}

/** Makes a webhook, over HTTP. */
export async function makeWebhook(
  service: Service,
  fields: { url: string; events?: string[] } & Record<string, unknown>,
  token = service.token,
): Promise<MadeWebhook> {
  const json = { events: ['*'], ...fields }
  const { status, body } = await service.call('POST', '/api/webhooks/create', { json, token })
  assert.equal(status, 201, JSON.stringify(body))
  const { item, secret } = body.data
  return { id: item.id, uuid: item.uuid, secret }
}

/** Gives entries their numbers, and sends until nothing is due: as the jobs of a running service do. */
export async function dispatch(service: Service): Promise<void> {
  // Webhooks are looked at once a second.
  service.clock.advance(1100)
  await service.runJob('number-entries')
  await service.runJob('send-webhooks')
}

/** The attempts of a webhook, the first one first. */
export async function deliveriesOf(
  service: Service,
  id: number,
  token = service.token,
): Promise<Answer['body'][]> {
  const { status, body } = await service.call('GET', `/api/webhooks/id/${id}/deliveries`, {
    query: { per_page: '1000' },
    token,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.list.data.toReversed()
}

/** A role that is changed, so that there are events about one record. */
export async function makeRole(service: Service, name: string): Promise<number> {
  const { body } = await service.call('POST', '/api/roles/create', { json: { name } })
  return body.data.item.id
}

export async function renameRole(service: Service, id: number, details: string): Promise<void> {
  const { status } = await service.call('POST', `/api/roles/id/${id}/update`, { json: { details } })
  assert.equal(status, 200)
}
