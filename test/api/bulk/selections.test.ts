// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, makeActor, makeUser, type Person } from '../../support/actors.ts'
import { assertReport, bulkCalls } from '../../support/bulk.ts'
import { assertForbidden, assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'

/** Bulk calls with a report: on which records they act, how far one call goes, and what it refuses as a whole. */

const { service, call, make } = useService()
const { send, report } = bulkCalls(service)

const ACTIVITY = ['can-update-users']
const people = async (count: number, fields: object = {}) => {
  const made: Person[] = []
  for (let number = 0; number < count; number++) made.push(await makeUser(service(), fields))
  return made
}
const activityOf = async (id: number): Promise<boolean> =>
  dataOf(await call('GET', `/api/users/${id}`)).is_active
const refused = (json: object, expected: Parameters<typeof assertRefused>[1]) =>
  assertRefusedUnchanged(service(), () => send('deactivate', json), expected)

describe('A bulk call acts on', () => {
  it('the records that it names by id or uuid, each once', async () => {
    const [one, two, other] = await people(3)
    assert.ok(one && two && other)
    const ids = [two.uuid.toUpperCase(), one.id, String(one.id), two.id]
    assertReport(await report('deactivate', { ids }), { done: [one.id, two.id] })
    assert.deepEqual([await activityOf(one.id), await activityOf(two.id)], [false, false])
    assert.equal(await activityOf(other.id), true)
  })

  it('the records that it names by address, in any case', async () => {
    const [one, two] = await people(2)
    assert.ok(one && two)
    const emails = [one.email.toUpperCase(), ` ${two.email} `, one.email]
    assertReport(await report('deactivate', { emails }), { done: [one.id, two.id] })
  })

  it('all records that a list with the same parameters has, whatever its page', async () => {
    const [one, two] = await people(2, { first_name: 'Selected', designation: 'Analyst' })
    const [other] = await people(1, { first_name: 'Selected', designation: 'Writer' })
    const [inactive] = await people(1, { first_name: 'Selected', designation: 'Analyst', is_active: false })
    assert.ok(one && two && other && inactive)
    const list = { q: 'selected', status: 'active', sort: 'name', page: 7, per_page: 1, include: 'roles' }
    const json = { matching: true, ...list, filter: { designation: 'Analyst' } }
    assertReport(await report('deactivate', json), { done: [one.id, two.id] })
    assert.deepEqual([await activityOf(other.id), await activityOf(inactive.id)], [true, false])
    const query = { 'filter[designation]': 'like:write', q: 'selected' }
    const answer = await call('POST', '/api/users/bulk/deactivate', { query, json: { matching: true } })
    assertReport(dataOf(answer), { done: [other.id] })
  })

  it('records that were created on the given days', async () => {
    const [one] = await people(1)
    assert.ok(one)
    const day = dataOf(await call('GET', `/api/users/${one.id}`)).created_at.slice(0, 10)
    const later = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    assertReport(await report('deactivate', { matching: true, from: later }), {})
    const found = await report('deactivate', { matching: true, from: day, to: day, q: one.email })
    assertReport(found, { done: [one.id] })
  })

  it('nothing without a selection, and never on all by omission', async () => {
    const none = { status: 422, code: 'required', details: [['ids', 'required']] as const }
    for (const json of [{}, { matching: false }, { ids: null }, { status: 'active' }])
      await refused(json, none)
    for (const json of [{ ids: [] }, { ids: '' }]) assertRefused(await send('deactivate', json), none)
    assertRefused(await send('deactivate', { emails: [' '] }), {
      status: 422,
      code: 'required',
      details: [['emails', 'required']],
    })
  })

  it('one selection only', async () => {
    const [{ id, email }] = (await people(1)) as [Person]
    const several = { status: 422, code: 'contradiction', details: [['ids', 'contradiction']] as const }
    await refused({ ids: [id], matching: true }, several)
    await refused({ ids: [id], emails: [email] }, several)
    const narrowed = [
      ['q', { q: 'Ada' }],
      ['status', { status: 'active' }],
      ['filter[name]', { filter: { name: 'Ada' } }],
      ['trashed', { trashed: 'only' }],
      ['section', { section: 'x' }],
    ] as const
    for (const [field, condition] of narrowed) {
      const expected = { status: 422, code: 'contradiction', details: [[field, 'contradiction']] as const }
      await refused({ ids: [id], ...condition }, expected)
    }
  })

  it('no more than it understands: conditions that the list does not have are refused', async () => {
    const unknown = (field: string) => ({
      status: 422,
      code: 'unknown_field',
      details: [[field, 'unknown_field']] as const,
    })
    await refused({ matching: true, statsu: 'inactive' }, unknown('statsu'))
    await refused({ matching: true, section: 'x' }, unknown('section'))
    await refused({ matching: true, 'filter[name]': 'Ada' }, unknown('filter[name]'))
    await refused({ matching: true, filter: { nonsense: '1' } }, { status: 400, code: 'bad_filter' })
    await refused(
      { matching: true, filter: 'active' },
      { status: 422, code: 'invalid_type', details: [['filter', 'invalid_type']] },
    )
    await refused(
      { matching: true, status: 'gone' },
      { status: 422, code: 'not_allowed', details: [['status', 'not_allowed']] },
    )
    await refused(
      { matching: true, filter: { name: 'x'.repeat(17_000) } },
      { status: 422, code: 'too_long', details: [['filter[name]', 'too_long']] },
    )
  })

  it('at most 1,000 named records, of which a call handles at most 1,000', async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => 5_000_000 + index)
    await refused({ ids }, { status: 422, code: 'invalid_type', details: [['ids', 'invalid_type']] })
    await refused(
      { ids: [1], limit: 1001 },
      { status: 422, code: 'out_of_range', details: [['limit', 'out_of_range']] },
    )
    await refused(
      { ids: [1], limit: 0 },
      { status: 422, code: 'out_of_range', details: [['limit', 'out_of_range']] },
    )
    for (const name of ['nonsense', '0', '-'.repeat(36), '1'.repeat(36), '1.5'])
      await refused({ ids: [name] }, { status: 422, code: 'invalid_type', details: [['0', 'invalid_type']] })
    for (const name of [1.5, -1, true, {}])
      assert.equal((await send('deactivate', { ids: [name] })).status, 422, String(name))
    const unknown = await report('deactivate', { ids: ids.slice(1) })
    assertReport(unknown, { codes: Array(1000).fill('not_found') })
  })
})

