// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { effectivePermissions } from '../../server/access/sql/effective.ts'
import { dataOf } from '../support/actors.ts'
import { numberEntries } from '../support/numbering.ts'
import { seededRandom } from '../support/seeds.ts'
import { type Service, startService } from '../support/service.ts'

const CHANGES = 300
const QUESTIONS = 1000
/** Questions that are asked at each moment. */
const ASKED = 6

type Item = Record<string, unknown> & { pivot: Record<string, unknown> }

/** What a question about now and one about the past have in common. */
function common({ status, body }: { status: number; body: { data: unknown } }, relation: string | undefined) {
  if (status !== 200 || relation === undefined) return { status, data: status === 200 ? body.data : null }
  const page = (body.data as Record<string, { total: number; data: Item[] }>)[relation]
  const shown = page?.data.map(({ id, uuid, slug, name, pivot }) => ({
    ...(slug === undefined ? { id, uuid } : { id, uuid, slug, name }),
    pivot: { is_active: pivot.is_active, expires_at: pivot.expires_at, created_at: pivot.created_at },
  }))
  return { status, total: page?.total, data: shown }
}

interface Asked {
  path: string
  relation: string | undefined
  answer: unknown
}

interface Moment {
  at: string
  asked: Asked[]
  /** Who holds what, each with the roles through which: by `user permission`. */
  held: Map<string, Set<number>>
}

interface Change {
  at: string
  change: 'gained' | 'lost'
  user: { id: number }
  permission: { id: number }
  cause: string
  actor_id: number | null
  entry_id: number | null
}

const keyOf = ({ user, permission }: Change) => `${user.id} ${permission.id}`

