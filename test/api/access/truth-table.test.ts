// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeActor, type Person } from '../../support/actors.ts'
import { assertRefused } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'
import {
  insertRecords,
  isLinkInForce,
  LINK_STATES,
  type LinkState,
  link,
  RECORD_STATES,
  type RecordState,
} from '../../support/worlds.ts'

const HOUR_MS = 3_600_000

/** A user for each state and kind of link to all roles; a role for each state and kind of link to one permission. */
const users = RECORD_STATES.flatMap((state) => LINK_STATES.map((link) => ({ state, link })))
const roles = RECORD_STATES.flatMap((state) =>
  LINK_STATES.flatMap((link) => RECORD_STATES.map((permission) => ({ state, link, permission }))),
)
type User = (typeof users)[number]
type Role = (typeof roles)[number]

/** The rules of access. */
const holdsRole = (user: User, role: { state: RecordState }, isHourOver: boolean) =>
  user.state === 'live' && isLinkInForce(user.link, isHourOver) && role.state === 'live'
const holdsPermission = (user: User, role: Role, isHourOver: boolean) =>
  holdsRole(user, role, isHourOver) && isLinkInForce(role.link, isHourOver) && role.permission === 'live'

describe('has-role and has-permission', () => {
  let service: Service
  let userIds: number[]
  let superIds: number[]
  let checker: Person
  before(async () => {
    service = await startService()
    checker = await makeActor(service, ['can-read-users'])
    const insert = async (
      kind: 'users' | 'roles' | 'permissions',
      name: string,
      states: readonly RecordState[],
    ) =>
      (
        await insertRecords(
          service,
          kind,
          states.map((state, index) => ({ slug: `${name}${index}`, state })),
        )
      ).map(({ id }) => id)
    userIds = await insert(
      'users',
      'user',
      users.map(({ state }) => state),
    )
    superIds = await insert(
      'users',
      'super',
      users.map(({ state }) => state),
    )
    const roleIds = await insert(
      'roles',
      'r',
      roles.map(({ state }) => state),
    )
    const permissionIds = await insert(
      'permissions',
      'p',
      roles.map(({ permission }) => permission),
    )
    const superRole = dataOf(await service.call('GET', '/api/roles/slug/super-administrator')).id
    const ofUser = (from: number, to: number, state: LinkState) => ({
      table: 'user_roles' as const,
      from,
      to,
      state,
    })
    await link(service, [
      ...users.flatMap(({ link }, index) =>
        roleIds.map((role) => ofUser(userIds[index] as number, role, link)),
      ),
      ...users.map(({ link }, index) => ofUser(superIds[index] as number, superRole, link)),
      ...roles.map(({ link: state }, index) => ({
        table: 'role_permissions' as const,
        from: roleIds[index] as number,
        to: permissionIds[index] as number,
        state,
      })),
    ])
  })
  after(() => service.stop())

  /** The answer, or 404 for an unknown user. */
  async function check(userId: number, what: string): Promise<boolean | 404> {
    const answer = await service.call('GET', `/api/users/id/${userId}/${what}`, { token: checker.token })
    if (answer.status !== 404) return dataOf(answer)
    assertRefused(answer, { status: 404, code: 'not_found', says: /^No user matches\.$/ })
    return 404
  }
  const ifThere = (user: User, expected: boolean) => (user.state === 'trashed' ? 404 : expected)

  const assertTable = async (isHourOver: boolean) => {
    const seen = new Map<boolean | 404, number>()
    for (const [at, user] of users.entries()) {
      for (const [number, role] of roles.entries()) {
        const shown = JSON.stringify({ user, role, isHourOver })
        const id = userIds[at] as number
        const hasRole = await check(id, `roles/r${number}`)
        assert.equal(hasRole, ifThere(user, holdsRole(user, role, isHourOver)), `role: ${shown}`)
        const hasPermission = await check(id, `permissions/p${number}`)
        assert.equal(
          hasPermission,
          ifThere(user, holdsPermission(user, role, isHourOver)),
          `permission: ${shown}`,
        )
        seen.set(hasPermission, (seen.get(hasPermission) ?? 0) + 1)
      }
    }
    // True in 4 of 972 rows: user, role and permission are live, and each link is active or expires later.
    assert.equal(seen.get(true), isHourOver ? 1 : 4)
    assert.equal(seen.get(404), 324)
  }

  it('match the table of all states', () => assertTable(false))

  it('answer the same through POST, under /api/cms and by any selector', async () => {
    const at = users.findIndex(({ state, link }) => state === 'live' && link === 'active')
    const number = roles.findIndex((role) =>
      Object.values(role).every((state) => state === 'live' || state === 'active'),
    )
    for (const method of ['GET', 'POST']) {
      for (const base of ['/api/users', '/api/cms/users']) {
        for (const selector of [`id/${userIds[at]}`, `username/USER${at}`, `email/User${at}@Example.com`]) {
          const answers = [`roles/r${number}`, `permissions/p${number}`].map((what) =>
            service.call(method, `${base}/${selector}/${what}`),
          )
          for (const answer of await Promise.all(answers)) {
            assert.deepEqual(answer.body, { success: true, status: 'success', data: true })
          }
        }
      }
    }
  })

  it('return false for unknown slugs and 404 for unknown users', async () => {
    for (const slug of ['unknown', 'R0', 'Can-Read-Users', '%20', '1', '__proto__', 'super_administrator']) {
      for (const what of ['roles', 'permissions']) {
        assert.equal(await check(1, `${what}/${slug}`), false, slug)
        assert.equal(await check(999_999, `${what}/${slug}`), 404)
      }
    }
    assert.equal(await check(999_999, 'permissions/can-read-users'), 404)
  })

  it('grant a super administrator every existing permission, active or not, while the role is in force', async () => {
    for (const [at, user] of users.entries()) {
      const isSuper = user.state === 'live' && isLinkInForce(user.link)
      const id = superIds[at] as number
      const shown = JSON.stringify(user)
      assert.equal(await check(id, 'roles/super-administrator'), ifThere(user, isSuper), shown)
      assert.equal(await check(id, 'roles/administrator'), ifThere(user, false), shown)
      assert.equal(await check(id, 'permissions/can-read-users'), ifThere(user, isSuper), shown)
      assert.equal(await check(id, 'permissions/unknown'), ifThere(user, false), shown)
      for (const [number, role] of roles.entries()) {
        const expected = isSuper && role.permission !== 'trashed'
        assert.equal(await check(id, `permissions/p${number}`), ifThere(user, expected), shown)
      }
    }
  })

  it('match the table once links have expired', async () => {
    service.clock.advance(2 * HOUR_MS)
    await assertTable(true)
    service.clock.advance(-2 * HOUR_MS)
  })

  it('ignore the role super-administrator if it is inactive or deleted', async () => {
    const at = users.findIndex(({ state, link }) => state === 'live' && link === 'active')
    const id = superIds[at] as number
    for (const columns of [{ is_active: false }, { deleted_at: service.clock.now() }]) {
      const roles = service.connection.db.updateTable('roles').where('slug', '=', 'super-administrator')
      await roles.set(columns).execute()
      assert.equal(await check(id, 'roles/super-administrator'), false)
      assert.equal(await check(id, 'permissions/can-read-users'), false)
      await roles.set({ is_active: true, deleted_at: null }).execute()
      assert.equal(await check(id, 'permissions/can-read-users'), true)
    }
  })
})
