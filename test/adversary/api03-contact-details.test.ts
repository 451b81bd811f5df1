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

/** Values of contact details anywhere in an answer, but for those of the caller. */
function contactsIn(value: unknown, own: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if ((value as { username?: string }).username === own) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(CONTACT.includes(key) && inner !== null ? [inner] : []),
    ...contactsIn(inner, own),
  ])
}

/** API3:2023 Broken object property level authorization, of what is read: the properties that need a permission of their own. */
describe('API3: others’ contact details, in the answer of every operation', () => {
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

  /** Puts people wherever what is standing can show some. */
  async function populate(): Promise<void> {
    const { users, registrations, roles, taxonomies } = probes.standing
    const json = { invited_by: 1, registration_id: registrations?.id, user_id: users?.id, phone: '99887701' }
    for (const [tag, target] of Object.entries({ users, registrations }))
      dataOf(await service.call('POST', `/api/${tag}/id/${target?.id}/update`, { json }))
    for (const [tag, target] of Object.entries({ roles, taxonomies }))
      dataOf(await service.call('POST', `/api/${tag}/${target?.id}/relationships/users`, { json: users?.id }))
    // Those of the service itself have no author.
    await service.connection.db.updateTable('permissions').set({ created_by: 1, updated_by: 1 }).execute()
  }

  // Nobody but a super administrator, who sees all, restores a permission.
  const cells = guardedCells.filter(({ endpoint }) => endpoint.name !== 'permissions.restore')

  /** The answer to somebody who holds exactly the row's permissions, and others beside. */
  async function answerTo({ endpoint, method, row }: Cell, beside: string[]) {
    await setPermissions(service, reader.role as never, [...row.needs, ...beside])
    const isRelationRead = method === 'GET' && endpoint.name.includes('relationships')
    const target = isRelationRead ? probes.standing[endpoint.tag] : await probes.targetOf(endpoint)
    const answer = await probes.probe(endpoint, method, reader.token, target)
    await probes.bringBack(endpoint)
    return answer
  }

  /** What names nobody though it could: a live record has no deleter, a link that was cut nobody at its end. */
  const isSilent = ({ endpoint: { name }, method }: Cell) =>
    name.endsWith('deleted_by') || (method === 'DELETE' && name.includes('relationships'))

  it('are left out without the permission, and are there with it wherever the table says that they could be', async () => {
    const untrue: string[] = []
    for (const cell of cells) {
      const hidden = await answerTo(cell, [])
      assert.deepEqual(contactsIn(hidden.body, reader.username), [], shown(cell))
      const open = contactsIn((await answerTo(cell, [SLUG])).body, reader.username)
      const isNamed = cell.row.rules.includes('contact-details')
      if (isNamed !== open.length > 0 && !(isNamed && isSilent(cell)))
        untrue.push(`${shown(cell)} ${isNamed}`)
    }
    assert.deepEqual(untrue, [], 'the table names the rule for exactly what shows people')
  })

  it('are neither selected, filtered, sorted nor searched by in any list or read that shows people', async () => {
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
    // The same search finds them for who may see them: the emptiness above is the rule's doing.
    const found = await service.call('GET', '/api/users', { query: { q: other.email } })
    assert.equal(dataOf(found).list.total, 1)
  })

  it('are not told by a tag: it is made of what the caller is shown, so it stays when a hidden one changes nothing else', async () => {
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
