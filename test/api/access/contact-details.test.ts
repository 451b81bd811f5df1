// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { relationsOf } from '../../../server/crud/define/relations.ts'
import type { Resource } from '../../../server/crud/define/resource.ts'
import { registry, resources } from '../../../server/resources/index.ts'
import { dataOf, giveRole, makeActor, makeUser, type Person } from '../../support/actors.ts'
import { assertForbidden, assertRefused } from '../../support/refusals.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'

const CONTACT = ['email', 'alternate_email', 'phone']
const SLUG = 'can-see-users-contact-details'
const contacts = (name: string, number: number) => ({
  email: `${name}@contact.example`,
  alternate_email: `${name}@second.example`,
  phone: `99887700${number}`,
})

type Json = Record<string, unknown>
type Found = { path: string; owner: Json; name: string }

/** Every contact detail in an answer: its path, its name and the record that contains it. */
function contactsIn(value: unknown, path = ''): Found[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(CONTACT.includes(key) ? [{ path, owner: value as Json, name: key }] : []),
    ...contactsIn(inner, Array.isArray(value) ? path : `${path}.${key}`),
  ])
}

/** All paths of relations from the resource, to the depth limit of include. */
const paths = (resource: Resource, depth = 3): string[] =>
  Object.entries(relationsOf(resource)).flatMap(([name, { to }]) => [
    name,
    ...(depth > 1 ? paths(registry.named(to), depth - 1).map((path) => `${name}.${path}`) : []),
  ])

