// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { dataOf, makeActor } from '../../support/actors.ts'
import { type Item, next } from '../../support/factories.ts'
import { assertRefusedUnchanged, dumpOf } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'

/** Moves of terms with their descendants, and merges of two terms. */

const { call, make, service } = useService({}, async () => {
  await make('taxonomy-types', { name: 'Country' })
  await make('taxonomy-types', { name: 'City', parent: 'country' })
  await make('taxonomy-types', { name: 'Other' })
})

const act = (what: 'move' | 'merge', { id }: Item, json: object, token?: string) =>
  call('POST', `/api/taxonomies/id/${id}/${what}`, { json, ...(token !== undefined && { token }) })
const perform = async (what: 'move' | 'merge', term: Item, json: object) =>
  dataOf(await act(what, term, json))
const term = (name: string, parent?: Item, type = 'country'): Promise<Item> =>
  make('taxonomies', { name: `${name} ${next()}`, type, ...(parent && { parent: parent.id }) })
const classify = async (user: Item, { id }: Item, link: object = {}) =>
  dataOf(await call('POST', `/api/users/${user.id}/relationships/taxonomies`, { json: { id, ...link } }))
const usersOf = async ({ id }: Item): Promise<Item[]> =>
  dataOf(await call('GET', `/api/taxonomies/${id}/relationships/users`, { query: { sort: 'id' } })).users.data
const read = async ({ id }: Item): Promise<Item> =>
  dataOf(await call('GET', `/api/taxonomies/id/${id}`, { query: { trashed: 'true' } }))
const idsOf = (items: Item[]): number[] => items.map(({ id }) => id)
const refused = (
  what: 'move' | 'merge',
  item: Item,
  json: object,
  { status = 409, code, field }: { status?: number; code: string; field: string },
) =>
  assertRefusedUnchanged(service(), () => act(what, item, json), {
    status,
    code,
    details: [[field, code]],
  })

/** Runs the same call as a dry run, and asserts that it changes nothing. */
async function dryRun(what: 'move' | 'merge', item: Item, json: object): Promise<Item> {
  const before = await dumpOf(service())
  const data = await perform(what, item, { ...json, dry_run: true })
  assert.deepEqual(await dumpOf(service()), before)
  assert.equal(data.applied, false)
  return data
}

let [root, branch, leaf, elsewhere]: Item[] = []
beforeEach(async () => {
  root = await term('Root')
  branch = await term('Branch', root)
  leaf = await term('Leaf', branch)
  elsewhere = await term('Elsewhere')
})

describe('A move', () => {
  it('takes all descendants along, and returns the counts in a dry run and afterwards', async () => {
    const users = [await make('users'), await make('users'), await make('users')]
    await classify(users[0], branch)
    for (const user of users) await classify(user, leaf)
    dataOf(await call('POST', `/api/users/id/${users[2].id}/delete`))
    const expected = { terms: 2, users: 2, conflicts: [] }
    assert.deepEqual(await dryRun('move', branch, { parent: elsewhere.id }), { ...expected, applied: false })
    assert.deepEqual(await perform('move', branch, { parent: elsewhere.id }), { ...expected, applied: true })
    assert.equal((await read(branch)).parent_id, elsewhere.id)
    assert.equal((await read(leaf)).parent_id, branch.id)
  })

  it('moves to the top with null, which must be explicit', async () => {
    await refused('move', branch, {}, { status: 422, code: 'required', field: 'parent' })
    await perform('move', branch, { parent: null })
    assert.equal((await read(branch)).parent_id, null)
  })

  it('reports conflicts in a dry run, and is refused because of them', async () => {
    const thing = await term('Thing', undefined, 'other')
    const twin = await make('taxonomies', { name: leaf.name, slug: `twin-${next()}`, type: 'country' })
    for (const [item, parent, code, other] of [
      [branch, branch, 'loop', branch],
      [root, leaf, 'loop', leaf],
      [root, thing, 'wrong_type', thing],
      [twin, branch, 'name_taken', leaf],
      [leaf, null, 'name_taken', twin],
    ] as const) {
      const parentId = parent === null ? null : parent.id
      const { conflicts } = await dryRun('move', item, { parent: parentId })
      assert.equal(conflicts.length, 1)
      assert.deepEqual(
        [conflicts[0].code, conflicts[0].term.id, conflicts[0].other.id],
        [code, item.id, other.id],
      )
      await refused('move', item, { parent: parentId }, { code, field: 'parent' })
    }
  })

  it('is refused if the parent does not exist, or if the term has changed meanwhile', async () => {
    await refused('move', leaf, { parent: 'unheard-of' }, { status: 422, code: 'not_found', field: 'parent' })
    const options = { json: { parent: root.id }, headers: { 'if-match': '"99-x"' } }
    await assertRefusedUnchanged(
      service(),
      () => call('POST', `/api/taxonomies/id/${leaf.id}/move`, options),
      { status: 412, code: 'stale' },
    )
    await assertRefusedUnchanged(service(), () => act('move', { id: 999_999 }, { parent: null }), {
      status: 404,
      code: 'not_found',
    })
  })
})

