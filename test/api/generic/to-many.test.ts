// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Subject } from '../../../contract/permissions.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { ids, useService } from '../../support/suite.ts'

/** To-many relations with restrictions: members that hold the id themselves, and links of which one must stay. */

const { service, call, make } = useService()

const data = async (method: string, path: string, options: object = {}) => {
  const { status, body } = await call(method, path, options)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

const refused = (method: string, path: string, options: object, code: string, field = 'id') =>
  assertRefusedUnchanged(service(), () => call(method, path, options), {
    status: 422,
    code,
    details: [[field, code]],
  })

interface Children {
  of: Subject
  relation: string
  /** The child's column, as input and as output. */
  field: string
  column: string
  /** A child cannot be without it. */
  isRequired?: boolean
}

const CHILDREN: Children[] = [
  { of: 'taxonomies', relation: 'children', field: 'parent', column: 'parent_id' },
  { of: 'taxonomy-types', relation: 'children', field: 'parent', column: 'parent_id' },
  { of: 'taxonomy-types', relation: 'taxonomies', field: 'type', column: 'type_id', isRequired: true },
]

for (const { of, relation, field, column, isRequired: isNeeded } of CHILDREN) {
  const to = relation === 'children' ? of : (relation as Subject)

  describe(`${of}.${relation}`, () => {
    const start = async () => {
      const owner = await make(of)
      const at = `/api/${of}/${owner.id}/relationships/${relation}`
      const [one, two, three] = [await make(to), await make(to), await make(to)]
      const held = async () => ids((await data('GET', at, { query: { sort: 'id' } }))[relation].data)
      const owned = async ({ id }: { id: number }) => (await data('GET', `/api/${to}/${id}`))[column]
      return { owner, at, one, two, three, held, owned }
    }

    it('GET pages, sorts and filters', async () => {
      const { at, one, two, three } = await start()
      await data('POST', at, { json: [one.id, two.id, three.id] })
      const page = async (query: object) => (await data('GET', at, { query }))[relation]
      const second = await page({ limit: '1', page: '2', sort: 'id' })
      assert.deepEqual([ids(second.data), second.total, second.last_page], [[two.id], 3, 3])
      assert.deepEqual(ids((await page({ sort: 'id:desc' })).data), [three.id, two.id, one.id])
      assert.deepEqual(ids((await page({ 'filter[uuid]': two.uuid })).data), [two.id])
    })

    it('POST adds members by id, uuid and slug, and ignores those that are there already', async () => {
      const { owner, at, one, two, three, held, owned } = await start()
      await data('POST', at, { json: one.id })
      await data('POST', at, { json: [{ id: one.id }, two.uuid, three.slug] })
      assert.deepEqual(await held(), ids([one, two, three]))
      assert.equal(await owned(three), owner.id)
    })

    it('a write answers with the first page, whatever list parameters it carries', async () => {
      const { at, one, two } = await start()
      await data('POST', at, { json: one.id })
      for (const filter of [{ 'filter[no_such]': 'x' }, { 'filter[uuid]': two.uuid }]) {
        const written = await data('POST', at, { json: two.id, query: { ...filter, page: '2' } })
        const { data: records, first_page_url: first } = written[relation]
        assert.deepEqual(ids(records), ids([two, one]))
        assert.equal(new URL(first).search, '?page=1')
      }
    })

    it('PUT replaces the set', async () => {
      const { owner, at, one, two, held, owned } = await start()
      await data('POST', at, { json: one.id })
      if (isNeeded) {
        await refused('PUT', at, { json: [two.id] }, 'required', field)
        await data('PUT', at, { json: [one.id, two.id] })
        assert.deepEqual(await held(), ids([one, two]))
      } else {
        await data('PUT', at, { json: [two.id] })
        assert.deepEqual([await held(), await owned(one)], [[two.id], null])
        await data('PUT', at, { json: [] })
        assert.deepEqual(await held(), [])
      }
      assert.equal(await owned(two), isNeeded ? owner.id : null)
    })

    it('PATCH accepts existing members, which have no attributes to change', async () => {
      const { at, one, two, held } = await start()
      await data('POST', at, { json: one.id })
      await data('PATCH', at, { json: { id: one.id } })
      await refused('PATCH', at, { json: { id: two.id } }, 'not_linked')
      await refused('PATCH', at, { json: { id: one.id, is_active: false } }, 'unknown_field', 'is_active')
      assert.deepEqual(await held(), [one.id])
    })

    it('DELETE removes the named members, all with all=true, and none without names', async () => {
      const { at, one, two, held, owned } = await start()
      await data('POST', at, { json: [one.id, two.id] })
      await refused('DELETE', at, {}, 'required')
      if (isNeeded) {
        for (const options of [{ json: one.id }, { query: { all: 'true' } }])
          await refused('DELETE', at, options, 'required', field)
        return
      }
      await data('DELETE', at, { json: one.id })
      assert.deepEqual([await held(), await owned(one)], [[two.id], null])
      await data('DELETE', at, { query: { all: 'true' } })
      assert.deepEqual(await held(), [])
    })

    it('refuses unknown and trashed records', async () => {
      const { at, one } = await start()
      await data('POST', `/api/${to}/id/${one.id}/delete`)
      for (const json of [999_999_999, one.id, 'no-such-slug'])
        await refused('POST', at, { json }, 'not_found')
    })
  })
}

describe('permissions.roles', () => {
  const assertKept = (attempt: () => ReturnType<typeof call>) =>
    assertRefusedUnchanged(service(), attempt, { status: 409, code: 'built_in_role' })
  const start = async () => {
    const permission = await make('permissions')
    const at = `/api/permissions/${permission.id}/relationships/roles`
    const [one, two] = [await make('roles'), await make('roles')]
    const linked = async () =>
      (await data('GET', at, { query: { sort: 'id' } })).roles.data.filter(
        ({ slug }: { slug: string }) => slug !== 'super-administrator',
      )
    return { permission, at, one, two, linked }
  }

  it('GET pages, sorts and filters, and includes super-administrator, which holds every permission', async () => {
    const { at, one } = await start()
    await data('POST', at, { json: one.id })
    const { roles } = await data('GET', at, { query: { sort: 'id', limit: '1' } })
    assert.deepEqual([roles.data[0].slug, roles.total], ['super-administrator', 2])
    const named = await data('GET', at, { query: { 'filter[slug]': one.slug } })
    assert.deepEqual(ids(named.roles.data), [one.id])
  })

  it('POST adds members by id, uuid and slug, and ignores those that are linked already', async () => {
    const { permission, at, one, two, linked } = await start()
    await data('POST', at, { json: one.uuid })
    await data('POST', at, { json: [one.slug, { id: two.slug, expires_at: '2126-01-01' }] })
    assert.deepEqual(ids(await linked()), [one.id, two.id])
    assert.equal((await linked())[1].pivot.expires_at, '2126-01-01T00:00:00.000Z')
    const far = await data('GET', `/api/roles/${one.id}/relationships/permissions`)
    assert.deepEqual(ids(far.permissions.data), [permission.id])
  })

  it('PUT replaces the set, and is refused without super-administrator', async () => {
    const { at, one, two, linked } = await start()
    await data('POST', at, { json: one.id })
    await data('PUT', at, { json: ['super-administrator', two.id] })
    assert.deepEqual(ids(await linked()), [two.id])
    for (const json of [[one.id], []]) await assertKept(() => call('PUT', at, { json }))
  })

  it('PATCH changes existing links, and no others', async () => {
    const { at, one, two, linked } = await start()
    await data('POST', at, { json: one.id })
    await data('PATCH', at, { json: { id: one.slug, is_active: false } })
    assert.equal((await linked())[0].pivot.is_active, false)
    await refused('PATCH', at, { json: two.id }, 'not_linked')
  })

  it('DELETE removes the named members, but never super-administrator', async () => {
    const { at, one, two, linked } = await start()
    await data('POST', at, { json: [one.id, two.id] })
    await data('DELETE', at, { json: one.slug })
    assert.deepEqual(ids(await linked()), [two.id])
    for (const options of [{ json: 'super-administrator' }, { query: { all: 'true' } }])
      await assertKept(() => call('DELETE', at, options))
    assert.deepEqual(ids(await linked()), [two.id])
  })
})

describe('a role with more users than a statement can bind', () => {
  const USERS = 40_000
  const PART = 5000

  it('can be added to, changed and emptied', async () => {
    const role = await make('roles')
    const at = `/api/roles/${role.id}/relationships/users`
    const { db } = service().connection
    const now = service().clock.now()
    // In parts: on a slow machine, all of them take longer than one statement may.
    for (let first = 0; first < USERS; first += PART) {
      await sql`insert into users
          (uuid, email, email_key, username, username_key, first_name, meta, is_active, search_text, created_at,
          updated_at)
        with recursive n (i) as (select ${sql.lit(first + 1)} union all select i + 1 from n where i < ${sql.lit(first + PART)})
        select '00000000-0000-7000-8000-' || substr('' || (1000000000000 + i), 2), i || '@example.com', i || '@example.com', 'many' || i, 'many' || i, 'Many', '{}', true,
          'many', ${now}, ${now} from n`.execute(db)
    }
    await sql`insert into user_roles (user_id, role_id, is_active, created_at, updated_at)
      select id, ${role.id}, true, created_at, updated_at from users where username like 'many%'`.execute(db)
    const total = async () => (await data('GET', at, { query: { limit: '1' } })).users.total
    const one = await make('users')
    await data('POST', at, { json: one.id })
    await data('PATCH', at, { json: { id: one.id, is_active: false } })
    await data('DELETE', at, { json: one.id })
    assert.equal(await total(), USERS)
    await data('PUT', at, { json: [one.id] })
    assert.equal(await total(), 1)
    await data('DELETE', at, { query: { all: 'true' } })
    assert.equal(await total(), 0)
  })
})
