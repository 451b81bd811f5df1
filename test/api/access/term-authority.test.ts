// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeRole, makeUser, type Person } from '../../support/actors.ts'
import { type Item, next } from '../../support/factories.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { useService } from '../../support/suite.ts'

/** Deleting, merging or restoring a term changes the users whom it classifies. */

const BEYOND = 'can-delete-registrations'
const NEEDED = [
  'can-update-taxonomies',
  'can-delete-taxonomies',
  'can-delete-taxonomy-types',
  'can-delete-permanently',
  'can-restore-records',
  'can-read-users',
]

describe('A term that classifies users who hold more than the caller', () => {
  const { call, make, service } = useService()
  let editor: Person
  before(async () => {
    editor = await makeActor(service(), NEEDED)
  })

  const as = ({ token }: Person, method: string, path: string, json: object = {}) =>
    call(method, path, { token, json })
  const asRoot = async (path: string, json: object = {}) => dataOf(await call('POST', path, { json }))
  const term = (fields: object = {}): Promise<Item> =>
    make('taxonomies', { name: `Term ${next()}`, ...fields })
  const classify = (user: { id: number }, { id }: Item) =>
    asRoot(`/api/users/${user.id}/relationships/taxonomies`, { id })
  async function powerful(): Promise<Person> {
    const user = await makeUser(service())
    await giveRole(service(), user, (await makeRole(service(), [BEYOND])).slug)
    return user
  }
  const refused = (path: string, json: object = {}, { method = 'POST', says = /./ } = {}) =>
    assertRefusedUnchanged(service(), () => as(editor, method, path, json), {
      status: 403,
      code: 'forbidden',
      says,
    })

  it('cannot be merged, not even as a dry run: the refusal counts the users and names the missing permission', async () => {
    const [from, into] = [await term(), await term()]
    for (const user of [await powerful(), await powerful(), await makeUser(service())])
      await classify(user, from)
    const says = new RegExp(`^Merging this term changes 2 users who hold more .* permission ${BEYOND}\\.$`)
    await refused(`/api/taxonomies/id/${from.id}/merge`, { into: into.id }, { says })
    await refused(`/api/taxonomies/id/${from.id}/merge`, { into: into.id, dry_run: true }, { says })
    const blind = await makeActor(service(), NEEDED.slice(0, 2))
    const merge = () => as(blind, 'POST', `/api/taxonomies/id/${from.id}/merge`, { into: into.id })
    await assertRefusedUnchanged(service(), merge, {
      status: 403,
      code: 'forbidden',
      says: /^Merging this term changes users who hold more/,
    })
    // In the other direction, no such user is changed.
    const { status } = await as(editor, 'POST', `/api/taxonomies/id/${into.id}/merge`, { into: from.id })
    assert.equal(status, 200)
  })

  it('cannot be deleted, restored or destroyed', async () => {
    const one = await term()
    await classify(await powerful(), one)
    const says = /^(Deleting|Restoring) this term changes a user who holds more/
    await refused(`/api/taxonomies/id/${one.id}/delete`, {}, { says })
    await refused(`/api/taxonomies/${one.id}`, {}, { method: 'DELETE', says })
    await asRoot(`/api/taxonomies/id/${one.id}/delete`)
    await refused(`/api/taxonomies/id/${one.id}/restore`, {}, { says })
  })

  it('cannot be deleted or restored by a cascade from its parent or type', async () => {
    const type = await make('taxonomy-types', { name: `Type ${next()}` })
    const above = await term({ type: type.id })
    const below = await term({ type: type.id, parent: above.id })
    await classify(await powerful(), below)
    for (const path of [`taxonomies/id/${above.id}`, `taxonomy-types/id/${type.id}`]) {
      await refused(`/api/${path}/delete`, { cascade: true })
      await asRoot(`/api/${path}/delete`, { cascade: true })
      await refused(`/api/${path}/restore`, { cascade: true })
      await asRoot(`/api/${path}/restore`, { cascade: true })
    }
  })

  it('needs the role super-administrator if one of them is a super administrator', async () => {
    const one = await term()
    const root = dataOf(await call('GET', '/api/me'))
    await classify(root.user ?? root, one)
    await refused(`/api/taxonomies/id/${one.id}/delete`, {}, { says: /only the role super-administrator/ })
  })

  it('can be merged, deleted and restored once its users are the caller or hold no more', async () => {
    const [one, other] = [await term(), await term()]
    await classify(editor, one)
    const equal = await makeActor(service(), NEEDED.slice(0, 2))
    await classify(equal, one)
    assert.equal(
      (await as(editor, 'POST', `/api/taxonomies/id/${one.id}/merge`, { into: other.id })).status,
      200,
    )
    assert.equal((await as(editor, 'POST', `/api/taxonomies/id/${other.id}/delete`)).status, 200)
    assert.equal((await as(editor, 'POST', `/api/taxonomies/id/${other.id}/restore`)).status, 200)
    assert.equal((await as(editor, 'DELETE', `/api/taxonomies/${other.id}`)).status, 200)
  })
})