describe('A merge', () => {
  it('moves users with their links, keeps the links of users who have both terms, and moves children', async () => {
    const [one, both, gone] = [await make('users'), await make('users'), await make('users')]
    await classify(one, branch, { is_active: false, expires_at: '2126-01-01' })
    await classify(both, branch)
    await classify(both, elsewhere, { expires_at: '2127-01-01' })
    await classify(gone, branch)
    dataOf(await call('POST', `/api/users/id/${gone.id}/delete`))
    const expected = { users: 1, already: 1, children: 1, conflicts: [] }
    assert.deepEqual(await dryRun('merge', branch, { into: elsewhere.id }), { ...expected, applied: false })
    assert.deepEqual(await perform('merge', branch, { into: elsewhere.id }), { ...expected, applied: true })
    const users = await usersOf(elsewhere)
    assert.deepEqual(idsOf(users), idsOf([one, both]))
    assert.deepEqual(
      [users[0].pivot.is_active, users[0].pivot.expires_at],
      [false, '2126-01-01T00:00:00.000Z'],
    )
    assert.equal(users[1].pivot.expires_at, '2127-01-01T00:00:00.000Z')
    assert.equal((await read(leaf)).parent_id, elsewhere.id)
    dataOf(await call('POST', `/api/users/id/${gone.id}/restore`))
    assert.equal((await usersOf(elsewhere)).length, 3)
  })

  it('is recorded on the term, and a restore brings back only the term', async () => {
    await classify(await make('users'), branch)
    await perform('merge', branch, { into: elsewhere.id })
    const merged = await read(branch)
    assert.deepEqual([merged.merged_into_id, merged.deleted_by, merged.count_users], [elsewhere.id, 1, 0])
    assert.equal((await read(elsewhere)).count_users, 1)
    dataOf(await call('POST', `/api/taxonomies/id/${branch.id}/restore`, { json: { cascade: true } }))
    const back = await read(branch)
    assert.deepEqual([back.merged_into_id, back.deleted_at, back.count_users], [null, null, 0])
    assert.equal((await read(leaf)).parent_id, elsewhere.id)
  })

  it('reports conflicts in a dry run, and is refused because of them', async () => {
    const thing = await term('Thing', undefined, 'other')
    const taken = await make('taxonomies', {
      name: leaf.name,
      slug: `taken-${next()}`,
      type: 'country',
      parent: elsewhere.id,
    })
    for (const [item, into, code, expected] of [
      [root, leaf, 'loop', [root.id, leaf.id]],
      [root, thing, 'wrong_type', [root.id, thing.id]],
      [branch, elsewhere, 'name_taken', [leaf.id, taken.id]],
    ] as const) {
      const { conflicts } = await dryRun('merge', item, { into: into.id })
      assert.equal(conflicts.length, 1)
      const [{ term, other }] = conflicts
      assert.deepEqual([conflicts[0].code, term.id, other.id], [code, ...expected])
      await refused('merge', item, { into: into.id }, { code, field: 'into' })
    }
    await refused('merge', root, { into: root.id }, { status: 422, code: 'not_allowed', field: 'into' })
    await refused('merge', root, { into: 'unheard-of' }, { status: 422, code: 'not_found', field: 'into' })
  })

  it("into the term's own parent moves its children there", async () => {
    await perform('merge', branch, { into: root.id })
    assert.equal((await read(leaf)).parent_id, root.id)
  })

  it('is atomic, and carried out once for an Idempotency-Key', async () => {
    await classify(await make('users'), branch)
    const options = { json: { into: elsewhere.id }, headers: { 'idempotency-key': `merge-${next()}` } }
    const first = await call('POST', `/api/taxonomies/id/${branch.id}/merge`, options)
    const again = await call('POST', `/api/taxonomies/id/${branch.id}/merge`, options)
    assert.equal(dataOf(first).users, 1)
    assert.deepEqual(again.body, first.body)
  })

  it('needs the permission to delete terms too', async () => {
    const { token } = await makeActor(service(), ['can-update-taxonomies'])
    const says = /needs the permission can-delete-taxonomies\.$/
    await assertRefusedUnchanged(
      service(),
      () => act('merge', branch, { into: elsewhere.id, dry_run: true }, token),
      { status: 403, code: 'forbidden', says },
    )
    dataOf(await act('move', branch, { parent: null }, token))
  })
})
