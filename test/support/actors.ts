import assert from 'node:assert/strict'
import { storeToken } from '../../server/credentials/tokens.ts'
import { systemContext } from '../../server/prepare.ts'
import type { Answer } from './answer.ts'
import type { Service } from './service.ts'

/** A user, with a token that works. */
export interface Person {
  id: number
  uuid: string
  email: string
  username: string
  first_name: string
  token: string
}

export interface Role {
  id: number
  uuid: string
  name: string
  slug: string
}

let count = 0

/** The data of a success. Anything else fails the test, with the whole answer. */
export function dataOf(answer: Answer) {
  assert.equal(answer.body?.success, true, `${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** A user without a role. The token is stored directly, which saves the time of a password hash. */
export async function makeUser(service: Service, fields: object = {}): Promise<Person> {
  count += 1
  const json = { email: `person${count}@example.com`, first_name: `Person ${count}`, ...fields }
  const { item } = dataOf(await service.call('POST', '/api/users/create', { json }))
  return { ...item, token: await giveToken(service, item) }
}

let tokens = 0

/** A user's own token, like one from the command line. */
export const giveToken = (service: Service, user: { id: number }): Promise<string> =>
  storedToken(service, user, false)

/** The token of a user who has just signed in. */
export const giveSession = (service: Service, user: { id: number }): Promise<string> =>
  storedToken(service, user, true)

async function storedToken(service: Service, { id }: { id: number }, isSignIn: boolean): Promise<string> {
  const token = `token-of-person-${id}-${++tokens}-${'x'.repeat(40)}`
  const ctx = { ...systemContext(service.connection), now: service.clock.now }
  await storeToken(ctx, { userId: id, token, name: 'assigned', expiresAt: null, isSignIn })
  return token
}

/** A role that holds exactly these permissions. */
export async function makeRole(
  service: Service,
  slugs: readonly string[] = [],
  fields: object = {},
): Promise<Role> {
  count += 1
  const json = { name: `Role ${count}`, slug: `role-${count}`, ...fields }
  const { item } = dataOf(await service.call('POST', '/api/roles/create', { json }))
  await setPermissions(service, item, slugs)
  return item
}

/** Makes these the permissions of the role, and no others. */
export async function setPermissions(service: Service, role: Role, slugs: readonly string[]): Promise<void> {
  dataOf(await service.call('PUT', `/api/roles/${role.id}/relationships/permissions`, { json: slugs }))
}

export async function giveRole(service: Service, user: { id: number }, role: string | object): Promise<void> {
  dataOf(await service.call('POST', `/api/users/${user.id}/relationships/roles`, { json: role }))
}

/** A user whose one role holds exactly these permissions. */
export async function makeActor(
  service: Service,
  slugs: readonly string[],
  fields: object = {},
): Promise<Person & { role: Role }> {
  const user = await makeUser(service, fields)
  const role = await makeRole(service, slugs)
  await giveRole(service, user, role.slug)
  return { ...user, role }
}

/** Slugs of all permissions. */
export async function everySlug(service: Service): Promise<string[]> {
  const { list } = dataOf(await service.call('GET', '/api/permissions', { query: { per_page: '1000' } }))
  return list.data.map(({ slug }: { slug: string }) => slug)
}
