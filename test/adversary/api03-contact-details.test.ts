// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeActor, makeUser, type Person, setPermissions } from '../support/actors.ts'
import { type Cell, guardedCells, shown } from '../support/callers.ts'
import { startProbes } from '../support/probes.ts'
import { assertForbidden } from '../support/refusals.ts'
import { ADMIN, type Service, startService } from '../support/service.ts'

const SLUG = 'can-see-users-contact-details'
const CONTACT = ['email', 'alternate_email', 'phone']

/** Values of contact details anywhere in an answer, except those of the caller. */
function contactsIn(value: unknown, own: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if ((value as { username?: string }).username === own) return []
  const { field, from, to } = value as { field?: string; from?: unknown; to?: unknown }
  // A change of the audit trail has the value before and the value after.
  const changed = CONTACT.includes(String(field)) ? [from, to].filter((one) => (one ?? null) !== null) : []
  const inside = Object.entries(value).flatMap(([key, inner]) => [
    // The address of a mail is its recipient's.
    ...([...CONTACT, 'address'].includes(key) && inner !== null ? [inner] : []),
    ...contactsIn(inner, own),
  ])
  return [...changed, ...inside]
}

/** API3:2023 Broken object property level authorization, for reads: properties that need a permission of their own. */
describe('API3: contact details of others, in the response of every operation', () => {
  let service: Service
  let reader: Person & { role: { id: number } }
  let probes: Awaited<ReturnType<typeof startProbes>>
  before(async () => {
    service = await startService()
    dataOf(
      await service.call('POST', `/api/users/email/${ADMIN.email}/update`, { json: { phone: '99887700' } }),
    )
    probes = await startProbes(service)
    reader = await makeActor(service, [])
    await populate()
  })
  after(() => service.stop())

  /** Makes the standing records refer to people wherever they can. */
  async function populate(): Promise<void> {
    const { users, registrations, roles, taxonomies } = probes.standing
    const json = { invited_by: 1, registration_id: registrations?.id, user_id: users?.id, phone: '99887701' }
    for (const [tag, target] of Object.entries({ users, registrations }))
      dataOf(await service.call('POST', `/api/${tag}/id/${target?.id}/update`, { json }))
    for (const [tag, target] of Object.entries({ roles, taxonomies }))
      dataOf(await service.call('POST', `/api/${tag}/${target?.id}/relationships/users`, { json: users?.id }))
    // The service's own permissions have no author.
    await service.connection.db.updateTable('permissions').set({ created_by: 1, updated_by: 1 }).execute()
  }

  const cells = guardedCells.filter(
    ({ endpoint: { name, streams } }) =>
      // Only a super administrator, who sees everything, can restore a permission.
      name !== 'permissions.restore' &&
      // Answers that are no JSON: test/api/audit/export.test.ts and stream.test.ts.
      !streams,
  )

  /** The response to a caller who holds exactly the row's permissions and the extra ones. */
  async function answerTo({ endpoint, method, row }: Cell, extra: string[]) {
    // The audit trail shows the entries about records that the caller may read.
    const shownIn = endpoint.name === 'audit.list' ? ['can-read-users'] : []
    await setPermissions(service, reader.role as never, [...row.needs, ...shownIn, ...extra])
    const isRelationRead = method === 'GET' && endpoint.name.includes('relationships')
    const target = isRelationRead ? probes.standing[endpoint.tag] : await probes.targetOf(endpoint)
    const answer = await probes.probe(endpoint, method, reader.token, target)
    await probes.bringBack(endpoint)
    return answer
  }

  /** Cells whose response shows nobody: a live record has no deleted_by, and a removed link has no user. */
  const isSilent = ({ endpoint: { name }, method }: Cell) =>
    name.endsWith('deleted_by') || (method === 'DELETE' && name.includes('relationships'))

  it('are omitted without the permission, and shown with it exactly where the matrix names the rule', async () => {
    const mismatches: string[] = []
    for (const cell of cells) {
      const hidden = await answerTo(cell, [])
      assert.deepEqual(contactsIn(hidden.body, reader.username), [], shown(cell))
      const open = contactsIn((await answerTo(cell, [SLUG])).body, reader.username)
      const isNamed = cell.row.rules.includes('contact-details')
      if (isNamed !== open.length > 0 && !(isNamed && isSilent(cell)))
        mismatches.push(`${shown(cell)} ${isNamed}`)
    }
    assert.deepEqual(mismatches, [], 'the matrix names the rule for exactly the operations that show people')
  })

  it('cannot be used to select, filter, sort or search', async () => {
    await setPermissions(service, reader.role as never, [
      'can-read-users',
      'can-read-registrations',
      'can-read-roles',
    ])
    const other = await makeUser(service, { phone: '5550001234', alternate_email: 'other@second.example' })
    const refused = (path: string) =>
      assertForbidden(service, () => service.call('GET', path, { token: reader.token }), [SLUG])
    for (const tag of ['users', 'registrations']) {
      for (const column of CONTACT) {
        for (const value of [other.email, '5550001234', 'x', '%25', 'null'])
          await refused(`/api/${tag}/${column}/${value}`)
        for (const operator of ['', 'like:', 'not:', 'gt:', 'btw:a|'])
          await refused(`/api/${tag}?filter[${column}]=${operator}5`)
        for (const order of ['', ':desc', ',id']) await refused(`/api/${tag}?sort=${column}${order}`)
      }
      for (const q of [other.email, '5550001234', 'second.example', '@']) {
        const { list } = dataOf(
          await service.call('GET', `/api/${tag}`, { token: reader.token, query: { q } }),
        )
        assert.equal(list.total, 0, `${tag} ${q}`)
      }
    }
    // The same search finds the user with the permission, so the rule caused the empty results above.
    const found = await service.call('GET', '/api/users', { query: { q: other.email } })
    assert.equal(dataOf(found).list.total, 1)
  })

  it('do not change the ETag for a caller who may not see them', async () => {
    await setPermissions(service, reader.role as never, ['can-read-users'])
    const one = await makeUser(service, { phone: '5551111111' })
    const tagOf = async (phone: string) => {
      await service.connection.db.updateTable('users').set({ phone }).where('id', '=', one.id).execute()
      return (await service.call('GET', `/api/users/${one.id}`, { token: reader.token })).headers.etag
    }
    const first = await tagOf('5551111112')
    assert.equal(await tagOf('5551111113'), first)
    const guessed = await service.call('GET', `/api/users/${one.id}`, {
      token: reader.token,
      headers: { 'if-none-match': String(first) },
    })
    assert.equal(guessed.status, 304)
  })
})
