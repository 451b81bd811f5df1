// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, makeActor, makeRole, makeUser } from '../../support/actors.ts'
import type { Answer } from '../../support/answer.ts'
import { bulkCalls } from '../../support/bulk.ts'
import { heldUntil } from '../../support/expiring-permission.ts'
import { assertForbidden, assertRefused, assertRefusedUnchanged, dumpOf } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'

/** `POST /api/users/bulk/create`: each valid row becomes a user, and the faults of the others are reported. */

const { service, call } = useService()
const { send } = bulkCalls(service)

const ASSIGNS = ['can-assign-roles', 'can-read-users', 'can-read-roles']

interface Told {
  created: { index: number; id: number }[]
  valid: number
  left_out: { index: number; field: string; code: string; message: string }[]
  next: number | null
  remaining: number
  stopped: { code: string; message: string } | null
  applied: boolean
}

const create = async (json: object, as?: { token: string }): Promise<Told> =>
  dataOf(await send('create', json, as))
const faults = ({ left_out }: Told) => left_out.map(({ index, field, code }) => [index, field, code])

let count = 0
const row = (fields: object = {}) => ({ email: `row${++count}@example.com`, first_name: 'Row', ...fields })

const userOf = async (id: number) => dataOf(await call('GET', `/api/users/${id}`))
const rolesOf = async (id: number) => {
  const { roles } = dataOf(await call('GET', `/api/users/${id}/relationships/roles`))
  return roles.data.map(({ slug, pivot }: { slug: string; pivot: { expires_at: string } }) => [
    slug,
    pivot.expires_at,
  ])
}

/** A mixture of rows, and their faults. */
async function mixture() {
  const taken = await makeUser(service(), { username: `taken${++count}` })
  const same = { ...row(), username: `chosen${++count}` }
  const items = [
    row({ last_name: 'Valid', password: 'a quite unusual phrase' }),
    { first_name: '', email: 'no address', nonsense: 1, password: 'password' },
    row({ email: taken.email.toUpperCase(), username: taken.username }),
    same,
    row({ email: same.email, username: same.username.toUpperCase() }),
    'no row',
    row({ username: '12345' }),
    row({ password: 'common', first_name: 'Too short' }),
    row({ invited_by: 999_999 }),
    row({ username: 'thalassocracy', password: 'thalassocracy' }),
    row({ last_name: 'Line\nbreak' }),
    row({ username: 'nul\u0000' }),
  ]
  const expected = [
    [1, 'nonsense', 'unknown_field'],
    [1, 'email', 'invalid_format'],
    [1, 'password', 'common_password'],
    [1, 'first_name', 'required'],
    [2, 'email', 'email_taken'],
    [2, 'username', 'username_taken'],
    [4, 'email', 'duplicate'],
    [4, 'username', 'duplicate'],
    [5, '', 'invalid_type'],
    [6, 'username', 'not_allowed'],
    [7, 'password', 'too_short'],
    [8, 'invited_by', 'not_found'],
    [9, 'password', 'own_name'],
    [10, 'last_name', 'not_allowed'],
    [11, 'username', 'invalid_type'],
  ]
  return { items, expected, valid: [0, 3] }
}

const byRow = (told: (string | number)[][]) => told.map((fault) => fault.join(' ')).sort()

