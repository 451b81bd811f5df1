// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Subject } from '../../../contract/permissions.ts'
import { dataOf, makeActor } from '../../support/actors.ts'
import { insertUsers } from '../../support/many-users.ts'
import { assertRefused, ids, useService } from '../../support/suite.ts'

/** A write whose selector matches several records names them to callers who may read them. */

const { service, call, make, unchanged } = useService()

const end = '; a write must match exactly one.'

describe('A write whose selector matches several records', () => {
  it('names up to ten of them, and says if there are more', async () => {
    const made: number[] = []
    for (let count = 1; count <= 11; count++) {
      made.push((await make('roles', { details: 'Alike' })).id)
      if (count === 1) continue
      const which =
        count > 10
          ? `more than ten roles, first those with the ids ${made.slice(0, 10).join(', ')}`
          : `${count} roles, with the ids ${made.join(', ')}`
      const answer = await unchanged(() => call('POST', '/api/roles/details/Alike/delete'))
      assertRefused(answer, { status: 409, code: 'ambiguous_selector' })
      assert.deepEqual(answer.body.errors, [`This matches ${which}${end}`])
    }
  })

  it('names live records only, or soft-deleted ones for a restore', async () => {
    const two = [await make('roles', { details: 'Gone' }), await make('roles', { details: 'Gone' })]
    for (const { id } of two) await call('POST', `/api/roles/id/${id}/delete`)
    await make('roles', { details: 'Gone' })
    const answer = await call('POST', '/api/roles/details/Gone/restore')
    assertRefused(answer, { status: 409, code: 'ambiguous_selector' })
    assert.deepEqual(answer.body.errors, [`This matches 2 roles, with the ids ${ids(two).join(', ')}${end}`])
  })

  it('names and counts nothing for callers who may not read them', async () => {
    const shared = {
      users: ['title', 'Unread'],
      registrations: ['title', 'Unread'],
      roles: ['details', 'Unread'],
      taxonomies: ['notes', 'Unread'],
      'taxonomy-types': ['is_active', false],
    } as const
    for (const [name, [column, value]] of Object.entries(shared)) {
      for (let count = 1; count <= 3; count++) await make(name as Subject, { [column]: value })
      const writer = await makeActor(service(), [`can-update-${name}`, `can-delete-${name}`])
      const path = `/api/${name}/${column}/${value}/delete`
      const answer = await unchanged(() => call('POST', path, { token: writer.token }))
      assertRefused(answer, { status: 409, code: 'ambiguous_selector' })
      assert.deepEqual(answer.body.errors, [`This matches several ${name}${end}`])
    }
  })

  describe('in a large table', () => {
    before(() => insertUsers(service(), 6000, 'Numerous'))

    it('names them, too, and a write that matches one is made', async () => {
      const { id } = await make('users', { bio: 'Unique' })
      const post = (path: string) => call('POST', `/api/users/bio/${path}`)
      const update = (bio: string) => call('POST', `/api/users/bio/${bio}/update`, { json: { title: 'Dr' } })
      const answer = await unchanged(() => update('Numerous'))
      assertRefused(answer, { status: 409, code: 'ambiguous_selector' })
      assert.match(
        answer.body.errors[0],
        /^This matches more than ten users, first those with the ids \d+(, \d+){9};/,
      )
      dataOf(await update('Unique'))
      assert.equal(dataOf(await call('GET', `/api/users/id/${id}`)).title, 'Dr')
      assertRefused(await unchanged(() => update('Nobody')), { status: 404, code: 'not_found' })
      dataOf(await call('POST', `/api/users/id/${id}/delete`))
      assertRefused(await unchanged(() => update('Unique')), { status: 404, code: 'not_found' })
      dataOf(await post('Unique/restore'))
      assert.equal(dataOf(await call('GET', '/api/users/bio/Unique')).id, id)
    })

    it('is made by each of 32 clients that select one record at the same time', async () => {
      const { id } = await make('users', { bio: 'Wanted' })
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, number) =>
          call('POST', '/api/users/bio/Wanted/update', { json: { title: `Dr ${number}` } }),
        ),
      )
      for (const answer of answers) dataOf(answer)
      assert.match(dataOf(await call('GET', `/api/users/id/${id}`)).title, /^Dr \d+$/)
    })
  })
})
