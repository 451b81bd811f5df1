// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  dataOf,
  giveRole,
  makeActor,
  makeRole,
  makeUser,
  type Person,
  type Role,
} from '../../support/actors.ts'
import { assertReport, bulkCalls } from '../../support/bulk.ts'
import { heldUntil } from '../../support/expiring-permission.ts'
import { assertForbidden, assertRefusedUnchanged } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'

/** What each bulk action does to a record, and why it leaves one out. */

const { service, call, make } = useService()
const { send, report } = bulkCalls(service)
const registrations = bulkCalls(service, 'registrations')

const ASSIGNS = ['can-assign-roles', 'can-read-users', 'can-read-roles']

let start: number | undefined

/** The time in so many hours from the start of the test. */
function inHours(hours: number): string {
  start ??= Date.parse(service().clock.now())
  return new Date(start + hours * 3_600_000).toISOString()
}

const userOf = async (id: number) =>
  dataOf(await call('GET', `/api/users/${id}`, { query: { trashed: 'true' } }))

interface Held {
  slug: string
  is_active: boolean
  expires_at: string | null
}

const linksOf = async (id: number): Promise<Held[]> => {
  const { roles } = dataOf(await call('GET', `/api/users/${id}/relationships/roles`, { query: 'sort=id' }))
  return roles.data.map(({ slug, pivot }: { slug: string; pivot: Held }) => ({
    slug,
    is_active: pivot.is_active,
    expires_at: pivot.expires_at,
  }))
}

const holders = async (role: Role, ...links: object[]): Promise<Person[]> => {
  const people: Person[] = []
  for (const link of links) {
    const person = await makeUser(service())
    if (Object.keys(link).length > 0) await giveRole(service(), person, { id: role.slug, ...link })
    people.push(person)
  }
  return people
}

const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id)

describe('Bulk activation', () => {
  it('changes users as an update of each does: versions, authors and tokens', async () => {
    const actor = await makeActor(service(), ['can-update-users'])
    const [one, two] = [await makeUser(service()), await makeUser(service())]
    const ids = [one.id, two.id]
    const before = await Promise.all(ids.map(userOf))
    assertReport(await report('deactivate', { ids }, actor), { done: ids })
    const after = await Promise.all(ids.map(userOf))
    assert.deepEqual(
      after.map(({ is_active, status, updated_by }) => [is_active, status, updated_by]),
      ids.map(() => [false, 'inactive', actor.id]),
    )
    assert.equal((await call('GET', '/api/me', { token: one.token })).status, 401)
    assertReport(await report('deactivate', { ids }, actor), { unchanged: 2 })
    assertReport(await report('activate', { ids }, actor), { done: ids })
    assertReport(await report('activate', { ids }, actor), { unchanged: 2 })
    assert.deepEqual(
      before.map(({ is_active }) => is_active),
      [true, true],
    )
  })

  it('leaves out users who hold more than the caller, and does the others', async () => {
    const actor = await makeActor(service(), ['can-update-users', 'can-read-users'])
    const strong = await makeActor(service(), ['can-delete-roles'], {
      first_name: 'Strong',
      last_name: 'Arm',
    })
    const weak = await makeUser(service())
    const { left_out, ...told } = await report('deactivate', { ids: [strong.id, weak.id, 1] }, actor)
    assert.deepEqual(told, { done: [weak.id], unchanged: 0, next: null, remaining: 0, stopped: null })
    const [root, other] = left_out
    assert.equal(root?.id, 1)
    assert.deepEqual(other, {
      id: strong.id,
      uuid: strong.uuid,
      name: 'Strong Arm',
      code: 'forbidden',
      message: 'Changing this user needs the permission can-delete-roles.',
    })
  })

  it('does not tell whether a user whom the caller may not change is active', async () => {
    const actor = await makeActor(service(), ['can-update-users'])
    const strong = await makeActor(service(), ['can-delete-roles'])
    for (const action of ['activate', 'deactivate'])
      assertReport(await report(action, { ids: [strong.id] }, actor), { codes: ['forbidden'] })
  })
})

