// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeUser, type Person } from '../../support/actors.ts'
import { assertRefused, assertRefusedUnchanged } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'

describe('a password', () => {
  let service: Service
  let ada: Person
  before(async () => {
    service = await startService()
    ada = await makeUser(service)
  })
  after(() => service.stop())

  const set = (password: unknown) =>
    service.call('POST', `/api/users/id/${ada.id}/update`, { json: { password } })
  const signIn = (password: string) =>
    service.call('POST', '/api/signin', { token: null, json: { email: ada.email, password } })
  const assertSet = async (password: string) => {
    assert.equal((await set(password)).status, 200, password)
    assert.equal((await signIn(password)).status, 200, password)
  }
  const assertNotSet = (password: unknown, code: string, says: RegExp) =>
    assertRefusedUnchanged(service, () => set(password), {
      status: 422,
      code,
      details: [['password', code]],
      says,
    })

  it('has 8 to 128 characters, where an emoji is one', async () => {
    await assertSet('zk4;=qp8')
    await assertSet('k'.repeat(128))
    await assertSet('🗝'.repeat(8))
    await assertSet('🗝'.repeat(128))
    await assertNotSet('zk4;=qp', 'too_short', /at least 8 characters/)
    await assertNotSet('🗝'.repeat(7), 'too_short', /at least 8 characters/)
    await assertNotSet('k'.repeat(129), 'too_long', /at most 128 characters/)
  })

  it('must be text', async () => {
    for (const password of [12345678901, true, ['zk4;=qp8'], { a: 'zk4;=qp8' }]) {
      await assertNotSet(password, 'invalid_type', /must be text/)
    }
  })

  it('keeps the spaces around it, and may consist of spaces', async () => {
    await assertSet('  a phrase with air around it ')
    assertRefused(await signIn('a phrase with air around it'), { status: 401, code: 'unauthenticated' })
    await assertSet(' '.repeat(8))
    assertRefused(await signIn(' '.repeat(9)), { status: 401, code: 'unauthenticated' })
    await assertNotSet(' '.repeat(7), 'too_short', /at least 8 characters/)
  })

  it('is the same in every Unicode normalization', async () => {
    await assertSet('crème brûlée'.normalize('NFD'))
    assert.equal((await signIn('crème brûlée'.normalize('NFC'))).status, 200)
    assertRefused(await signIn('creme brulee'), { status: 401, code: 'unauthenticated' })
  })

  it('must not be a common one, in any case', async () => {
    for (const password of ['password', 'PASSWORD', '12345678', 'iloveyou', 'Password1']) {
      await assertNotSet(password, 'common_password', /most common/)
    }
  })

  it('can be removed, after which nobody can sign in with one', async () => {
    await assertSet('a phrase of my own')
    assert.equal((await set('')).status, 200)
    assertRefused(await signIn('a phrase of my own'), { status: 401, code: 'unauthenticated' })
    assertRefused(await signIn('        '), { status: 401, code: 'unauthenticated' })
  })

  it('is stored as argon2id with 19 MiB, 2 passes and 1 lane, with a salt of its own', async () => {
    const hashes: string[] = []
    for (let count = 0; count < 2; count++) {
      await assertSet('a phrase of my own')
      const { password_hash: hash } = await service.connection.db
        .selectFrom('users')
        .where('id', '=', ada.id)
        .select('password_hash')
        .executeTakeFirstOrThrow()
      hashes.push(hash as string)
    }
    for (const hash of hashes)
      assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    assert.notEqual(hashes[0], hashes[1])
  })
})