describe('contact details', () => {
  let service: Service
  let ada: Person
  let pendingRegistration: { id: number }
  let approvedRegistration: { id: number }
  /** Holds every permission except can-see-users-contact-details. */
  let reader: Person

  before(async () => {
    service = await startService()
    dataOf(
      await service.call('POST', `/api/users/email/${ADMIN.email}/update`, {
        json: { ...contacts('root', 1), current_password: ADMIN.password },
      }),
    )
    ada = await makeUser(service, { ...contacts('ada', 2), first_name: 'Ada', invited_by: 1, user_id: 1 })
    await giveRole(service, ada, 'manager')
    const create = async (resource: string, json: object) =>
      dataOf(await service.call('POST', `/api/${resource}/create`, { json })).item
    const registration = (name: string, number: number) =>
      create('registrations', {
        ...contacts(name, number),
        first_name: 'Ida',
        password: 'a phrase of my own',
        invited_by: ada.id,
      })
    pendingRegistration = await registration('waiting', 3)
    approvedRegistration = await registration('registered', 4)
    dataOf(await service.call('POST', `/api/registrations/id/${approvedRegistration.id}/create-user`))
    await create('taxonomy-types', { name: 'City' })
    await create('taxonomies', { name: 'Paris', type: 'city' })
    await create('taxonomies', { name: 'Montmartre', type: 'city', parent: 'paris' })
    await create('webhooks', { url: 'https://hooks.example.com/', events: ['users.*'] })
    reader = await makeActor(service, await otherSlugs(), { ...contacts('reader', 5), first_name: 'Reader' })
  })
  after(() => service.stop())

  async function otherSlugs(): Promise<string[]> {
    const { list } = dataOf(await service.call('GET', '/api/permissions', { query: { per_page: '1000' } }))
    return list.data.map(({ slug }: { slug: string }) => slug).filter((slug: string) => slug !== SLUG)
  }

  const as = (token: string, path: string, query: Record<string, string> = {}) =>
    service.call('GET', path, { token, query })

  /** Asserts that the reader sees no contact details of others. @returns those that an administrator sees there */
  async function compare(path: string, query: Record<string, string>) {
    const [hidden, shown] = [await as(reader.token, path, query), await as(service.token, path, query)]
    const ofOthers = contactsIn(dataOf(hidden)).filter(({ owner }) => owner.username !== reader.username)
    assert.deepEqual(ofOthers, [], path)
    return contactsIn(dataOf(shown))
  }

  for (const resource of resources) {
    const include = paths(resource).join(',')

    it(`are absent from the list of ${resource.name} and its includes, to depth 3`, async () => {
      const shown = await compare(`/api/${resource.name}`, { include, per_page: '3' })
      const places = [...new Set(shown.map(({ path }) => path))]
      const deep = places.filter((path) => path.split('.').length >= 6)
      assert.ok(deep.length > 0, `an administrator sees some at depth 3: ${places.join(' ')}`)
    })

    it(`are absent from a single ${resource.singular} and its includes`, async () => {
      const { list } = dataOf(
        await service.call('GET', `/api/${resource.name}`, { query: { per_page: '3' } }),
      )
      for (const { id, created_by: author } of list.data) {
        const path = `/api/${resource.name}/id/${id}`
        await compare(path, { include })
        const places = (await compare(path, {})).map(({ path }) => path)
        assert.equal(places.includes('.created_by_user'), author !== null, `${path} ${places}`)
      }
    })
  }

  const RELATION_READS = [
    ['users', 'username/ada/roles'],
    ['users', 'username/ada/permissions'],
    ['roles', 'slug/manager/users'],
    ['roles', 'slug/manager/permissions'],
    ['permissions', 'slug/can-read-users/users'],
    ['permissions', 'slug/can-read-users/roles'],
  ] as const

  it('are absent from relation reads and their includes', async () => {
    for (const [resource, path] of RELATION_READS) {
      const relation = path.split('/')[2] as 'roles'
      const include = paths(registry.named(relation)).join(',')
      const shown = await compare(`/api/${resource}/${path}`, { include, per_page: '2' })
      assert.ok(shown.length > 0, path)
    }
    const links = await compare(`/api/users/${ada.id}/relationships/roles`, {})
    assert.deepEqual(
      links.map(({ path }) => path),
      ['.user', '.user', '.user'],
    )
  })

  it('are absent from responses to writes', async () => {
    const { token } = reader
    const created = await service.call('POST', '/api/users/create', {
      token,
      json: { ...contacts('new', 6), first_name: 'New' },
    })
    const path = `/api/users/id/${dataOf(created).item.id}`
    const answers = [
      created,
      await service.call('POST', `${path}/update`, { token, json: { title: 'x', phone: '99887711' } }),
      await service.call('POST', `/api${path.slice(4).replace('/id/', '/')}/relationships/roles`, {
        token,
        json: 'guest',
      }),
      await service.call('POST', `${path}/delete`, { token }),
      await service.call('POST', `${path}/restore`, { token }),
      await service.call('POST', `/api/registrations/id/${pendingRegistration.id}/update`, {
        token,
        json: { title: 'x' },
      }),
      await service.call('POST', `/api/registrations/id/${pendingRegistration.id}/create-user`, { token }),
    ]
    for (const answer of answers) assert.deepEqual(contactsIn(dataOf(answer)), [])
  })

  it('of the caller’s own record are always shown', async () => {
    const record = dataOf(await as(reader.token, `/api/users/email/${reader.email}`))
    assert.equal(record.email, reader.email)
    assert.equal(record.phone, '998877005')
    const { list } = dataOf(await as(reader.token, '/api/users', { q: 'Reader' }))
    assert.deepEqual(
      list.data.map(({ email }: Json) => email),
      [reader.email],
    )
    const { data } = dataOf(await as(reader.token, '/api/roles', { include: 'users', per_page: '1000' })).list
    const inRoles = data.flatMap(({ users }: { users: Json[] }) => users).filter(({ email }: Json) => email)
    assert.deepEqual(
      inRoles.map(({ id }: Json) => id),
      [reader.id],
    )
  })

  it('cannot select any record but the caller’s own', async () => {
    const values = { email: 'ada@contact.example', alternate_email: 'ada@second.example', phone: '998877002' }
    for (const [column, value] of Object.entries(values)) {
      for (const path of [`/api/users/${column}/${value}`, `/api/users/${column}/nobody@example.com`]) {
        const answer = await as(reader.token, path)
        assertRefused(answer, { status: 403, code: 'forbidden', says: new RegExp(`permission ${SLUG}\\.$`) })
        for (const rest of ['/update', '/delete', '/restore']) {
          await assertForbidden(
            service,
            () => service.call('POST', `${path}${rest}`, { token: reader.token }),
            [SLUG],
          )
        }
        for (const rest of ['/roles', '/permissions', '/roles/manager', '/permissions/can-read-users']) {
          assertRefused(await as(reader.token, path + rest), { status: 403, code: 'forbidden' })
        }
      }
      const path = `/api/registrations/${column}/${value.replace('ada', 'waiting')}`
      assertRefused(await as(reader.token, path), { status: 403, code: 'forbidden' })
      const createUser = () => service.call('POST', `${path}/create-user`, { token: reader.token })
      await assertForbidden(service, createUser, [SLUG])
    }
    assert.equal((await as(reader.token, '/api/users/phone/998877005')).status, 200)
    assert.equal((await as(service.token, '/api/users/phone/998877002')).status, 200)
  })

  const LISTS = [
    '/api/users',
    '/api/registrations',
    '/api/roles/slug/manager/users',
    '/api/permissions/slug/can-read-users/users',
  ]

  it('cannot filter or sort a list', async () => {
    for (const path of LISTS) {
      for (const column of CONTACT) {
        for (const query of [
          { [`filter[${column}]`]: 'ada@contact.example' },
          { [`filter[${column}]`]: 'like:contact' },
          { [`filter[${column}]`]: 'not:' },
          { [`filter[${column}]`]: '' },
          { [`filter[${column}]`]: 'btw:a|z' },
          { sort: column },
          { sort: `id,${column}:desc` },
        ]) {
          const answer = await as(reader.token, path, query)
          const says = new RegExp(`^Using ${column} needs the permission ${SLUG}\\.$`)
          assertRefused(answer, { status: 403, code: 'forbidden', says })
          assert.equal((await as(service.token, path, query)).status, 200)
        }
      }
    }
  })

  it('are not searched by q', async () => {
    const totals = async (token: string, q: string) => {
      const found: number[] = []
      for (const path of LISTS) {
        const data = dataOf(await as(token, path, { q }))
        found.push((data.list ?? data.users).total)
      }
      return found
    }
    assert.deepEqual(await totals(reader.token, 'contact.example'), [0, 0, 0, 0])
    assert.deepEqual(await totals(service.token, 'ADA@contact.example'), [1, 0, 1, 1])
    assert.deepEqual(await totals(reader.token, 'ada@contact.example'), [0, 0, 0, 0])
    assert.deepEqual(await totals(reader.token, '99887700'), [0, 0, 0, 0])
    assert.deepEqual(await totals(service.token, '99887700'), [0, 0, 0, 0])
    assert.deepEqual(await totals(reader.token, 'Ada'), [1, 0, 1, 1])
  })
})