describe('Bulk deletion and restore', () => {
  it('moves users to the trash and back; what is there already is unchanged', async () => {
    const people = [await makeUser(service()), await makeUser(service())]
    const ids = idsOf(people)
    const emails = people.map(({ email }) => email)
    assertReport(await report('delete', { ids }), { done: ids })
    assertReport(await report('delete', { ids }), { unchanged: 2 })
    assertReport(await report('delete', { emails }), { unchanged: 2 })
    assert.ok((await userOf(ids[0] as number)).deleted_at)
    assertReport(await report('restore', { emails }), { done: ids })
    assertReport(await report('restore', { ids }), { unchanged: 2 })
    assert.equal((await userOf(ids[0] as number)).deleted_at, null)
  })

  it('restores what a list of the trash has', async () => {
    const [one, two] = [
      await makeUser(service(), { title: 'Trashed' }),
      await makeUser(service(), { title: 'Trashed' }),
    ]
    dataOf(await call('POST', `/api/users/id/${one.id}/delete`))
    const json = { matching: true, filter: { title: 'Trashed' } }
    assertReport(await report('restore', { ...json, trashed: 'false' }), { unchanged: 1 })
    assertReport(await report('restore', json), { done: [one.id] })
    assertReport(await report('delete', json), { done: [one.id, two.id] })
    assertReport(await report('restore', { ...json, trashed: 'only' }), { done: [one.id, two.id] })
  })

  it('leaves out a user whose address somebody else has by now, and an address of several', async () => {
    const old = await makeUser(service())
    dataOf(await call('POST', `/api/users/id/${old.id}/delete`))
    const { email } = old
    const newer = await makeUser(service(), { email })
    assertReport(await report('restore', { ids: [old.id] }), { codes: ['email_taken'] })
    assertReport(await report('restore', { emails: [email] }), { codes: ['email_taken'] })
    dataOf(await call('POST', `/api/users/id/${newer.id}/delete`))
    const { left_out } = await report('restore', { emails: [email] })
    assert.deepEqual(left_out, [
      {
        email,
        code: 'ambiguous_selector',
        message: 'Several soft-deleted users have this address; name one by its id.',
      },
    ])
  })
})

describe('Bulk assignment of a role', () => {
  it('assigns it with its end, and keeps an end that is later', async () => {
    const role = await makeRole(service())
    const [at1, at2, at3] = [inHours(1), inHours(2), inHours(3)]
    const people = await holders(role, {}, { expires_at: at1 }, { expires_at: at3 }, { expires_at: null })
    const [none, earlier] = people as [Person, Person]
    const json = { ids: idsOf(people), role: role.slug, expires_at: at2 }
    assertReport(await report('assign-role', json), { done: [none.id, earlier.id], unchanged: 2 })
    const ends = await Promise.all(people.map(async ({ id }) => (await linksOf(id))[0]?.expires_at))
    assert.deepEqual(ends, [at2, at2, at3, null])
    assertReport(await report('assign-role', json), { unchanged: 4 })
    const forGood = { ids: idsOf(people), role: role.uuid }
    assertReport(await report('assign-role', forGood), { done: idsOf(people.slice(0, 3)), unchanged: 1 })
  })

  it('gives a link that is inactive or has ended exactly the new end', async () => {
    const role = await makeRole(service())
    const end = inHours(2)
    const people = await holders(
      role,
      { is_active: false, expires_at: inHours(9) },
      { is_active: false },
      { expires_at: inHours(-1) },
    )
    assertReport(await report('assign-role', { ids: idsOf(people), role: role.id, expires_at: end }), {
      done: idsOf(people),
    })
    for (const { id } of people)
      assert.deepEqual(await linksOf(id), [{ slug: role.slug, is_active: true, expires_at: end }])
  })

  it('is refused as a whole for an unknown role, an end in the past, and a role that holds more', async () => {
    const role = await makeRole(service(), ['can-delete-roles'], { slug: 'bookkeeper' })
    const [{ id }] = (await holders(role, {})) as [Person]
    const unchanged = (json: object, expected: Parameters<typeof assertRefusedUnchanged>[2], as?: Person) =>
      assertRefusedUnchanged(service(), () => send('assign-role', { ids: [id], ...json }, as), expected)
    await unchanged(
      { role: 'bookeeper' },
      {
        status: 422,
        code: 'not_found',
        details: [['role', 'not_found']],
        says: /role does not match an existing role\. .*bookkeeper/,
      },
    )
    await unchanged({}, { status: 422, code: 'required', details: [['role', 'required']] })
    for (const expires_at of [inHours(-1), inHours(0)])
      await unchanged(
        { role: role.slug, expires_at },
        { status: 422, code: 'out_of_range', details: [['expires_at', 'out_of_range']] },
      )
    const actor = await makeActor(service(), ASSIGNS)
    for (const action of ['assign-role', 'remove-role'])
      await assertForbidden(service(), () => send(action, { ids: [id], role: role.slug }, actor), [
        'can-delete-roles',
      ])
    await unchanged(
      { role: 'super-administrator' },
      { status: 403, code: 'forbidden', says: /only the role super-administrator/ },
      actor,
    )
  })

  it('never lasts longer than the caller holds the permissions', async () => {
    const world = heldUntil(service())
    const caller = await world.callerHolding([[2, null]])
    const role = await world.roleGiving(null)
    const [person] = (await holders(role, {})) as [Person]
    for (const expires_at of [null, world.at(3)])
      await assertRefusedUnchanged(
        service(),
        () => send('assign-role', { ids: [person.id], role: role.slug, expires_at }, caller),
        {
          status: 403,
          code: 'forbidden',
          details: [['expires_at', 'forbidden']],
          says: /until .*Set expires_at/,
        },
      )
    const json = { ids: [person.id], role: role.slug, expires_at: world.at(2) }
    assertReport(await report('assign-role', json, caller), { done: [person.id] })
    // The same for renewals, of this role and of any.
    for (const named of [{ role: role.slug }, {}]) {
      const renewed = await send('renew-roles', { ids: [person.id], expires_at: null, ...named }, caller)
      const code = 'role' in named ? renewed.body.code : dataOf(renewed).left_out[0].code
      assert.equal(code, 'forbidden')
    }
    assert.deepEqual((await linksOf(person.id))[0]?.expires_at, world.at(2))
  })
})