describe('Creating many users with a report', () => {
  it('creates each valid row, and tells all faults of the others', async () => {
    const { items, expected, valid } = await mixture()
    const told = await create({ items })
    assert.deepEqual(byRow(faults(told)), byRow(expected))
    assert.deepEqual(
      told.created.map(({ index }) => index),
      valid,
    )
    assert.deepEqual(
      [told.valid, told.next, told.remaining, told.stopped, told.applied],
      [valid.length, null, 0, null, true],
    )
    const [first] = told.created
    const { email, last_name, is_active, created_by } = await userOf(first?.id as number)
    const sent = (items[0] as { email: string }).email
    assert.deepEqual([email, last_name, is_active, created_by], [sent, 'Valid', true, 1])
    const signIn = { email: sent, password: 'a quite unusual phrase' }
    assert.equal((await call('POST', '/api/signin', { token: null, json: signIn })).status, 200)
  })

  it('reports the same in a dry run, which changes nothing', async () => {
    const { items, expected, valid } = await mixture()
    const before = await dumpOf(service())
    const answer = await send('create', { items, dry_run: true })
    const told: Told = dataOf(answer)
    assert.deepEqual(answer.body.messages, ['Nothing was changed.'])
    assert.deepEqual(await dumpOf(service()), before)
    assert.deepEqual(byRow(faults(told)), byRow(expected))
    assert.deepEqual([told.created, told.valid, told.applied], [[], valid.length, false])
    assert.equal((await create({ items })).valid, valid.length)
  })

  it('tells the faults in the language of the caller', async () => {
    const items = [{ email: 'x@example.com' }, row({ email: 'admin@example.com' }), row(), row()]
    const [, , , last] = items as [object, object, { email: string }, { email: string }]
    last.email = (items[2] as { email: string }).email
    const answer = await send('create', { items, dry_run: true }, { language: 'fr' })
    assert.equal(answer.headers['content-language'], 'fr')
    const told: Told = dataOf(answer)
    assert.match(String(told.left_out[0]?.message), /^first_name est obligatoire/)
    assert.equal(told.left_out.at(-1)?.message, 'La ligne 2 a déjà ce champ\u00a0: email.')
  })

  it('gives roles until the given time, in the same transaction', async () => {
    const role = await makeRole(service(), ['can-read-taxonomies'])
    const until = new Date(Date.parse(service().clock.now()) + 3_600_000).toISOString()
    const { created } = await create({ items: [row(), row()], roles: [role.slug], expires_at: until })
    assert.equal(created.length, 2)
    for (const { id } of created) assert.deepEqual(await rolesOf(id), [[role.slug, until]])
  })

  it('lets rows keep the usernames that they choose from rows that choose none', async () => {
    const name = `shared${++count}`
    const items = [
      row({ email: `${name}@example.com` }),
      row({ username: name }),
      row({ email: `${name}@example.org` }),
    ]
    for (const dry_run of [true, false]) {
      const told = await create({ items, dry_run })
      assert.deepEqual([faults(told), told.valid], [[], 3])
      const names = await Promise.all(told.created.map(async ({ id }) => (await userOf(id)).username))
      if (!dry_run) assert.deepEqual([names[1], new Set(names).size], [name, 3])
    }
  })

  it('goes on after the row that was handled last', async () => {
    const items = [row(), row(), row()]
    const told = await create({ items, after: 1 })
    assert.deepEqual(
      told.created.map(({ index }) => index),
      [2],
    )
    // Repeated after a lost answer: what exists is reported as taken.
    const again = await create({ items })
    assert.deepEqual(
      again.created.map(({ index }) => index),
      [0, 1],
    )
    assert.deepEqual(
      faults(again).filter(([, field]) => field === 'email'),
      [[2, 'email', 'email_taken']],
    )
    assert.deepEqual((await create({ items, after: 2 })).created, [])
  })

  it('is bounded: rows, and the faults that it tells of one', async () => {
    const refused = (items: unknown, code: string) =>
      assertRefusedUnchanged(service(), () => send('create', { items }), {
        status: 422,
        code,
        details: [['items', code]],
      })
    await refused(Array(501).fill(row()), 'invalid_type')
    await refused([], 'invalid_type')
    await refused(null, 'required')
    await refused({ email: 'x' }, 'invalid_type')
    const unknown = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`field${index}`, 1]))
    assert.equal((await create({ items: [unknown, row()] })).left_out.length, 20)
  })
})

describe('The rights of a caller who creates many users', () => {
  const refusedRoles = (answer: () => Promise<Answer>, slugs: string[]) =>
    assertForbidden(service(), answer, slugs)

  it('are those of creating one, and of assigning the roles', async () => {
    const beyond = await makeRole(service(), ['can-delete-roles'])
    const nobody = await makeUser(service())
    await refusedRoles(() => send('create', { items: [row()] }, nobody), ['can-create-users'])
    const creator = await makeActor(service(), ['can-create-users'])
    await refusedRoles(() => send('create', { items: [row()], roles: [beyond.slug] }, creator), ASSIGNS)
    const assigning = await makeActor(service(), ['can-create-users', ...ASSIGNS])
    for (const dry_run of [true, false]) {
      const json = { items: [row()], roles: [beyond.slug], dry_run }
      await refusedRoles(() => send('create', json, assigning), ['can-delete-roles'])
      assertRefused(
        await send('create', { items: [row()], roles: ['super-administrator'], dry_run }, assigning),
        {
          status: 403,
          code: 'forbidden',
        },
      )
    }
    assert.equal((await create({ items: [row()] }, creator)).valid, 1)
  })

  it('limit the end of the roles', async () => {
    const world = heldUntil(service())
    const caller = await world.callerHolding([[2, null]], ['can-create-users'])
    const role = await world.roleGiving(null)
    const json = { items: [row()], roles: [role.slug] }
    for (const expires_at of [undefined, world.at(3)]) {
      const answer = await send('create', { ...json, expires_at }, caller)
      assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
    }
    assert.equal((await create({ ...json, expires_at: world.at(2) }, caller)).valid, 1)
  })

  it('hold for each row: what it may not set is its fault', async () => {
    const creator = await makeActor(service(), ['can-create-users'])
    const items = [row({ invited_by: 1 }), row(), row({ api_token: 'x'.repeat(40) })]
    const told = await create({ items }, creator)
    assert.deepEqual(faults(told), [
      [0, '', 'forbidden'],
      [2, '', 'forbidden'],
    ])
    assert.equal(told.created.length, 1)
  })
})
