// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SecondFactorRequired } from '../../../client/src/index.ts'
import { authProvider, memoryStore, sessionStore } from '../../../ra-data-provider/src/index.ts'
import { makeOwner, nextCode, PASSWORD } from '../../support/factors.ts'
import { makePlainUser, refusal, useLiveService } from '../../support/live-service.ts'
import { ADMIN } from '../../support/service.ts'

const live = useLiveService()
const signedOut = () => live.client({ token: undefined })
const root = { username: ADMIN.email, password: ADMIN.password }

const status = async (call: Promise<unknown>) => ((await refusal(call)) as { status: number }).status

/** Signs in a user who is only an editor. */
async function editor(email: string) {
  const { id, client } = await makePlainUser(live, email)
  await live.client().users.relation(id, 'roles').add('editor')
  const provider = authProvider(client)
  await provider.login({ username: email, password: ADMIN.password, email })
  return { id, client, provider }
}

describe('login', () => {
  it("signs in by the field that react-admin's form calls username", async () => {
    const client = signedOut()
    const provider = authProvider(client)
    assert.equal(await status(provider.checkAuth()), 401)
    await provider.login(root)
    await provider.checkAuth()
    assert.ok((await client.users.list()).total > 0)
  })

  it('rejects with the message of the service', async () => {
    const provider = authProvider(signedOut())
    const error = (await refusal(provider.login({ ...root, password: 'wrong one' }))) as Error
    assert.equal(error.message, 'The email or password is wrong.')
    assert.equal(await status(provider.checkAuth()), 401)
  })
})

describe('login with a second factor', () => {
  it('is finished with the challenge', async () => {
    const owner = await makeOwner(live.service())
    const client = signedOut()
    const provider = authProvider(client)
    const error = await refusal(provider.login({ username: owner.email, password: PASSWORD }))
    assert.ok(error instanceof SecondFactorRequired)
    assert.equal(await status(provider.checkAuth()), 401)
    const code = nextCode(live.service(), owner.secret)
    await provider.login({ challenge: error.readChallenge(), code })
    await provider.checkAuth()
    assert.equal((await client.me()).user.id, owner.id)
  })
})

describe('logout', () => {
  it('revokes the token and forgets it', async () => {
    const client = signedOut()
    const store = memoryStore()
    const provider = authProvider(client, { store })
    await provider.login(root)
    const token = client.readToken()
    await provider.logout()
    assert.deepEqual([store.get(), client.readToken()], [undefined, undefined])
    assert.equal(await status(live.client({ token }).users.list()), 401)
    await provider.logout()
  })

  it('forgets the token even if the service cannot be reached', async () => {
    const store = memoryStore()
    store.set({ token: 'rc_kept' })
    const client = live.client({ token: undefined, baseUrl: 'http://127.0.0.1:1' })
    await authProvider(client, { store }).logout()
    assert.deepEqual([store.get(), client.readToken()], [undefined, undefined])
  })
})

describe('checkError', () => {
  it('ends the session for 401 only', async () => {
    const client = signedOut()
    const provider = authProvider(client)
    await provider.login(root)
    for (const other of [403, 404, 500]) await provider.checkError({ status: other })
    await provider.checkError(new Error('network'))
    await provider.checkAuth()
    assert.equal(await status(provider.checkError({ status: 401 })), 401)
    assert.equal(client.readToken(), undefined)
    assert.equal(await status(provider.checkAuth()), 401)
  })
})

describe('getIdentity', () => {
  it('returns the signed-in user with current data', async () => {
    const { id, provider } = await editor('identity@example.com')
    await live.client().users.update(id, { display_name: 'Ada', avatar_url: 'https://example.com/a.png' })
    assert.deepEqual(await provider.getIdentity(), {
      id,
      fullName: 'Ada',
      avatar: 'https://example.com/a.png',
    })
  })

  it('rejects without a session', async () => {
    assert.equal(await status(authProvider(signedOut()).getIdentity()), 401)
  })
})

describe('getPermissions', () => {
  it("returns the slugs of the user's permissions", async () => {
    const { id, provider } = await editor('permissions@example.com')
    const slugs = await provider.getPermissions()
    assert.ok(slugs.includes('can-update-taxonomies'))
    assert.ok(!slugs.includes('can-delete-users'))
    for (const slug of slugs) assert.ok(await live.client().users.hasPermission(id, slug))
  })

  it('returns all of them for the super administrator', async () => {
    const provider = authProvider(signedOut())
    await provider.login(root)
    const { total } = await live.client().permissions.list()
    assert.equal((await provider.getPermissions()).length, total)
  })

  it('reads them again after a failure and after a login', async () => {
    const { client, provider } = await editor('anew@example.com')
    const token = client.readToken()
    client.setToken('rc_ended')
    assert.equal(await status(provider.getPermissions()), 401)
    client.setToken(token)
    const few = await provider.getPermissions()
    await provider.login(root)
    assert.ok((await provider.getPermissions()).length > few.length)
  })
})

describe('canAccess', () => {
  it("follows the permissions, by react-admin's names of actions", async () => {
    const { id, provider } = await editor('access@example.com')
    const can = (action: string, resource: string, record?: { id: number }) =>
      provider.canAccess({ action, resource, ...(record && { record }) })
    for (const action of ['list', 'show', 'export', 'edit', 'create']) {
      assert.equal(await can(action, 'taxonomies'), true, action)
    }
    for (const action of ['list', 'show', 'edit', 'create', 'delete']) {
      assert.equal(await can(action, 'roles'), false, action)
    }
    assert.equal(await can('publish', 'articles'), false)
    assert.equal(await can('edit', 'users'), false)
    assert.equal(await can('edit', 'users', { id: 1 }), false)
    assert.equal(await can('edit', 'users', { id }), true)
    assert.equal(await can('delete', 'users', { id }), false)
  })
})

/** A Storage as in browsers. */
function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

describe('A stored session', () => {
  it('continues after a reload, and ends with logout', async () => {
    const tab = storage()
    const store = () => sessionStore(tab)
    await authProvider(signedOut(), { store: store() }).login(root)
    const client = signedOut()
    const again = authProvider(client, { store: store() })
    await again.checkAuth()
    assert.equal((await again.getIdentity()).id, 1)
    await again.logout()
    assert.equal(tab.length, 0)
    assert.equal(await status(authProvider(signedOut(), { store: store() }).checkAuth()), 401)
  })

  it('is ignored if something else is stored under its name', () => {
    for (const text of ['nonsense', 'null', '{}', '{"token":7}']) {
      const tab = storage()
      tab.setItem('rolecall', text)
      assert.equal(sessionStore(tab).get(), undefined, text)
    }
  })
})