describe('A bulk call in steps', () => {
  it('handles the lowest ids first, and goes on after the last one', async () => {
    const made = await people(5)
    const [a, b, c, d, e] = made.map(({ id }) => id) as [number, number, number, number, number]
    const ids = [e, c, a, d, b, 9_999_999]
    const first = await report('deactivate', { ids, limit: 2 })
    assertReport(first, { done: [a, b], next: b, remaining: 3, codes: ['not_found'] })
    // The client lost the answer and repeats the call, which changes nothing more.
    assertReport(await report('deactivate', { ids, limit: 2 }), {
      unchanged: 2,
      next: b,
      remaining: 3,
      codes: ['not_found'],
    })
    // Unknown names are reported once, by the call without `after`.
    assertReport(await report('deactivate', { ids, limit: 2, after: b }), {
      done: [c, d],
      next: d,
      remaining: 1,
    })
    assertReport(await report('deactivate', { ids, limit: 2, after: d }), { done: [e] })
    assertReport(await report('deactivate', { ids, limit: 2, after: e }), {})
  })

  it('goes on where records stop matching because it changed them', async () => {
    const made = await people(5, { first_name: 'Steps' })
    const [a, b, c, d, e] = made.map(({ id }) => id) as [number, number, number, number, number]
    const json = { matching: true, q: 'Steps', status: 'active', limit: 2 }
    assertReport(await report('deactivate', json), { done: [a, b], next: b, remaining: 3 })
    // Interrupted: starts again from the beginning, where nothing matches any more.
    assertReport(await report('deactivate', json), { done: [c, d], next: d, remaining: 1 })
    assertReport(await report('deactivate', { ...json, after: d }), { done: [e] })
  })

  it('ignores an Idempotency-Key, as each repetition goes on', async () => {
    const [one, two] = await people(2)
    assert.ok(one && two)
    const headers = { 'idempotency-key': 'one-key' }
    const path = '/api/users/bulk/deactivate'
    const json = { ids: [one.id] }
    assertReport(dataOf(await call('POST', path, { json, headers })), { done: [one.id] })
    assertReport(dataOf(await call('POST', path, { json, headers })), { unchanged: 1 })
    assertReport(dataOf(await call('POST', path, { json: { ids: [two.id] }, headers })), { done: [two.id] })
  })
})

