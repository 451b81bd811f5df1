import assert from 'node:assert/strict'
import type { Subject } from '../../../../contract/permissions.ts'
import {
  assertAllSucceed,
  assertOnlyRefused,
  type Kind,
  kind,
  NEIGHBOURS,
  type Neighbours,
  type Sent,
} from '../../../support/neighbours.ts'

type LinkTable = 'user_roles' | 'role_permissions' | 'user_taxonomies'

const PAIRS = NEIGHBOURS / 2

/** A relation of links: a record of one resource, with many of the other. */
interface Side {
  of: Subject
  relation: string
  table: LinkTable
  /** The column of the one, and of the many. */
  one: string
  many: string
}

const SIDES: readonly Side[] = [
  { of: 'users', relation: 'roles', table: 'user_roles', one: 'user_id', many: 'role_id' },
  { of: 'roles', relation: 'users', table: 'user_roles', one: 'role_id', many: 'user_id' },
  { of: 'users', relation: 'taxonomies', table: 'user_taxonomies', one: 'user_id', many: 'taxonomy_id' },
  { of: 'taxonomies', relation: 'users', table: 'user_taxonomies', one: 'taxonomy_id', many: 'user_id' },
  { of: 'roles', relation: 'permissions', table: 'role_permissions', one: 'role_id', many: 'permission_id' },
  { of: 'permissions', relation: 'roles', table: 'role_permissions', one: 'permission_id', many: 'role_id' },
]

async function membersOf({ service }: Neighbours, side: Side, id: number): Promise<number[]> {
  const rows = (await service.connection.db
    .selectFrom(side.table)
    .where(side.one as never, '=', id as never)
    .select(`${side.many} as member` as never)
    .execute()) as unknown as { member: number }[]
  return rows.map(({ member }) => member).sort((one, other) => one - other)
}

/** One record and many others: two clients write each of the links. */
const ofOneWithMany = (side: Side): Kind =>
  kind(
    `add, change, remove and replace ${side.relation} of one of ${side.of}`,
    [`POST PUT PATCH DELETE /${side.of}/{id}/relationships/${side.relation}`],
    async (neighbours) => {
      const [id = 0] = await neighbours.make(side.of, 1)
      const others = await neighbours.make(side.relation as Subject, PAIRS)
      const write = (method: string, members: (pair: number) => unknown) =>
        neighbours.all(
          (n): Sent => [method, `/api/${side.of}/${id}/relationships/${side.relation}`, members(n >> 1)],
        )
      // All writers hold the permissions, and must keep them.
      const kept = side.of === 'permissions' ? [neighbours.role] : []
      const linked = async () =>
        (await membersOf(neighbours, side, id)).filter((member) => !kept.includes(member))
      assertAllSucceed(await write('POST', (pair) => [others[pair]]))
      assert.deepEqual(await linked(), others)
      assertAllSucceed(await write('PATCH', (pair) => [{ id: others[pair], is_active: pair % 2 === 0 }]))
      assertAllSucceed(await write('DELETE', (pair) => [others[pair]]))
      assert.deepEqual(await linked(), [])
      assertAllSucceed(await write('PUT', (pair) => [...kept, others[pair], others[(pair + 1) % PAIRS]]))
      // The complete set of one client.
      const [first = 0, second = 0, ...more] = (await linked()).map((member) => others.indexOf(member))
      assert.ok([1, PAIRS - 1].includes(second - first) && more.length === 0, `${first}, ${second}, ${more}`)
    },
  )

/** Many records and one of the others: each client writes the link of its own record. */
const ofManyWithOne = (side: Side): Kind =>
  kind(
    `link one of ${side.relation} with many ${side.of}`,
    [`POST PUT /${side.of}/{id}/relationships/${side.relation}`],
    async (neighbours) => {
      const ids = await neighbours.make(side.of, NEIGHBOURS)
      const [other] = await neighbours.make(side.relation as Subject, 1)
      const kept = side.of === 'permissions' ? [neighbours.role] : []
      const answers = await neighbours.all(
        (n): Sent => [
          n % 4 === 0 ? 'PUT' : 'POST',
          `/api/${side.of}/${ids[n]}/relationships/${side.relation}`,
          [...kept, other],
        ],
      )
      assertAllSucceed(answers)
    },
  )

