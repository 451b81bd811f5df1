// Engines: SQLite, PostgreSQL
import { after, before, describe, it } from 'node:test'
import { dataOf, giveRole, makeRole, makeUser, type Person, type Role } from '../../support/actors.ts'
import { assertForbidden, assertRefusedUnchanged } from '../../support/refusals.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'

/** The permission that the manager lacks and others hold. */
const BEYOND = 'can-delete-taxonomies'

describe('privilege escalation', () => {
  let service: Service
  /** Holds every permission except BEYOND. */
  let manager: Person
  /** Grants BEYOND. */
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
  const assertForbiddenBeyond = (path: string, json?: unknown, method?: string) =>
    assertForbidden(service, () => send(path, json, method), [BEYOND])
  const assertAllowed = async (path: string, json?: unknown, method?: string) =>
    dataOf(await send(path, json, method))
  const linksOf = (user: Person) => `/api/users/${user.id}/relationships/roles`
  const permissionsOf = (role: Role) => `/api/roles/${role.id}/relationships/permissions`

  it('is refused when assigning a role, to another user or to oneself', async () => {
    const user = await makeUser(service)
    for (const someone of [user, manager]) {
      for (const json of [
        powerful.slug,
        powerful.id,
        powerful.uuid,
        { id: powerful.id, is_active: false },
        [harmless.slug, powerful.slug],
      ]) {
        await assertForbiddenBeyond(linksOf(someone), json)
        await assertForbiddenBeyond(linksOf(someone), json, 'PUT')
      }
    }
    await assertAllowed(linksOf(user), harmless.slug)
    await assertAllowed(linksOf(user), [harmless.slug], 'PUT')
  })

  it('is refused for a role that grants more once it, its link or the permission is reactivated', async () => {
    const inactive = await makeRole(service, [BEYOND], { is_active: false })
    const loose = await makeRole(service, [BEYOND])
    await asRoot(permissionsOf(loose), { id: BEYOND, is_active: false }, 'PATCH')
    const user = await makeUser(service)
    for (const role of [inactive, loose]) await assertForbiddenBeyond(linksOf(user), role.slug)
  })

  const holders = async () => {
    const past = '2020-01-01T00:00:00.000Z'
    const [active, off, expired] = [await makeUser(service), await makeUser(service), await makeUser(service)]
    await giveRole(service, active, powerful.slug)
    await giveRole(service, off, { id: powerful.slug, is_active: false })
    await giveRole(service, expired, { id: powerful.slug, expires_at: past })
    return [active, off, expired]
  }

  it('is refused when changing, deleting or removing roles from a user who holds more, or could', async () => {
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
        await assertForbiddenBeyond(`${path}/update`, json)
      }
      await assertForbiddenBeyond(`${path}/delete`)
      await assertForbiddenBeyond(linksOf(user), harmless.slug)
      await assertForbiddenBeyond(linksOf(user), [], 'PUT')
      await assertForbiddenBeyond(linksOf(user), { id: powerful.slug, is_active: true }, 'PATCH')
      await assertForbiddenBeyond(linksOf(user), { id: powerful.slug, expires_at: null }, 'PATCH')
      await assertForbiddenBeyond(linksOf(user), powerful.slug, 'DELETE')
      await assertForbiddenBeyond(linksOf(user), { all: true }, 'DELETE')
    }
  })

  it('is refused when restoring or reactivating such a user', async () => {
    const [user] = await holders()
    const path = `/api/users/id/${user?.id}`
    await asRoot(`${path}/update`, { is_active: false })
    await assertForbiddenBeyond(`${path}/update`, { is_active: true })
    await asRoot(`${path}/delete`)
    await assertForbiddenBeyond(`${path}/restore`)
  })

  it('does not include these writes to users who hold no more than the caller', async () => {
    const user = await makeUser(service)
    await giveRole(service, user, harmless.slug)
    const path = `/api/users/id/${user.id}`
    await assertAllowed(`${path}/update`, { title: 'x', password: 'a phrase of the manager’s' })
    await assertAllowed(`${path}/update`, { api_token: 'a-token-of-the-managers-choosing-y-y-y-y-y' })
    await assertAllowed(linksOf(user), { id: harmless.slug, expires_at: '2090-01-01' }, 'PATCH')
    await assertAllowed(linksOf(user), harmless.slug, 'DELETE')
    await assertAllowed(`${path}/delete`)
    await assertAllowed(`${path}/restore`)
  })

  it('is refused when adding a permission to a role, removing it or changing its link', async () => {
    for (const json of [BEYOND, [BEYOND], { id: BEYOND, is_active: false }, ['can-read-roles', BEYOND]]) {
      await assertForbiddenBeyond(permissionsOf(harmless), json)
      await assertForbiddenBeyond(permissionsOf(harmless), json, 'PUT')
    }
    await assertForbiddenBeyond(permissionsOf(powerful), ['can-read-users'], 'PUT')
    await assertForbiddenBeyond(permissionsOf(powerful), [], 'PUT')
    await assertForbiddenBeyond(permissionsOf(powerful), { id: BEYOND, expires_at: '2020-01-01' }, 'PATCH')
    await assertForbiddenBeyond(permissionsOf(powerful), { id: BEYOND, is_active: false }, 'PATCH')
    await assertForbiddenBeyond(permissionsOf(powerful), BEYOND, 'DELETE')
    await assertForbiddenBeyond(permissionsOf(powerful), { all: true }, 'DELETE')
    await assertAllowed(permissionsOf(harmless), 'can-read-roles')
    await assertAllowed(permissionsOf(harmless), { id: 'can-read-roles', is_active: false }, 'PATCH')
    await assertAllowed(permissionsOf(harmless), ['can-read-users'], 'PUT')
  })

  it('is refused when changing, deleting, reactivating or restoring a role with more permissions', async () => {
    const role = await makeRole(service, [BEYOND])
    const path = `/api/roles/id/${role.id}`
    for (const json of [
      { is_active: false },
      { name: 'Mine' },
      { slug: 'mine' },
      { details: 'Mine.' },
      { type: 'frontend' },
    ]) {
      await assertForbiddenBeyond(`${path}/update`, json)
    }
    await assertForbiddenBeyond(`${path}/delete`)
    await asRoot(`${path}/update`, { is_active: false })
    await assertForbiddenBeyond(`${path}/update`, { is_active: true })
    await asRoot(`${path}/delete`)
    await assertForbiddenBeyond(`${path}/restore`)
    const mine = await makeRole(service, ['can-read-users'])
    await assertAllowed(`/api/roles/id/${mine.id}/update`, { is_active: false, name: 'Mine' })
    await assertAllowed(`/api/roles/id/${mine.id}/delete`)
    await assertAllowed(`/api/roles/id/${mine.id}/restore`)
  })

  it('is refused when deleting or restoring a permission that the caller lacks', async () => {
    const path = `/api/permissions/slug/${BEYOND}`
    await assertForbiddenBeyond(`${path}/delete`)
    await asRoot(`${path}/delete`)
    await assertForbiddenBeyond(`${path}/restore`)
    await asRoot(`${path}/restore`)
  })

  it('is refused when creating a user from a registration while the role registered grants more', async () => {
    const json = { email: 'waiting@example.com', first_name: 'W', password: 'a phrase of my own' }
    const { item } = await asRoot('/api/registrations/create', json)
    const registered = dataOf(await service.call('GET', '/api/roles/slug/registered'))
    await asRoot(permissionsOf(registered), BEYOND)
    await assertForbiddenBeyond(`/api/registrations/id/${item.id}/create-user`)
    await asRoot(permissionsOf(registered), BEYOND, 'DELETE')
    await assertAllowed(`/api/registrations/id/${item.id}/create-user`)
  })

  it('is refused when anybody but a super administrator changes or makes a super administrator', async () => {
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

  it('does not include changes to one’s own record', async () => {
    await assertAllowed(`/api/users/id/${manager.id}/update`, { title: 'Manager' })
    const own = await makeUser(service)
    await giveRole(service, own, powerful.slug)
    dataOf(await send(`/api/users/id/${own.id}/update`, { title: 'Owner' }, 'POST', own.token))
  })
})
