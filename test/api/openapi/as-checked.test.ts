// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Document } from '../../support/api-files.ts'
import { apiFile } from '../../support/api-files.ts'
import { readDescription } from '../../support/description.ts'
import { type Service, startService } from '../../support/service.ts'

/** Statements of the description about requests that the service checks without a schema. */
const document: Document = apiFile('openapi.json')
const { faultsAt } = readDescription(document)

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

describe('A pattern', () => {
  const { properties } = document.components.schemas.UserCreate

  it('for addresses matches what the service accepts', () => {
    const pattern = new RegExp(properties.activated_ip.pattern)
    const v4 = ['0.0.0.0', '203.0.113.7', '255.255.255.255', '256.1.1.1', '1.2.3', '01.2.3.4', '1.2.3.4.5']
    const v6 = ['::', '::1', '1::', '2001:db8::7', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7::', '::2:3:4:5:6:7:8']
    const mixed = [
      '::ffff:203.0.113.7',
      '1:2:3:4:5:6:1.2.3.4',
      '1::5:1.2.3.4',
      'fe80::1%eth0',
      '1:2::7:1.2.3.4',
    ]
    const wrong = [
      '',
      ':',
      ':::',
      '1::2::3',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '12345::',
      'fe80::1%',
      '::g',
    ]
    for (const address of [...v4, ...v6, ...mixed, ...wrong])
      assert.equal(pattern.test(address), isIP(address) !== 0, address)
  })

  it('for names matches what the service accepts, except for characters that few tools support', async () => {
    const pattern = new RegExp(properties.display_name.pattern)
    const fit = ['Ada', 'Łukasz Ørsted', '李', 'a\u200db', '👩\u200d🔬']
    const unfit = ['a\u0000b', 'a\u0085b', 'a\u2028b', 'a\u202eb', '\u200b', '\u00ad\u2060', '\u3164']
    for (const [index, display_name] of [...fit, ...unfit].entries()) {
      const json = { email: `line-${index}@example.com`, first_name: 'Ada', display_name }
      const { status } = await service.call('POST', '/api/users/create', { json })
      assert.deepEqual(
        [status === 201, status === 422],
        [fit.includes(display_name), unfit.includes(display_name)],
      )
      assert.equal(pattern.test(display_name), status === 201, JSON.stringify(display_name))
    }
  })

  it('for the names of members and ids to delete matches what the service accepts', async () => {
    const IDS = '#/paths/~1api~1users/delete/requestBody/content/application~1json/schema/anyOf/1/items/anyOf'
    const uuid = '01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b57'
    for (const id of [1e6, uuid, '1000000', -1, 1e15, '', 'x', uuid.slice(1)]) {
      const { status } = await service.call('DELETE', '/api/users', { json: [id] })
      const takes = [0, 1].some((index) => faultsAt(`${IDS}/${index}`, id).length === 0)
      assert.equal(takes, status === 404, `${id} ${status}`)
    }
    for (const id of [1e6, 'editor', '', ' ']) {
      const { body } = await service.call('POST', '/api/users/1/relationships/roles', { json: [{ id }] })
      const takes = faultsAt('#/components/schemas/MemberName', id).length === 0
      assert.equal(takes, body.code !== 'required', `${id} ${body.code}`)
    }
  })
})

describe('The schema of a bulk update', () => {
  it('accepts an item with an id or a uuid, and no other', async () => {
    const { body } = await service.call('POST', '/api/roles/create', { json: { name: 'Named' } })
    const { id, uuid } = body.data.item
    const [one, other] =
      document.paths['/api/roles'].put.requestBody.content['application/json'].schema.items.anyOf
    const takes = (item: object) => [one, other].some(({ $ref }) => faultsAt($ref, item).length === 0)
    for (const key of [{ id }, { uuid }, { id, uuid }, {}]) {
      const item = { ...key, details: 'Reads.' }
      const { status } = await service.call('PUT', '/api/roles', { json: [item] })
      assert.equal(status, takes(item) ? 200 : 422, JSON.stringify(key))
    }
  })
})
