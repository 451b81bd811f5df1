// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Endpoint } from '../../server/http/endpoint.ts'
import { dataOf, giveRole, makeActor, makeRole, makeUser, type Person } from '../support/actors.ts'
import { assertLeftOut } from '../support/bulk.ts'
import { type Cell, guardedCells, shown } from '../support/callers.ts'
import { addFactor } from '../support/factors.ts'
import { operationOf } from '../support/needed-permissions.ts'
import { startProbes, type Target } from '../support/probes.ts'
import { assertRefused, dumpOf } from '../support/refusals.ts'
import { type Service, startService } from '../support/service.ts'

/** The permission that no attacker here holds. */
const BEYOND = 'can-delete-taxonomies'
const HARMLESS = 'can-read-roles'
/** The same for attackers who may delete terms. */
const BEYOND_TERMS = 'can-delete-registrations'
/** Which one also needs in order to choose the roles of new users. */
const ASSIGNING = ['can-assign-roles', 'can-read-users', 'can-read-roles']
const CHOOSES_ROLES = [
  'users.bulk-create',
  'invitations.create',
  'invitations.createMany',
  'registrations.resend',
]
/** Invitations to one role are mostly many: the refusal names the role. */
const pointsAtItem = ({ endpoint: { name, tag } }: Cell) => name.endsWith('Many') && tag !== 'invitations'
const isOfTerms = ({ endpoint: { tag }, row }: Cell) =>
  isOfTypes(tag) || (tag === 'taxonomies' && row.needs.includes(BEYOND))
/** Writes of types cascade to their terms. */
const isOfTypes = (tag: string) => tag === 'taxonomy-types'