describe('the past', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  it(`answers ${QUESTIONS} questions about random moments as they were answered then, and tells every change of access`, async () => {
    const random = seededRandom()
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const call = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, json?: unknown) =>
      (await service.call(method, path, json === undefined ? {} : { json })).status
    /** Of whom is asked: also those who are gone. */
    const asked: number[] = []
    const users: number[] = []
    const roles: number[] = []
    const permissions: number[] = []
    const slugs = new Set<string>(['super-administrator'])
    const terms: number[] = []
    /** Also the roles that are gone. */
    const allRoles: number[] = [1]
    let made = 0

    const create = async (kind: 'users' | 'roles', json: object, list: number[]) => {
      const { body } = await service.call('POST', `/api/${kind}/create`, { json })
      list.push(body.data.item.id)
      if (kind === 'users') asked.push(body.data.item.id)
      else allRoles.push(body.data.item.id)
    }
    const makeUser = () =>
      create('users', { email: `past${++made}@example.com`, first_name: `Past ${made}` }, users)
    const makeRole = () => {
      const slug = `past-${++made}`
      slugs.add(slug)
      return create('roles', { name: slug, slug, type: 'backend' }, roles)
    }
    const { body } = await service.call('GET', '/api/permissions', { query: { per_page: '6' } })
    for (const { id, slug } of body.data.list.data) {
      permissions.push(id)
      slugs.add(slug)
    }
    const type = dataOf(
      await service.call('POST', '/api/taxonomy-types/create', { json: { name: 'City' } }),
    ).item
    const makeTerm = async (name: string) => {
      const json = { name, type: type.id }
      terms.push(dataOf(await service.call('POST', '/api/taxonomies/create', { json })).item.id)
    }
    for (const name of ['Paris', 'Rome', 'Oslo']) await makeTerm(name)
    for (let index = 0; index < 6; index++) {
      await makeUser()
      await makeRole()
    }

    const soon = () => {
      const now = Date.parse(service.clock.now())
      return pick([null, new Date(now + 5_000).toISOString(), new Date(now + 60_000).toISOString()])
    }
    const linkOf = (id: number) => ({ id, is_active: random() < 0.8, expires_at: soon() })
    const kindOf = () =>
      pick([
        ['users', users],
        ['roles', roles],
        ['permissions', permissions],
        ['taxonomies', terms],
      ] as const)
    const destroy = (kind: 'users' | 'roles', ids: number[]) => {
      if (ids.length < 4) return kind === 'users' ? makeUser() : makeRole()
      const [id] = ids.splice(Math.floor(random() * ids.length), 1)
      return call('DELETE', `/api/${kind}/${id}`)
    }
    const changes: (() => Promise<unknown>)[] = [
      makeUser,
      makeRole,
      () => makeTerm(`City ${++made}`),
      () => call('POST', `/api/taxonomies/id/${pick(terms)}/merge`, { into: pick(terms) }),
      () => call('POST', `/api/users/id/${pick(users)}/update`, { is_active: random() < 0.7 }),
      () => call('POST', `/api/roles/id/${pick(roles)}/update`, { is_active: random() < 0.7 }),
      () => {
        const slug = `renamed-${++made}`
        slugs.add(slug)
        return call('POST', `/api/roles/id/${pick(roles)}/update`, { slug, name: slug })
      },
      () => {
        const [kind, ids] = kindOf()
        return call('POST', `/api/${kind}/id/${pick(ids)}/delete`)
      },
      ...Array.from({ length: 3 }, () => () => {
        const [kind, ids] = kindOf()
        return call('POST', `/api/${kind}/id/${pick(ids)}/restore`)
      }),
      () => destroy('users', users),
      () => destroy('roles', roles),
      ...Array.from(
        { length: 4 },
        () => () =>
          call('POST', `/api/users/${pick(users)}/relationships/roles`, [linkOf(pick([1, ...roles]))]),
      ),
      ...Array.from(
        { length: 4 },
        () => () =>
          call('POST', `/api/roles/${pick(roles)}/relationships/permissions`, [linkOf(pick(permissions))]),
      ),
      () => call('PATCH', `/api/users/${pick(users)}/relationships/roles`, [linkOf(pick(roles))]),
      () => call('PATCH', `/api/roles/${pick(roles)}/relationships/permissions`, [linkOf(pick(permissions))]),
      () => call('POST', `/api/users/${pick(users)}/relationships/taxonomies`, [linkOf(pick(terms))]),
      () => call('PUT', `/api/users/${pick(users)}/relationships/taxonomies`, [pick(terms)]),
      // Exchanges roles in one transaction.
      () =>
        call('PUT', `/api/users/${pick(users)}/relationships/roles`, [
          linkOf(pick(roles)),
          linkOf(pick(roles)),
        ]),
      () =>
        call('PUT', `/api/roles/${pick(roles)}/relationships/permissions`, [
          pick(permissions),
          pick(permissions),
        ]),
      () => call('DELETE', `/api/users/${pick(users)}/relationships/roles`, [pick([1, ...roles])]),
      () => call('DELETE', `/api/roles/${pick(roles)}/relationships/permissions`, [pick(permissions)]),
    ]

    const questions: (() => { path: string; relation?: string })[] = [
      ...['roles', 'permissions'].flatMap((relation) => [
        () => ({ path: `/api/users/id/${pick(asked)}/${relation}/${pick([...slugs].slice(-12))}` }),
        () => ({ path: `/api/users/id/${pick(asked)}/${relation}/${pick([...slugs].slice(0, 8))}` }),
        () => ({ path: `/api/users/id/${pick(asked)}/${relation}`, relation }),
      ]),
      () => ({ path: `/api/users/id/${pick(asked)}/taxonomies`, relation: 'taxonomies' }),
      () => ({ path: `/api/roles/id/${pick(allRoles)}/users`, relation: 'users' }),
      () => ({ path: `/api/roles/id/${pick(allRoles)}/permissions`, relation: 'permissions' }),
      () => ({ path: `/api/permissions/id/${pick(permissions)}/users`, relation: 'users' }),
      () => ({ path: `/api/permissions/id/${pick(permissions)}/roles`, relation: 'roles' }),
    ]
    const ask = async (path: string, relation: string | undefined, as_of?: string) => {
      const query = { ...(relation && { per_page: '1000' }), ...(as_of && { as_of }) }
      return common(await service.call('GET', path, { query }), relation)
    }

    /** What the service answers now. */
    const record = async (): Promise<Moment> => {
      const chosen = Array.from({ length: ASKED }, () => pick(questions)())
      for (;;) {
        const moment = await recordNow(chosen)
        // A link that ended meanwhile is in some of the answers, and not in others.
        if (!(await hasLinkThatEnds(moment.at, service.clock.now()))) return moment
      }
    }
    const hasLinkThatEnds = async (after: string, until: string) => {
      for (const table of ['user_roles', 'role_permissions', 'user_taxonomies'] as const) {
        const rows = await service.connection.db
          .selectFrom(table)
          .where('expires_at', '>', after)
          .where('expires_at', '<=', until)
          .select('id')
          .execute()
        if (rows.length > 0) return true
      }
      return false
    }
    const recordNow = async (chosen: { path: string; relation?: string }[]): Promise<Moment> => {
      const at = service.clock.now()
      const all: Asked[] = []
      for (const { path, relation } of chosen) all.push({ path, relation, answer: await ask(path, relation) })
      const rows = await effectivePermissions(service.connection.db, at)
        .select(['user_roles.user_id', 'role_permissions.permission_id', 'roles.id as role_id'])
        .execute()
      const held = new Map<string, Set<number>>()
      for (const row of rows) {
        const key = `${row.user_id} ${row.permission_id}`
        held.set(key, (held.get(key) ?? new Set()).add(row.role_id))
      }
      return { at, asked: all, held }
    }

    /** A user, of whom nothing else changes, gains a permission until it expires. */
    const makeExpiring = async () => {
      const [, , role] = [await makeUser(), await makeRole(), roles.pop()]
      users.pop()
      await call('POST', `/api/roles/${role}/relationships/permissions`, ['can-read-audit'])
      const expires_at = new Date(Date.parse(service.clock.now()) + 60_000).toISOString()
      await call('POST', `/api/users/${asked.at(-1)}/relationships/roles`, [{ id: role, expires_at }])
    }

    const moments: Moment[] = []
    for (let change = 0; change < CHANGES; change++) {
      await (change === 1 ? makeExpiring : pick(changes))()
      await numberEntries(service)
      service.clock.advance(1000)
      moments.push(await record())
      service.clock.advance(1000)
    }

    let found = 0
    for (let question = 0; question < QUESTIONS; question++) {
      const moment = pick(moments)
      const { path, relation, answer } = pick(moment.asked)
      assert.deepEqual(await ask(path, relation, moment.at), answer, `${path} at ${moment.at}`)
      const { status, data } = answer as { status: number; data: unknown }
      if (status === 200 && (Array.isArray(data) ? data.length > 0 : data === true)) found += 1
    }
    assert.ok(found > QUESTIONS / 10, `${found}`)

    const [start, end] = [moments[0], moments.at(-1)] as [Moment, Moment]
    const changesOf = async (query: Record<string, string>): Promise<Change[]> => {
      const all: Change[] = []
      for (let next: string | null = ''; next !== null; ) {
        const asking = { from: start.at, to: end.at, per_page: '1000', ...query, after: next }
        const data: { changes: Change[]; next: string | null } = dataOf(
          await service.call('GET', '/api/access-changes', { query: asking }),
        )
        all.push(...data.changes)
        next = data.next
      }
      return all
    }
    const everyone = [...new Set([1, ...asked])]
    const ofUsers = new Map<number, Change[]>()
    for (const user of everyone) ofUsers.set(user, await changesOf({ user: String(user) }))

    // Applied in order, the changes of a user lead from each moment to the next one.
    for (const [user, rows] of ofUsers) {
      const heldAt = ({ held }: Moment) => [...held.keys()].filter((key) => key.startsWith(`${user} `)).sort()
      const holds = new Set(heldAt(start))
      const left = rows.values()
      let row = left.next()
      for (const moment of moments.slice(1)) {
        while (!row.done && row.value.at < moment.at) {
          const key = keyOf(row.value)
          assert.equal(holds.has(key), row.value.change === 'lost', `${JSON.stringify(row.value)}`)
          if (row.value.change === 'lost') holds.delete(key)
          else holds.add(key)
          const isExpiry = row.value.cause === 'expired'
          assert.equal(row.value.entry_id === null, isExpiry)
          assert.equal(row.value.actor_id, isExpiry ? null : 1)
          row = left.next()
        }
        assert.deepEqual([...holds].sort(), heldAt(moment), `user ${user} at ${moment.at}`)
      }
      assert.ok(row.done)
    }
    const every = [...ofUsers.values()].flat()
    assert.ok(every.some(({ cause }) => cause === 'expired'))

    const textOf = (row: Change) => JSON.stringify(row)
    for (const permission of permissions) {
      const expected = every.filter((row) => row.permission.id === permission).map(textOf)
      for (const per_page of ['1000', '50']) {
        const rows = await changesOf({ permission: String(permission), per_page })
        assert.deepEqual(rows.map(textOf).sort(), expected.toSorted())
        assert.deepEqual(
          rows.map(({ at }) => at),
          rows.map(({ at }) => at).toSorted(),
        )
      }
    }
    const before = (at: string) => moments.findLast((moment) => moment.at <= at) as Moment
    const next = (at: string) => moments.find((moment) => moment.at > at) as Moment
    for (const role of allRoles) {
      const rows = new Set((await changesOf({ role: String(role) })).map(textOf))
      for (const row of every) {
        const through = (row.change === 'lost' ? before : next)(row.at).held.get(keyOf(row))
        // It expired before the next moment.
        if (through === undefined) continue
        if (rows.has(textOf(row)) && row.change === 'lost') assert.ok(through.has(role), textOf(row))
        if (through.size === 1 && through.has(role)) assert.ok(rows.has(textOf(row)), textOf(row))
      }
      for (const row of rows)
        assert.ok(
          every.some((one) => textOf(one) === row),
          row,
        )
    }
  })
})