/** Overlapping sets, from either side and in different orders: rows must be locked in one order. */
const bothSides = (near: Side, far: Side): Kind =>
  kind(
    `replace sets of ${near.relation} of ${near.of} and of ${far.relation} of ${far.of}`,
    [
      `PUT POST /${near.of}/{id}/relationships/${near.relation}`,
      `PUT POST /${far.of}/{id}/relationships/${far.relation}`,
    ],
    async (neighbours) => {
      const ones = await neighbours.make(near.of, 6)
      const others = await neighbours.make(far.of, 6)
      const kept = near.of === 'permissions' || far.of === 'permissions' ? [neighbours.role] : []
      const answers = await neighbours.all((n): Sent => {
        const method = n % 3 === 0 ? 'POST' : 'PUT'
        const some = (ids: number[]) => [ids[n % 6], ids[(n * 5 + 1) % 6], ids[(n * 3 + 2) % 6]]
        if (n % 4 < 2)
          return [
            method,
            `/api/${near.of}/${ones[(n >> 2) % 6]}/relationships/${near.relation}`,
            some(others),
          ]
        return [
          method,
          `/api/${far.of}/${others[(n >> 2) % 6]}/relationships/${far.relation}`,
          [...kept, ...some(ones)],
        ]
      })
      assertAllSucceed(answers)
    },
  )

const CHANGES = 'POST /role-permissions/changes'

const matrix: Kind[] = [
  kind('change cells of the matrix, each its own', [CHANGES], async (neighbours) => {
    const roles = await neighbours.make('roles')
    const permissions = await neighbours.make('permissions', 4)
    const answers = await neighbours.all((n) => [
      'POST',
      '/api/role-permissions/changes',
      { changes: permissions.map((permission) => ({ role: roles[n], permission, held: true })) },
    ])
    assertAllSucceed(answers)
  }),
  kind('change the same cells of the matrix, in different orders', [CHANGES], async (neighbours) => {
    const roles = await neighbours.make('roles', 4)
    const permissions = await neighbours.make('permissions', 4)
    const cells = roles.flatMap((role) => permissions.map((permission) => ({ role, permission })))
    const answers = await neighbours.all((n) => {
      const changes = cells.map((cell) => ({ ...cell, held: n % 3 !== 0 }))
      return [
        'POST',
        '/api/role-permissions/changes',
        { changes: n % 2 === 0 ? changes : changes.toReversed() },
      ]
    })
    assertAllSucceed(answers)
    const links = await neighbours.service.connection.db
      .selectFrom('role_permissions')
      .where('role_id', 'in', roles)
      .select('id')
      .execute()
    assert.ok([0, cells.length].includes(links.length), `${links.length} of ${cells.length}`)
  }),
  kind(
    'grant and revoke permissions of the role that writers rely on, beside others who rely on it',
    [
      CHANGES,
      'POST DELETE /roles/{id}/relationships/permissions',
      'POST DELETE /permissions/{id}/relationships/roles',
      'POST /roles/{column}/{value}/update',
      'POST /users/{id}/relationships/roles',
      'POST /users/{column}/{value}/update',
    ],
    async (neighbours) => {
      const { role, callers, make } = neighbours
      const permissions = await neighbours.make('permissions', 8)
      const users = await make('users')
      const answers = await neighbours.all((n) => {
        const permission = permissions[n % 8]
        const method = n % 4 < 2 ? 'POST' : 'DELETE'
        const as = { token: callers[n]?.token as string }
        const sent: Sent[] = [
          [method, `/api/roles/${role}/relationships/permissions`, [permission], as],
          [method, `/api/permissions/${permission}/relationships/roles`, [role], as],
          ['POST', '/api/role-permissions/changes', { changes: [{ role, permission, held: n % 4 < 2 }] }, as],
          ['POST', `/api/users/${users[n]}/relationships/roles`, [role], as],
          ['POST', `/api/users/id/${users[n]}/update`, { title: 'Beside' }, as],
          ['POST', `/api/roles/id/${role}/update`, { is_active: true }, as],
        ]
        return sent[Math.floor(n / 4) % sent.length] as Sent
      })
      // Writers who have lost the permission that they grant.
      assertOnlyRefused(answers, '403 forbidden')
    },
  ),
]

export const links: Kind[] = [
  ...SIDES.flatMap((side) => [ofOneWithMany(side), ofManyWithOne(side)]),
  bothSides(SIDES[0] as Side, SIDES[1] as Side),
  bothSides(SIDES[2] as Side, SIDES[3] as Side),
  bothSides(SIDES[4] as Side, SIDES[5] as Side),
  ...matrix,
]
