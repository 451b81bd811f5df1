// Engines: SQLite, PostgreSQL
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, makeRole, makeUser, type Person, type Role } from '../../support/actors.ts'
import { assertForbidden, assertRefusedUnchanged } from '../../support/refusals.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'

/** What the manager lacks, and others hold. */
const BEYOND = 'can-delete-taxonomies'

describe('nobody hands out more than they hold', () => {
  let service: Service
  /** Holds every permission but one. */
  let manager: Person
  /** Holds that one. */
  let powerful: Role
  let harmless: Role
  before(async () => {
    service = await startService()
    const { list } = dataOf(await service.call('GET', '/api/permissions', { query: { per_page: '1000' } }))
    const slugs: string[] = list.data.map(({ slug }: { slug: string }) => slug)
    powerful = await makeRole(service, [BEYOND, 'can-read-users'])
    harmless = await makeRole(service, ['can-read-users'])
    manager = await makeUser(service)
    const role = await makeRole(
      service,
      slugs.filter((slug) => slug !== BEYOND),
    )
    await giveRole(service, manager, role.slug)
  })
  after(() => service.stop())

  const send = (path: string, json: unknown = {}, method = 'POST', token = manager.token) =>
    service.call(method, path, { token, json })
  const asRoot = async (path: string, json: unknown = {}, method = 'POST') =>
    dataOf(await send(path, json, method, service.token))
  const assertBeyond = (path: string, json?: unknown, method?: string) =>
    assertForbidden(service, () => send(path, json, method), [BEYOND])
  const assertMay = async (path: string, json?: unknown, method?: string) =>
    dataOf(await send(path, json, method))
  const linksOf = (user: Person) => `/api/users/${user.id}/relationships/roles`
  const permissionsOf = (role: Role) => `/api/roles/${role.id}/relationships/permissions`

  it('by giving a role, to another or to themselves', async () => {
    const user = await makeUser(service)
    for (const someone of [user, manager]) {
      for (const json of [
        powerful.slug,
        powerful.id,
        powerful.uuid,
        { id: powerful.id, is_active: false },
        [harmless.slug, powerful.slug],
      ]) {
        await assertBeyond(linksOf(someone), json)
        await assertBeyond(linksOf(someone), json, 'PUT')
      }
    }
    await assertMay(linksOf(user), harmless.slug)
    await assertMay(linksOf(user), [harmless.slug], 'PUT')
  })

  it('by a role that would hand it out once it, its link or the permission is active again', async () => {
    const inactive = await makeRole(service, [BEYOND], { is_active: false })
    const loose = await makeRole(service, [BEYOND])
    await asRoot(permissionsOf(loose), { id: BEYOND, is_active: false }, 'PATCH')
    const user = await makeUser(service)
    for (const role of [inactive, loose]) await assertBeyond(linksOf(user), role.slug)
  })

  const holders = async () => {
    const past = '2020-01-01T00:00:00.000Z'
    const [active, off, expired] = [await makeUser(service), await makeUser(service), await makeUser(service)]
    await giveRole(service, active, powerful.slug)
    await giveRole(service, off, { id: powerful.slug, is_active: false })
    await giveRole(service, expired, { id: powerful.slug, expires_at: past })
    return [active, off, expired]
  }

  it('by changing, deleting or taking roles from a user who holds more, or would', async () => {
    for (const user of await holders()) {
      const path = `/api/users/id/${user.id}`
      for (const json of [
        { title: 'Mine' },
        { password: 'a phrase of the manager’s' },
        { email: 'managers-own@example.com' },
        { api_token: 'a-token-of-the-managers-choosing-x-x-x-x-x' },
        { is_active: false },
        { status: 'inactive' },
      ]) {
        await assertBeyond(`${path}/update`, json)
      }
      await assertBeyond(`${path}/delete`)
      await assertBeyond(linksOf(user), harmless.slug)
      await assertBeyond(linksOf(user), [], 'PUT')
      await assertBeyond(linksOf(user), { id: powerful.slug, is_active: true }, 'PATCH')
      await assertBeyond(linksOf(user), { id: powerful.slug, expires_at: null }, 'PATCH')
      await assertBeyond(linksOf(user), powerful.slug, 'DELETE')
      await assertBeyond(linksOf(user), { all: true }, 'DELETE')
    }
  })

  it('by restoring such a user, or waking one up', async () => {
    const [user] = await holders()
    const path = `/api/users/id/${user?.id}`
    await asRoot(`${path}/update`, { is_active: false })
    await assertBeyond(`${path}/update`, { is_active: true })
    await asRoot(`${path}/delete`)
    await assertBeyond(`${path}/restore`)
  })

  it('but may do all of that to users who hold no more', async () => {
    const user = await makeUser(service)
    await giveRole(service, user, harmless.slug)
    const path = `/api/users/id/${user.id}`
    await assertMay(`${path}/update`, { title: 'x', password: 'a phrase of the manager’s' })
    await assertMay(`${path}/update`, { api_token: 'a-token-of-the-managers-choosing-y-y-y-y-y' })
    await assertMay(linksOf(user), { id: harmless.slug, expires_at: '2030-01-01' }, 'PATCH')
    await assertMay(linksOf(user), harmless.slug, 'DELETE')
    await assertMay(`${path}/delete`)
    await assertMay(`${path}/restore`)
  })

  it('by putting a permission into a role, taking it out, or changing its link', async () => {
    for (const json of [BEYOND, [BEYOND], { id: BEYOND, is_active: false }, ['can-read-roles', BEYOND]]) {
      await assertBeyond(permissionsOf(harmless), json)
      await assertBeyond(permissionsOf(harmless), json, 'PUT')
    }
    await assertBeyond(permissionsOf(powerful), ['can-read-users'], 'PUT')
    await assertBeyond(permissionsOf(powerful), [], 'PUT')
    await assertBeyond(permissionsOf(powerful), { id: BEYOND, expires_at: '2020-01-01' }, 'PATCH')
    await assertBeyond(permissionsOf(powerful), { id: BEYOND, is_active: false }, 'PATCH')
    await assertBeyond(permissionsOf(powerful), BEYOND, 'DELETE')
    await assertBeyond(permissionsOf(powerful), { all: true }, 'DELETE')
    await assertMay(permissionsOf(harmless), 'can-read-roles')
    await assertMay(permissionsOf(harmless), { id: 'can-read-roles', is_active: false }, 'PATCH')
    await assertMay(permissionsOf(harmless), ['can-read-users'], 'PUT')
  })

  it('by changing, deleting, waking up or restoring a role that holds more', async () => {
    const role = await makeRole(service, [BEYOND])
    const path = `/api/roles/id/${role.id}`
    for (const json of [
      { is_active: false },
      { name: 'Mine' },
      { slug: 'mine' },
      { details: 'Mine.' },
      { type: 'frontend' },
    ]) {
      await assertBeyond(`${path}/update`, json)
    }
    await assertBeyond(`${path}/delete`)
    await asRoot(`${path}/update`, { is_active: false })
    await assertBeyond(`${path}/update`, { is_active: true })
    await asRoot(`${path}/delete`)
    await assertBeyond(`${path}/restore`)
    const mine = await makeRole(service, ['can-read-users'])
    await assertMay(`/api/roles/id/${mine.id}/update`, { is_active: false, name: 'Mine' })
    await assertMay(`/api/roles/id/${mine.id}/delete`)
    await assertMay(`/api/roles/id/${mine.id}/restore`)
  })

  it('by deleting or restoring a permission they lack', async () => {
    const path = `/api/permissions/slug/${BEYOND}`
    await assertBeyond(`${path}/delete`)
    await asRoot(`${path}/delete`)
    await assertBeyond(`${path}/restore`)
    await asRoot(`${path}/restore`)
  })

  it('by making a user of a registration, where everyone who registers gets more', async () => {
    const json = { email: 'waiting@example.com', first_name: 'W', password: 'a phrase of my own' }
    const { item } = await asRoot('/api/registrations/create', json)
    const registered = dataOf(await service.call('GET', '/api/roles/slug/registered'))
    await asRoot(permissionsOf(registered), BEYOND)
    await assertBeyond(`/api/registrations/id/${item.id}/create-user`)
    await asRoot(permissionsOf(registered), BEYOND, 'DELETE')
    await assertMay(`/api/registrations/id/${item.id}/create-user`)
  })

  it('and nobody but a super administrator touches one, or makes one', async () => {
    const only = { status: 403, code: 'forbidden', says: /only the role super-administrator holds\.$/ }
    const attempt = (path: string, json?: unknown, method?: string) =>
      assertRefusedUnchanged(service, () => send(path, json, method), only)
    const root = `/api/users/email/${ADMIN.email}`
    await attempt(`${root}/update`, { title: 'Mine' })
    await attempt(`${root}/update`, { password: 'a phrase of the manager’s' })
    await attempt(`${root}/delete`)
    await attempt('/api/users/1/relationships/roles', harmless.slug)
    await attempt(linksOf(manager), 'super-administrator')
    await attempt(linksOf(await makeUser(service)), { id: 'super-administrator', is_active: false })
    await attempt('/api/roles/slug/super-administrator/update', { details: 'Mine.' })
    await attempt('/api/roles/slug/super-administrator/delete')
  })

  it('while each may change themselves, whatever they hold', async () => {
    await assertMay(`/api/users/id/${manager.id}/update`, { title: 'Manager' })
    const own = await makeUser(service)
    await giveRole(service, own, powerful.slug)
    dataOf(await send(`/api/users/id/${own.id}/update`, { title: 'Owner' }, 'POST', own.token))
  })
})