/** API5:2023, by record: a caller with exactly a row's permissions acts on a user, role or permission that carries more. */
describe('API5: the rule no-more-than-held', () => {
  let service: Service
  let probes: Awaited<ReturnType<typeof startProbes>>
  let attackers: Map<string, Person>
  before(async () => {
    service = await startService()
    probes = await startProbes(service)
    attackers = new Map()
  })
  after(() => service.stop())

  const ruleCells = guardedCells.filter(
    ({ row, endpoint: { name, tag } }) =>
      row.rules.includes('no-more-than-held') &&
      // A bulk of types does not cascade.
      !(isOfTypes(tag) && name.endsWith('Many')),
  )

  /** A caller who holds exactly the row's permissions. */
  async function attackerFor({ row, endpoint: { tag, name } }: Cell): Promise<Person> {
    const more = isOfTypes(tag) ? [BEYOND] : CHOOSES_ROLES.includes(name) ? ASSIGNING : []
    const needs = [...row.needs, ...more]
    const key = needs.join()
    const attacker = attackers.get(key) ?? (await makeActor(service, needs))
    attackers.set(key, attacker)
    return attacker
  }

  const asRoot = async (method: string, path: string, json?: unknown) =>
    dataOf(await service.call(method, path, json === undefined ? {} : { json }))
  const trash = (tag: string, id: number) => asRoot('POST', `/api/${tag}/id/${id}/delete`)
  const powerfulRole = (slug = BEYOND) => makeRole(service, [slug])
  async function powerfulUser(slug = BEYOND): Promise<Person> {
    const user = await makeUser(service)
    await giveRole(service, user, (await powerfulRole(slug)).slug)
    return user
  }
  const permission = (slug: string) => asRoot('GET', `/api/permissions/slug/${slug}?trashed=true`)

  let terms = 0
  let invited = 0
  type Attack = Target & { name: string }

  /** In both directions: the changed record carries more, or the record it is linked with does. */
  async function attacksOn({ endpoint, method }: Cell): Promise<Attack[]> {
    const operation = operationOf(endpoint)
    const relation = /^relationships\.(.+)/.exec(operation)?.[1]
    if (relation) return relationAttacks(endpoint, relation, method)
    const isRestore = operation === 'restore' || operation === 'bulk-restore'
    const bare = async (target: { id: number }): Promise<Attack[]> => {
      if (isRestore) await trash(endpoint.tag, target.id)
      return [{ id: target.id, name: 'a record that carries more' }]
    }
    if (operation === 'grants-change') {
      const { id } = await makeRole(service, [HARMLESS])
      const input = { changes: [{ role: id, permission: BEYOND, held: true }] }
      const given = { id, input, name: 'a permission that they lack' }
      return [given, ...(await bare(await powerfulRole()))]
    }
    if (isOfTypes(endpoint.tag)) {
      const name = `Held ${++terms}`
      const { item: type } = await asRoot('POST', '/api/taxonomy-types/create', { name })
      const { item } = await asRoot('POST', '/api/taxonomies/create', { name, type: type.id })
      const { id: user } = await powerfulUser(BEYOND_TERMS)
      await asRoot('POST', `/api/taxonomies/${item.id}/relationships/users`, { id: user })
      const input = { cascade: true }
      if (isRestore) await asRoot('POST', `/api/taxonomy-types/id/${type.id}/delete`, input)
      return [{ id: type.id, input, name: 'its term classifies a user who holds more' }]
    }
    if (endpoint.tag === 'taxonomies') {
      const { item } = await asRoot('POST', '/api/taxonomies/create', {
        name: `Held ${++terms}`,
        type: 'city',
      })
      const { id: user } = await powerfulUser(BEYOND_TERMS)
      await asRoot('POST', `/api/taxonomies/${item.id}/relationships/users`, { id: user })
      const [{ id }] = (await bare(item)) as [Attack]
      return [
        { id, member: probes.standing.taxonomies?.id as number, name: 'it classifies a user who holds more' },
      ]
    }
    if (endpoint.tag === 'roles') return bare(await powerfulRole())
    if (endpoint.tag === 'permissions') return bare(await permission(BEYOND))
    if (endpoint.tag === 'invitations' || endpoint.name === 'registrations.resend') {
      const roles = [(await powerfulRole()).slug]
      const order = { email: `eve${++invited}@example.com`, roles }
      const name = 'a planned role that carries more'
      if (endpoint.tag === 'invitations') return [{ id: 1, input: endpoint.items ? [order] : order, name }]
      return [{ id: (await asRoot('POST', '/api/invitations/create', order)).item.id, name }]
    }
    if (endpoint.tag === 'registrations') {
      const target = await probes.targetOf(endpoint)
      return [{ ...target, name: 'the role registered carries more' }]
    }
    if (operation === 'bulk-create') {
      const items = [{ email: 'eve@example.com', first_name: 'Eve' }]
      const { slug } = await makeRole(service, [BEYOND])
      return [{ id: 1, input: { items, roles: [slug] }, name: 'a role that carries more' }]
    }
    const user = await powerfulUser()
    if (operation === 'offboarding-restore') {
      const { offboarding } = await asRoot('POST', `/api/users/id/${user.id}/offboard`)
      await giveRole(service, user, (await powerfulRole()).slug)
      return [{ id: user.id, member: offboarding.id, name: 'a user who holds more again' }]
    }
    if (operation === 'bulk-assign-role' || operation === 'bulk-remove-role') {
      const { id } = await makeUser(service)
      const { slug } = await powerfulRole()
      const input = { ids: [id], role: slug }
      return [...(await bare(user)), { id, input, name: 'a role that carries more' }]
    }
    if (operation === 'factor-delete' || operation === 'factors-reset') {
      const member = await addFactor(service, user)
      return [{ id: user.id, member, name: 'a factor of a user who holds more' }]
    }
    if (operation !== 'token-revoke') return bare(user)
    const { list } = await asRoot('GET', `/api/users/id/${user.id}/tokens`)
    return [{ id: user.id, member: list.data[0].id, name: 'a token of a user who holds more' }]
  }

  async function relationAttacks({ tag }: Endpoint, relation: string, method: string): Promise<Attack[]> {
    const plain = await makeUser(service)
    const harmless = await makeRole(service, [HARMLESS])
    const { taxonomies, registrations, users } = probes.standing as Record<string, Target>
    const pairs: Record<string, readonly (readonly [{ id: number } | undefined, unknown])[]> = {
      'users.roles': [
        [await powerfulUser(), harmless.id],
        [plain, (await powerfulRole()).id],
      ],
      'users.taxonomies': [[await powerfulUser(), taxonomies?.id]],
      'users.registration': [[await powerfulUser(), registrations?.id]],
      'users.invited_by': [[await powerfulUser(), users?.id]],
      'roles.users': [
        [harmless, (await powerfulUser()).id],
        [await powerfulRole(), plain.id],
      ],
      'roles.permissions': [
        [harmless, BEYOND],
        [await powerfulRole(), HARMLESS],
      ],
      'permissions.roles': [
        [await permission(BEYOND), harmless.id],
        [await permission(HARMLESS), (await powerfulRole()).id],
      ],
      'taxonomies.users': [[taxonomies, (await powerfulUser()).id]],
    }
    const found = pairs[`${tag}.${relation}`]
    assert.ok(found, `${tag}.${relation} has no attack`)
    const attacks = found.map(([record, member]) => ({ id: record?.id as number, member: member as string }))
    for (const { id, member } of method === 'POST' ? [] : attacks)
      await asRoot('POST', `/api/${tag}/${id}/relationships/${relation}`, { id: member })
    const isToMany = !['registration', 'invited_by'].includes(relation)
    // No permission can be removed from super-administrator.
    const remaining = tag === 'permissions' ? ['super-administrator'] : []
    return attacks.map(({ id, member }, index) => ({
      id,
      member,
      ...(isToMany && method === 'PATCH' && { input: { id: member, is_active: false } }),
      ...(isToMany && method === 'PUT' && { input: remaining }),
      name: index === 0 ? 'the first side carries more' : 'the other side carries more',
    }))
  }

  /** Prepares records that the whole service shares for an attack, and restores them afterwards. */
  async function withSharedRecords(cell: Cell, attack: () => Promise<void>): Promise<void> {
    const isOfRegistered = cell.endpoint.tag === 'registrations'
    const registered = '/api/roles/slug/registered'
    const { id } = await asRoot('GET', registered)
    const link = `/api/roles/${id}/relationships/permissions`
    if (isOfRegistered) await asRoot('POST', link, BEYOND)
    await attack()
    if (isOfRegistered) await asRoot('DELETE', link, BEYOND)
    if ((await permission(BEYOND)).deleted_at) await asRoot('POST', `/api/permissions/slug/${BEYOND}/restore`)
  }

  for (const cell of ruleCells) {
    it(`refuses ${shown(cell)}, names the missing permission and changes nothing`, async () => {
      const attacker = await attackerFor(cell)
      await withSharedRecords(cell, async () => {
        const attacks = await attacksOn(cell)
        for (const { name, ...target } of attacks) {
          const before = await dumpOf(service)
          const answer = await probes.probe(cell.endpoint, cell.method, attacker.token, target)
          const says = new RegExp(`permission .*${isOfTerms(cell) ? BEYOND_TERMS : BEYOND}`)
          if (cell.row.rules.includes('reported') && answer.status === 200) {
            assertLeftOut(answer, { code: 'forbidden', says })
            assert.deepEqual(await dumpOf(service), before, `${shown(cell)}: ${name}`)
            continue
          }
          assertRefused(answer, {
            status: 403,
            code: 'forbidden',
            says,
            // The refusal of a bulk names the item too.
            ...(pointsAtItem(cell) && { details: [['0', 'forbidden']] as const }),
            ...(operationOf(cell.endpoint) === 'grants-change' && {
              details: [['changes.0.role', 'forbidden']] as const,
            }),
          })
          assert.deepEqual(await dumpOf(service), before, `${shown(cell)}: ${name}`)
        }
      })
    })
  }
})