describe('A selection reveals nothing:', () => {
  it('addresses need the permission to see contact details', async () => {
    const [{ email }] = (await people(1)) as [Person]
    const actor = await makeActor(service(), [...ACTIVITY, 'can-read-users'])
    for (const emails of [[email], ['nobody@example.com'], [actor.email]])
      await assertForbidden(service(), () => send('deactivate', { emails }, actor), [
        'can-see-users-contact-details',
      ])
  })

  it('a list needs the permission to read it, and to see contact details if it filters by them', async () => {
    const actor = await makeActor(service(), ACTIVITY)
    await assertForbidden(service(), () => send('deactivate', { matching: true }, actor), ['can-read-users'])
    const reader = await makeActor(service(), [...ACTIVITY, 'can-read-users'])
    const json = { matching: true, filter: { email: 'like:person' } }
    await assertForbidden(service(), () => send('deactivate', json, reader), [
      'can-see-users-contact-details',
    ])
    const [target] = await people(1, { first_name: 'Hidden' })
    assertReport(await report('deactivate', { matching: true, q: target?.email }, reader), {})
  })

  it('names are shown to readers only', async () => {
    const [strong] = [await makeActor(service(), ['can-delete-roles'], { first_name: 'Strong' })]
    const by = async (slugs: string[]) => {
      const actor = await makeActor(service(), slugs)
      const { left_out } = await report('deactivate', { ids: [strong.id] }, actor)
      return left_out.map(({ message: _, ...entry }) => entry)
    }
    assert.deepEqual(await by(ACTIVITY), [{ id: strong.id, code: 'forbidden' }])
    const readable = { id: strong.id, uuid: strong.uuid, name: 'Strong', code: 'forbidden' }
    assert.deepEqual(await by([...ACTIVITY, 'can-read-users']), [readable])
  })

  it('the trash stays hidden from those who may not read it, apart from what they put there', async () => {
    const actor = await makeActor(service(), ['can-delete-users'])
    const [gone, own] = (await people(2)) as [Person, Person]
    dataOf(await call('POST', `/api/users/id/${gone.id}/delete`))
    const first = { ids: [gone.id, 8_888_888, own.id], limit: 1 }
    assertReport(await report('delete', first, actor), { done: [own.id], codes: ['not_found', 'not_found'] })
    assertReport(await report('delete', first, actor), { unchanged: 1, codes: ['not_found', 'not_found'] })
    const { left_out } = await report('delete', { ids: [gone.uuid] }, actor)
    assert.deepEqual(left_out, [{ uuid: gone.uuid, code: 'not_found', message: 'No user matches.' }])
  })

  it('a user in the trash is not found, as by the single operation', async () => {
    const [gone] = await people(1)
    assert.ok(gone)
    dataOf(await call('POST', `/api/users/id/${gone.id}/delete`))
    for (const action of ['activate', 'deactivate']) {
      const { left_out } = await report(action, { ids: [gone.id] })
      assert.deepEqual(left_out, [{ id: gone.id, code: 'not_found', message: 'No user matches.' }])
    }
    const { left_out } = await report('deactivate', { emails: [gone.email] })
    assert.deepEqual(left_out, [{ email: gone.email, code: 'not_found', message: 'No user matches.' }])
  })
})

describe('What is left out', () => {
  it('is told in the language of the caller', async () => {
    const json = { ids: [7_777_777] }
    const french = await send('deactivate', json, { language: 'fr' })
    assert.equal(french.headers['content-language'], 'fr')
    assert.deepEqual(dataOf(french).left_out, [
      { id: 7_777_777, code: 'not_found', message: 'Aucun utilisateur ne correspond.' },
    ])
    const english = await send('deactivate', json, { language: 'de' })
    assert.equal(english.headers['content-language'], 'en')
    assert.equal(dataOf(english).left_out[0].message, 'No user matches.')
  })

  it('is found among registrations too', async () => {
    const { id } = await make('registrations')
    const registrations = bulkCalls(service, 'registrations')
    assertReport(await registrations.report('delete', { ids: [id] }), { done: [id] })
    assertReport(await registrations.report('delete', { ids: [id] }), { unchanged: 1 })
    assertReport(await registrations.report('restore', { ids: [id] }), { done: [id] })
    assertReport(await registrations.report('restore', { ids: [id, 999_999] }), {
      unchanged: 1,
      codes: ['not_found'],
    })
  })
})