describe('Bulk removal of a role', () => {
  it('removes it, whatever the state of its link', async () => {
    const role = await makeRole(service())
    const people = await holders(
      role,
      {},
      { is_active: false },
      { expires_at: inHours(-1) },
      { expires_at: null },
    )
    const [none, ...others] = people as [Person, ...Person[]]
    const json = { ids: idsOf(people), role: role.slug }
    assertReport(await report('remove-role', json), { done: idsOf(others), unchanged: 1 })
    for (const { id } of people) assert.deepEqual(await linksOf(id), [])
    assertReport(await report('remove-role', json), { unchanged: 4 })
    assert.ok(none)
  })
})

describe('Bulk renewal of roles', () => {
  it('moves the end of links in force, and never shortens one', async () => {
    const [role, other] = [await makeRole(service()), await makeRole(service())]
    const until = inHours(5)
    const people = await holders(
      role,
      { expires_at: inHours(1) },
      { expires_at: inHours(9) },
      { expires_at: null },
      { expires_at: inHours(-1) },
      { expires_at: inHours(1), is_active: false },
      {},
    )
    const [ending] = people as [Person]
    await giveRole(service(), ending, { id: other.slug, expires_at: inHours(2) })
    const json = { ids: idsOf(people), expires_at: until }
    const before = await Promise.all(people.slice(1).map(({ id }) => linksOf(id)))
    assertReport(await report('renew-roles', json), { done: [ending.id], unchanged: 5 })
    assert.deepEqual(
      (await linksOf(ending.id)).map(({ expires_at }) => expires_at),
      [until, until],
    )
    assert.deepEqual(await Promise.all(people.slice(1).map(({ id }) => linksOf(id))), before)
    assertReport(await report('renew-roles', json), { unchanged: 6 })
  })

  it('renews only links of the named role, and only those that end before the given time', async () => {
    const [role, other] = [await makeRole(service()), await makeRole(service())]
    const [person] = (await holders(role, { expires_at: inHours(2) })) as [Person]
    await giveRole(service(), person, { id: other.slug, expires_at: inHours(3) })
    const ends = async () => (await linksOf(person.id)).map(({ expires_at }) => expires_at).sort()
    const ids = [person.id]
    assertReport(await report('renew-roles', { ids, expires_at: inHours(8), ending_before: inHours(2) }), {
      unchanged: 1,
    })
    assertReport(await report('renew-roles', { ids, expires_at: inHours(8), ending_before: inHours(2.5) }), {
      done: ids,
    })
    assert.deepEqual(await ends(), [inHours(3), inHours(8)])
    assertReport(await report('renew-roles', { ids, role: other.slug, expires_at: null }), { done: ids })
    assert.deepEqual((await linksOf(person.id)).find(({ slug }) => slug === other.slug)?.expires_at, null)
    assertReport(await report('renew-roles', { ids, role: other.slug, expires_at: inHours(9) }), {
      unchanged: 1,
    })
  })

  it('needs to be told the new end', async () => {
    const required = { status: 422, code: 'required', details: [['expires_at', 'required']] as const }
    await assertRefusedUnchanged(service(), () => send('renew-roles', { ids: [1] }), required)
    const past = { status: 422, code: 'out_of_range', details: [['expires_at', 'out_of_range']] as const }
    await assertRefusedUnchanged(
      service(),
      () => send('renew-roles', { ids: [1], expires_at: inHours(-1) }),
      past,
    )
  })

  it('leaves a role in the trash alone', async () => {
    const role = await makeRole(service())
    const [person] = (await holders(role, { expires_at: inHours(1) })) as [Person]
    dataOf(await call('POST', `/api/roles/id/${role.id}/delete`))
    assertReport(await report('renew-roles', { ids: [person.id], expires_at: null }), { unchanged: 1 })
  })
})

