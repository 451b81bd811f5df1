// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  dataOf,
  giveRole,
  giveToken,
  makeActor,
  makeRole,
  makeUser,
  type Person,
} from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { assertForbidden, assertRefusedUnchanged } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'

/** All access of a user ends in one transaction, and what they held can be restored. */

const { service, call } = useService()

const ENDS = ['can-update-users', 'can-assign-roles', 'can-read-users', 'can-read-roles']
const HOUR_MS = 3_600_000

const at = ({ id }: { id: number }) => `/api/users/id/${id}`
const inHours = (hours: number) => new Date(Date.parse(service().clock.now()) + hours * HOUR_MS).toISOString()
const as = (person?: { token: string }) => (person ? { token: person.token } : {})

const offboard = (user: { id: number }, by?: { token: string }) =>
  call('POST', `${at(user)}/offboard`, { json: {}, ...as(by) })
const restore = (user: { id: number }, id: number, by?: { token: string }, headers = {}) =>
  call('POST', `${at(user)}/offboardings/${id}/restore`, { json: {}, headers, ...as(by) })
const listed = async (user: { id: number }) => dataOf(await call('GET', `${at(user)}/offboardings`)).list
const read = async (user: { id: number }) => dataOf(await call('GET', at(user)))
const linksOf = async (user: { id: number }) => {
  const { roles } = dataOf(await call('GET', `${at(user)}/roles`, { query: 'sort=slug' }))
  return roles.data.map(
    ({ slug, pivot }: { slug: string; pivot: { is_active: boolean; expires_at: string } }) => [
      slug,
      pivot.is_active,
      pivot.expires_at,
    ],
  )
}
const refused = (attempt: () => Promise<Answer>, expected: Parameters<typeof assertRefusedUnchanged>[2]) =>
  assertRefusedUnchanged(service(), attempt, expected)

/** A user with a session, a role without an end, one with an end, and an inactive link. */
async function employee() {
  const user = await makeUser(service())
  const [forever, forNow, asleep] = [
    await makeRole(service()),
    await makeRole(service()),
    await makeRole(service()),
  ]
  const until = inHours(48)
  await giveRole(service(), user, forever.slug)
  await giveRole(service(), user, { id: forNow.slug, expires_at: until })
  await giveRole(service(), user, { id: asleep.slug, is_active: false })
  const held = [
    [forever.slug, true, null],
    [forNow.slug, true, until],
    [asleep.slug, false, null],
  ].toSorted()
  return { user, roles: { forever, forNow, asleep }, held }
}

