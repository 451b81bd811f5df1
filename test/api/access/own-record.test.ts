// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { dataOf, giveRole, makeActor, makeRole, makeUser, type Person } from '../../support/actors.ts'
import { assertForbidden, assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, signIn, startService } from '../../support/service.ts'

describe('the caller’s own record, without any permission', () => {
  let service: Service
  let ada: Person
  let other: Person
  before(async () => {
    service = await startService()
    other = await makeUser(service, { last_name: 'Same' })
  })
  beforeEach(async () => {
    ada = await makeUser(service, { last_name: 'Same', phone: '2079460958' })
  })
  after(() => service.stop())

  const as = (user: Person, path: string, json?: object, method = 'POST') =>
    service.call(method, path, { token: user.token, ...(json && { json }) })
  const update = (json: object, path = `/api/users/id/${ada.id}`) => as(ada, `${path}/update`, json)

  it('can be read by every selector, with contact details', async () => {
    const selectors = [
      `id/${ada.id}`,
      `uuid/${ada.uuid}`,
      `email/${ada.email.toUpperCase()}`,
      `username/${ada.username}`,
      'phone/2079460958',
      'last_name/Same',
    ]
    for (const selector of selectors) {
      for (const method of ['GET', 'POST']) {
        for (const base of ['/api/users', '/api/cms/users']) {
          const record = dataOf(await as(ada, `${base}/${selector}`, undefined, method))
          assert.equal(record.id, ada.id, selector)
          assert.equal(record.email, ada.email)
          assert.equal(record.phone, '2079460958')
        }
      }
    }
  })

  it('is the only readable one: other and unknown users get the same refusal', async () => {
    const answers = new Set<string>()
    for (const selector of [
      `id/${other.id}`,
      `uuid/${other.uuid}`,
      `email/${other.email}`,
      'id/999999',
      'id/x',
      'username/nobody',
    ]) {
      const answer = await as(ada, `/api/users/${selector}`)
      assertRefused(answer, { status: 403, code: 'forbidden', says: /permission can-read-users\.$/ })
      const { request_id: _, ...body } = answer.body
      answers.add(JSON.stringify(body))
    }
    assert.equal(answers.size, 1)
    for (const list of ['/api/users', '/api/registrations', '/api/roles']) {
      assertRefused(await as(ada, list), { status: 403, code: 'forbidden' })
    }
  })

  it('can be changed in personal fields and credentials; another address waits until it is confirmed', async () => {
    const changes = {
      username: `new-${ada.username}`,
      display_name: 'Ada',
      title: 'Countess',
      designation: 'Analyst',
      first_name: 'Augusta',
      middle_name: 'Ada',
      last_name: 'King',
      gender: 'female',
      country_calling_code: 44,
      phone: '2079460959',
      bio: 'Wrote the first program.',
      timezone: 'Europe/London',
      language: 'en-GB',
      alternate_email: 'ada@example.org',
      avatar_url: 'https://example.com/ada.png',
      birth: '1815-12-10',
      country: 'United Kingdom',
      country_code: 'GB',
      website: 'https://example.com/',
    }
    const record = dataOf(
      await update({ ...changes, email: `new-${ada.email}`, password: 'a phrase of my own' }),
    )
    for (const [name, value] of Object.entries(changes)) assert.equal(record[name], value, name)
    assert.equal(record.email, ada.email)
    assert.equal(record.updated_by, ada.id)
    await signIn(service, ada.email, 'a phrase of my own')
  })

  it('can be changed through a selector that matches other users too', async () => {
    assert.equal(dataOf(await update({ title: 'Countess' }, '/api/users/last_name/Same')).id, ada.id)
    const { title } = dataOf(await service.call('GET', `/api/users/id/${other.id}`))
    assert.equal(title, null)
  })

  it('cannot be changed in fields that only administrators set', async () => {
    const fields = {
      is_active: true,
      status: 'active',
      meta: { plan: 'enterprise' },
      activated_at: '2026-01-01',
      activated_ip: '203.0.113.7',
      activation_code: '1234',
      affiliate_code: 'mine',
      api_token_used_at: '2026-01-01',
      created_ip: '203.0.113.7',
      foreign_user_id: 5,
      invited_at: '2026-01-01',
      invited_by: 1,
      invited_for_key: 'x',
      last_login_at: '2026-01-01',
      last_login_ip: '203.0.113.7',
      login_otp: '123456',
      registration_id: 1,
      remember_token: 'x',
      reset_password_code: 'x',
      user_created_at: '2026-01-01',
      user_id: 1,
    }
    for (const [name, value] of Object.entries(fields)) {
      await assertRefusedUnchanged(service, () => update({ title: 'Countess', [name]: value }), {
        status: 403,
        code: 'forbidden',
        says: new RegExp(`^Changing ${name} needs the permission can-update-users\\.$`),
      })
    }
  })

  it('cannot be given roles, deleted or restored', async () => {
    const roles = () => update({ roles: ['administrator'] })
    await assertRefusedUnchanged(service, roles, {
      status: 422,
      code: 'read_only',
      details: [['roles', 'read_only']],
    })
    const links = `/api/users/${ada.id}/relationships/roles`
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const attempt = () => as(ada, links, { id: 'guest', is_active: true }, method)
      await assertForbidden(service, attempt, ['can-assign-roles', 'can-read-users', 'can-read-roles'])
    }
    await assertForbidden(service, () => as(ada, `/api/users/id/${ada.id}/delete`), ['can-delete-users'])
    const restore = () => as(ada, `/api/users/id/${ada.id}/restore`)
    await assertForbidden(service, restore, ['can-restore-records', 'can-delete-users'])
  })

  it('is the only one that the caller can change', async () => {
    for (const selector of [`id/${other.id}`, `email/${other.email}`, 'id/999999']) {
      const attempt = () => update({ title: 'Mine' }, `/api/users/${selector}`)
      await assertForbidden(service, attempt, ['can-update-users'])
    }
    await assertForbidden(
      service,
      () => as(ada, '/api/users/create', { email: 'x@example.com', first_name: 'X' }),
      ['can-create-users'],
    )
  })

  it('can be checked for roles and permissions, unlike others', async () => {
    const role = await makeRole(service, ['can-delete-users'])
    await giveRole(service, ada, role.slug)
    const checks = {
      [`roles/${role.slug}`]: true,
      'roles/guest': false,
      'roles/unknown': false,
      'permissions/can-delete-users': true,
      'permissions/can-read-users': false,
      'permissions/unknown': false,
    }
    for (const [check, expected] of Object.entries(checks)) {
      for (const method of ['GET', 'POST']) {
        assert.equal(
          dataOf(await as(ada, `/api/users/id/${ada.id}/${check}`, undefined, method)),
          expected,
          check,
        )
      }
      const answer = await as(ada, `/api/users/id/${other.id}/${check}`)
      assertRefused(answer, { status: 403, code: 'forbidden', says: /permission can-read-users\.$/ })
    }
  })

  it('can be read with its roles and permissions, unlike others', async () => {
    const role = await makeRole(service, ['can-delete-users'])
    await giveRole(service, ada, role.slug)
    const slugs = ({ data }: { data: { slug: string }[] }) => data.map(({ slug }) => slug)
    const reads = ['/roles', '/permissions'].map((name) => [
      name,
      `/api/users/username/${ada.username}${name}`,
    ])
    for (const [name, path] of [...reads, ['/roles', `/api/users/${ada.id}/relationships/roles`]] as const) {
      const data = dataOf(await as(ada, path as string, undefined, 'GET'))
      assert.equal(data.user.id, ada.id)
      assert.equal(data.user.email, ada.email)
      assert.deepEqual(slugs(data[name === '/roles' ? 'roles' : 'permissions']), [
        name === '/roles' ? role.slug : 'can-delete-users',
      ])
    }
    for (const relation of ['roles', 'permissions']) {
      const answer = await as(ada, `/api/users/id/${other.id}/${relation}`)
      const says = new RegExp(`permission can-read-users, can-read-${relation}\\.$`)
      assertRefused(answer, { status: 403, code: 'forbidden', says })
    }
  })

  it('does not give access to included records, which need their own permissions', async () => {
    for (const [include, slug] of [
      ['roles', 'can-read-roles'],
      ['registration', 'can-read-registrations'],
      ['created_by', 'can-read-users'],
    ]) {
      const answer = await service.call('GET', `/api/users/id/${ada.id}`, {
        token: ada.token,
        query: { include: include as string },
      })
      assertRefused(answer, { status: 403, code: 'forbidden', says: new RegExp(`permission ${slug}\\.$`) })
    }
  })

  it('gives its roles to a caller with can-read-users alone, who gets no roles of others', async () => {
    const reader = await makeActor(service, ['can-read-users'])
    assert.equal((await as(reader, `/api/users/id/${reader.id}/roles`)).status, 200)
    const answer = await as(reader, `/api/users/id/${ada.id}/roles`)
    assertRefused(answer, { status: 403, code: 'forbidden', says: /permission can-read-roles\.$/ })
  })

  it('does not give access to the registration it was made from', async () => {
    const json = { email: 'waiting@example.com', first_name: 'W', password: 'a phrase of my own' }
    const { item } = dataOf(await service.call('POST', '/api/registrations/create', { json }))
    const { user } = dataOf(await service.call('POST', `/api/registrations/id/${item.id}/create-user`))
    const token = await signIn(service, user.email, 'a phrase of my own')
    const answer = await service.call('GET', `/api/registrations/id/${item.id}`, { token })
    assertRefused(answer, { status: 403, code: 'forbidden', says: /can-read-registrations/ })
  })
})
