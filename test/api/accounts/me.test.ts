// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listEndpoints } from '../../../server/app.ts'
import type { Endpoint } from '../../../server/http/endpoint.ts'
import { resources } from '../../../server/resources/index.ts'
import { dataOf, everySlug, giveRole, makeActor, makeRole, makeUser } from '../../support/actors.ts'
import { operationOf } from '../../support/needed-permissions.ts'
import { assertRefused } from '../../support/refusals.ts'
import { ADMIN, defaults, type Service, startService } from '../../support/service.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

const me = async (token?: string) => dataOf(await service.call('GET', '/api/me', token ? { token } : {}))

describe('GET /api/me', () => {
  it('is open to everyone signed in, and to nobody else', async () => {
    assertRefused(await service.call('GET', '/api/me', { token: null }), {
      status: 401,
      code: 'unauthenticated',
    })
    const user = await makeUser(service)
    const { user: shown, token, roles, permissions } = await me(user.token)
    assert.equal(shown.email, user.email, 'users see their own contact details')
    assert.deepEqual([token.is_current, token.name, token.permissions], [true, 'assigned', null])
    assert.deepEqual([roles, permissions], [[], []])
  })

  it('shows that a super administrator may do everything', async () => {
    const { user, roles, permissions, may } = await me()
    assert.equal(user.email, ADMIN.email)
    assert.deepEqual(
      roles.map(({ slug }: { slug: string }) => slug),
      ['super-administrator'],
    )
    assert.deepEqual(permissions, (await everySlug(service)).toSorted())
    assert.deepEqual([...new Set(scopesIn(may))], ['all'])
  })

  it('says whether mail is sent, to those who may manage mail', async () => {
    const manager = await makeActor(service, ['can-manage-mail'])
    const reader = await makeActor(service, ['can-read-users'])
    assert.deepEqual(
      [(await me(manager.token)).is_mail_sent, (await me(reader.token)).is_mail_sent],
      [false, null],
    )
    const mailUrl = { host: 'mail.example.com', port: 465, isTls: true, isTlsOptional: false }
    const mailFrom = { name: 'Example', address: 'accounts@example.com' }
    const sending = await startService({
      mailUrl: { ...mailUrl, user: undefined, password: undefined },
      mailFrom,
    })
    try {
      assert.equal(dataOf(await sending.call('GET', '/api/me')).is_mail_sent, true)
    } finally {
      await sending.stop()
    }
  })

  it('shows the roles and permissions in force, with their start and end', async () => {
    const user = await makeActor(service, ['can-read-users', 'can-read-roles'])
    const until = new Date(Date.parse(service.clock.now()) + 60_000).toISOString()
    const soonOver = await makeRole(service, ['can-update-users'])
    await giveRole(service, user, { id: soonOver.slug, expires_at: until })
    const inactive = await makeRole(service, ['can-delete-users'])
    await giveRole(service, user, { id: inactive.slug, is_active: false })

    const before = await me(user.token)
    assert.deepEqual(
      before.roles.map(({ slug, until }: { slug: string; until: string | null }) => [slug, until]),
      [
        [user.role.slug, null],
        [soonOver.slug, until],
      ],
    )
    assert.ok(before.roles[0].since <= service.clock.now())
    assert.deepEqual(before.permissions, ['can-read-roles', 'can-read-users', 'can-update-users'])
    assert.equal(before.may.users.operations.update, 'all')

    service.clock.advance(60_000)
    const afterwards = await me(user.token)
    assert.deepEqual(afterwards.permissions, ['can-read-roles', 'can-read-users'])
    assert.equal(afterwards.may.users.operations.update, 'own')
  })

  it('shows what the current token may do, not what its user may with another', async () => {
    const user = await makeActor(service, ['can-read-users', 'can-update-users', 'can-read-roles'])
    const made = await service.call('POST', `/api/users/id/${user.id}/tokens/create`, {
      token: user.token,
      json: { name: 'reader', permissions: ['can-read-users'] },
    })
    const { token, permissions, may } = await me(dataOf(made).item.api_token)
    assert.deepEqual([token.name, token.permissions], ['reader', ['can-read-users']])
    assert.deepEqual(permissions, ['can-read-users'])
    const { operations, relations } = may.users
    assert.deepEqual(
      [operations.list, operations.read, operations.update, relations.roles.read],
      ['all', 'all', 'none', 'own'],
    )
  })
})