describe('Offboarding a user', () => {
  it('deactivates the account, ends its tokens, takes its roles, and keeps what it held', async () => {
    const { user, held } = await employee()
    await giveToken(service(), user)
    const { offboarding, user: after } = dataOf(await offboard(user))
    assert.deepEqual([after.is_active, after.status, after.id], [false, 'inactive', user.id])
    assert.deepEqual(await linksOf(user), [])
    assert.equal((await call('GET', '/api/me', { token: user.token })).status, 401)
    assert.deepEqual(
      [offboarding.user_id, offboarding.was_active, offboarding.count_tokens, offboarding.created_by],
      [user.id, true, 2, 1],
    )
    const kept = offboarding.roles.map((role: Record<string, unknown>) => [
      role.slug,
      role.is_active,
      role.expires_at,
    ])
    assert.deepEqual(kept.toSorted(), held)
    const { data, total } = await listed(user)
    assert.deepEqual([data, total], [[offboarding], 1])
  })

  it('ends the tokens that the user made for others', async () => {
    const maker = await makeActor(service(), ['can-read-users', 'can-assign-api-tokens'])
    const other = await makeUser(service())
    const { item } = dataOf(
      await call('POST', `${at(other)}/tokens/create`, {
        json: { name: 'made', expires_at: null },
        token: maker.token,
      }),
    )
    assert.equal((await call('GET', '/api/me', { token: item.api_token })).status, 200)
    dataOf(await offboard(maker))
    assert.equal((await call('GET', '/api/me', { token: item.api_token })).status, 401)
  })

  it('is refused for oneself, for nothing, and with an outdated version', async () => {
    const root = service()
    await refused(() => offboard({ id: 1 }, root), { status: 409, code: 'own_account' })
    const { user } = await employee()
    const stale = { 'if-match': '"1-x"' }
    await refused(() => call('POST', `${at(user)}/offboard`, { json: {}, headers: stale }), {
      status: 412,
      code: 'stale',
    })
    dataOf(await offboard(user))
    await refused(() => offboard(user), { status: 409, code: 'nothing_to_end' })
    await refused(() => offboard({ id: 999_999 }), { status: 404, code: 'not_found' })
    dataOf(await call('POST', `${at(user)}/delete`))
    await refused(() => offboard(user), { status: 404, code: 'not_found' })
  })

  it('needs each of its permissions, and all that the user holds', async () => {
    const { user } = await employee()
    for (const lacking of ENDS) {
      const caller = await makeActor(
        service(),
        ENDS.filter((slug) => slug !== lacking),
      )
      await assertForbidden(service(), () => offboard(user, caller), [lacking])
    }
    const caller = await makeActor(service(), ENDS)
    const above = await makeActor(service(), ['can-delete-taxonomies'])
    await assertForbidden(service(), () => offboard(above, caller), ['can-delete-taxonomies'])
    dataOf(await offboard(user, caller))
  })

  it('keeps the last super administrator', async () => {
    const caller = await makeUser(service())
    await giveRole(service(), caller, { id: 'super-administrator', expires_at: inHours(1) })
    await refused(() => offboard({ id: 1 }, caller), { status: 409, code: 'last_super_administrator' })
  })

  it('counts as one write: a repeated Idempotency-Key has the first answer', async () => {
    const { user } = await employee()
    const headers = { 'idempotency-key': 'leaves-today' }
    const once = await call('POST', `${at(user)}/offboard`, { json: {}, headers })
    const again = await call('POST', `${at(user)}/offboard`, { json: {}, headers })
    assert.deepEqual(dataOf(again), dataOf(once))
    assert.equal((await listed(user)).total, 1)
  })
})