describe('Bulk approval', () => {
  it('creates the users of registrations once, with roles until the given time', async () => {
    const role = await makeRole(service())
    const made = [await make('registrations'), await make('registrations')]
    const ids = idsOf(made)
    const until = inHours(3)
    const json = { ids, roles: [role.slug], expires_at: until }
    assertReport(await registrations.report('create-user', json), { done: ids })
    assertReport(await registrations.report('create-user', json), { unchanged: 2 })
    for (const id of ids) {
      const { user_id, status } = dataOf(await call('GET', `/api/registrations/${id}`))
      assert.equal(status, 'user-created')
      const links = await linksOf(user_id)
      assert.deepEqual(
        links.map(({ slug, expires_at }) => [slug, expires_at]).sort(),
        [
          ['registered', null],
          [role.slug, until],
        ].sort(),
      )
    }
  })

  it('leaves out a registration whose address has an account', async () => {
    const [taken, free] = [await make('registrations'), await make('registrations')]
    await makeUser(service(), { email: String(taken.email) })
    const told = await registrations.report('create-user', { ids: idsOf([taken, free]) })
    assertReport(told, { done: [free.id], codes: ['email_taken'] })
    assert.equal(told.left_out[0]?.message, 'A user with this email already exists.')
  })

  it('is refused as a whole for roles that the caller may not give', async () => {
    const { id } = await make('registrations')
    const role = await makeRole(service(), ['can-delete-roles'])
    const approves = ['can-create-users', 'can-update-registrations']
    const [plain, assigning] = [
      await makeActor(service(), approves),
      await makeActor(service(), [...approves, ...ASSIGNS]),
    ]
    const json = { ids: [id], roles: [role.slug] }
    await assertForbidden(service(), () => registrations.send('create-user', json, plain), ASSIGNS)
    await assertForbidden(service(), () => registrations.send('create-user', json, assigning), [
      'can-delete-roles',
    ])
    const end = { ids: [id], expires_at: inHours(1) }
    const contradiction = {
      status: 422,
      code: 'contradiction',
      details: [['expires_at', 'contradiction']] as const,
    }
    await assertRefusedUnchanged(service(), () => registrations.send('create-user', end), contradiction)
    assertReport(await registrations.report('create-user', { ids: [id] }, plain), { done: [id] })
  })

  it('takes an end of the roles for a single registration too', async () => {
    const role = await makeRole(service())
    const { id } = await make('registrations')
    const json = { roles: [role.slug], expires_at: inHours(2) }
    const { user } = dataOf(await call('POST', `/api/registrations/id/${id}/create-user`, { json }))
    const link = (await linksOf(user.id)).find(({ slug }) => slug === role.slug)
    assert.equal(link?.expires_at, inHours(2))
  })
})