type Scopes = { [name: string]: Scopes | string }
const scopesIn = (part: Scopes | string): string[] =>
  typeof part === 'string' ? [part] : Object.values(part).flatMap(scopesIn)

/** The scope that `may` gives for an endpoint of one record, or of a list. */
function scopeOf(may: Scopes, endpoint: Endpoint): unknown {
  const { operations, relations } = may[endpoint.tag] as { operations: Scopes; relations: Scopes }
  const operation = operationOf(endpoint)
  const relation = /^relationships\.(.+)/.exec(operation)?.[1] ?? operation
  if (relations[relation]) {
    return (relations[relation] as Scopes)[endpoint.effect]
  }
  return operations[BY_OTHER_NAMES[operation] ?? operation]
}

const BY_OTHER_NAMES: Record<string, string> = {
  get: 'read',
  change: 'update',
}

describe('the field `may`', () => {
  const hasScope = ({ access, name, tag, when }: Endpoint) =>
    typeof access === 'object' &&
    resources.some((resource) => resource.name === tag) &&
    !name.endsWith('Many') &&
    // It needs what reading the record needs, and can-read-audit: both are in the answer.
    !name.endsWith('.history') &&
    !when
  const endpoints = listEndpoints(defaults).filter(hasScope)

  const statusOf = (endpoint: Endpoint, token: string, id: number) =>
    service
      .call(endpoint.methods[0] as string, pathOf(endpoint, id), {
        token,
        ...(endpoint.name === 'users.tokens-create' && { json: { name: 'backup' } }),
        ...(endpoint.name === 'users.checks' && { json: [{ user: id, role: 'editor' }] }),
      })
      .then(({ status }) => status)

  const pathOf = ({ path }: Endpoint, id: number) =>
    path
      .replace(':column', 'id')
      .replace(/:(value|id)/, String(id))
      .replace(/:(slug|token)/, '1')

  const NONE_THERE = 999_999

  it('matches the guard for records of others, whatever the caller holds', async () => {
    const slugs = await everySlug(service)
    // Each slug is held by half of the callers, and no two callers hold the same.
    const actors = await Promise.all(
      [1, 2, 4, 8].map((bit) =>
        makeActor(
          service,
          slugs.filter((_slug, index) => (index + 1) & bit),
        ),
      ),
    )
    for (const { token } of actors) {
      const { may } = await me(token)
      for (const endpoint of endpoints) {
        const status = await statusOf(endpoint, token, NONE_THERE)
        const scope = scopeOf(may, endpoint)
        assert.equal(status === 403, scope !== 'all', `${endpoint.name}: ${scope}, ${status}`)
      }
    }
  })

  it("matches the guard for one's own record, with a full token and a limited one", async () => {
    const user = await makeActor(service, ['can-read-roles'])
    const made = await service.call('POST', `/api/users/id/${user.id}/tokens/create`, {
      token: user.token,
      json: { name: 'limited', permissions: ['can-read-roles'] },
    })
    const ofUsers = endpoints.filter(({ tag, path }) => tag === 'users' && !path.endsWith('/users'))
    // The limited one first: the other may revoke it.
    for (const token of [dataOf(made).item.api_token, user.token]) {
      const { may } = await me(token)
      for (const endpoint of ofUsers.filter(({ name }) => name !== 'users.tokens-revoke')) {
        const status = await statusOf(endpoint, token, user.id)
        const scope = scopeOf(may, endpoint)
        assert.equal(status === 403, scope === 'none', `${endpoint.name}: ${scope}, ${status}`)
      }
    }
  })
})