describe('Restoring an offboarding', () => {
  it('activates the account and gives back its roles with their ends, once; tokens stay ended', async () => {
    const { user, held } = await employee()
    const { offboarding } = dataOf(await offboard(user))
    const restored = dataOf(await restore(user, offboarding.id))
    assert.deepEqual([restored.user.is_active, restored.left_out], [true, []])
    assert.deepEqual([restored.offboarding.restored_at !== null, restored.offboarding.restored_by], [true, 1])
    assert.deepEqual(await linksOf(user), held)
    assert.equal((await call('GET', '/api/me', { token: user.token })).status, 401)
    await refused(() => restore(user, offboarding.id), { status: 409, code: 'already_restored' })
  })

  it('leaves an account inactive that was inactive', async () => {
    const { user, held } = await employee()
    dataOf(await call('POST', `${at(user)}/update`, { json: { is_active: false } }))
    const { offboarding } = dataOf(await offboard(user))
    assert.deepEqual([offboarding.was_active, offboarding.count_tokens], [false, 0])
    dataOf(await restore(user, offboarding.id))
    assert.equal((await read(user)).is_active, false)
    assert.deepEqual(await linksOf(user), held)
  })

  it('tells which roles it left out, and why, in the language of the caller', async () => {
    const { user, roles } = await employee()
    const above = await makeRole(service(), ['can-delete-taxonomies'])
    await giveRole(service(), user, above.slug)
    const { offboarding } = dataOf(await offboard(user))
    dataOf(await call('POST', `/api/roles/id/${roles.asleep.id}/delete`))
    service().clock.advance(49 * HOUR_MS)
    const caller = await makeActor(service(), ENDS)
    const { left_out: leftOut, user: after } = dataOf(
      await restore(user, offboarding.id, caller, { 'accept-language': 'fr' }),
    )
    assert.equal(after.is_active, true)
    assert.deepEqual(await linksOf(user), [[roles.forever.slug, true, null]])
    const reasons = new Map(leftOut.map((role: { slug: string }) => [role.slug, role]))
    const reasonOf = ({ slug }: { slug: string }) => reasons.get(slug) as { code: string; message: string }
    assert.equal(leftOut.length, 3)
    assert.deepEqual(
      [reasonOf(roles.asleep).code, reasonOf(roles.asleep).message],
      ['not_found', 'Le rôle a été supprimé.'],
    )
    assert.equal(reasonOf(roles.forNow).code, 'expired')
    assert.match(reasonOf(roles.forNow).message, /^Il aurait expiré le /)
    assert.equal(reasonOf(above).code, 'forbidden')
    assert.match(reasonOf(above).message, /can-delete-taxonomies/)
  })

  it('keeps roles that the user was given meanwhile as they are', async () => {
    const { user, roles } = await employee()
    const { offboarding } = dataOf(await offboard(user))
    const sooner = inHours(1)
    await giveRole(service(), user, { id: roles.forever.slug, expires_at: sooner })
    const { left_out: leftOut } = dataOf(await restore(user, offboarding.id))
    assert.deepEqual(leftOut, [])
    const links = await linksOf(user)
    assert.deepEqual(
      links.find(([slug]: [string]) => slug === roles.forever.slug),
      [roles.forever.slug, true, sooner],
    )
    assert.equal(links.length, 3)
  })

  it('finds only the offboardings of its user, and needs each of its permissions', async () => {
    const { user } = await employee()
    const other = await makeUser(service())
    const { offboarding } = dataOf(await offboard(user))
    for (const id of [offboarding.id, 999_999])
      await refused(() => restore(other, id), { status: 404, code: 'not_found' })
    await refused(() => call('POST', `${at(user)}/offboardings/x/restore`, { json: {} }), {
      status: 404,
      code: 'not_found',
    })
    for (const lacking of ENDS) {
      const caller = await makeActor(
        service(),
        ENDS.filter((slug) => slug !== lacking),
      )
      await assertForbidden(service(), () => restore(user, offboarding.id, caller), [lacking])
    }
  })

  it('gives no role for longer than the caller holds what it gives', async () => {
    const slug = 'can-read-taxonomies'
    const role = await makeRole(service(), [slug])
    const user = await makeUser(service())
    await giveRole(service(), user, role.slug)
    const { offboarding } = dataOf(await offboard(user))
    const caller: Person = await makeActor(service(), ENDS)
    await giveRole(service(), caller, { id: role.slug, expires_at: inHours(1) })
    const { left_out: leftOut } = dataOf(await restore(user, offboarding.id, caller))
    assert.deepEqual(
      leftOut.map((left: { slug: string; code: string }) => [left.slug, left.code]),
      [[role.slug, 'forbidden']],
    )
    assert.deepEqual(await linksOf(user), [])
  })
})

describe('The list of offboardings', () => {
  it('has the newest first, in pages, for those who may read users and roles', async () => {
    const { user } = await employee()
    const ids: number[] = []
    for (let time = 0; time < 3; time++) {
      const { offboarding } = dataOf(await offboard(user))
      ids.unshift(offboarding.id)
      dataOf(await restore(user, offboarding.id))
    }
    const page = dataOf(await call('GET', `${at(user)}/offboardings`, { query: 'per_page=2&page=2' })).list
    assert.deepEqual(
      [page.data.map(({ id }: { id: number }) => id), page.total, page.last_page],
      [[ids[2]], 3, 2],
    )
    assert.deepEqual(
      (await listed(user)).data.map(({ id }: { id: number }) => id),
      ids,
    )
    for (const lacking of ['can-read-users', 'can-read-roles']) {
      const caller = await makeActor(
        service(),
        ['can-read-users', 'can-read-roles'].filter((slug) => slug !== lacking),
      )
      await assertForbidden(
        service(),
        () => call('GET', `${at(user)}/offboardings`, { token: caller.token }),
        [lacking],
      )
    }
    const itself = await makeUser(service())
    assert.equal((await call('GET', `${at(itself)}/offboardings`, { token: itself.token })).status, 403)
  })

  it('goes with its user', async () => {
    const { user } = await employee()
    dataOf(await offboard(user))
    dataOf(await call('DELETE', `/api/users/${user.id}`))
    const rows = await service()
      .connection.db.selectFrom('offboardings')
      .where('user_id', '=', user.id)
      .selectAll()
      .execute()
    assert.deepEqual(rows, [])
  })
})
