// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeUser, type Person } from '../../support/actors.ts'
import { foreignHashes } from '../../support/foreign-hashes.ts'
import { setHashes } from '../../support/imports.ts'
import { assertRefused, dumpOf } from '../../support/refusals.ts'
import { refuseSecretsIn } from '../../support/secrets.ts'
import { type Service, startService } from '../../support/service.ts'

const OWN_HASH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/

describe('an imported hash', () => {
  let service: Service
  const people = new Map<string, Person>()
  before(async () => {
    service = await startService()
    for (const { by } of foreignHashes) people.set(by, await makeUser(service))
    await setHashes(
      service,
      foreignHashes.map(({ by, hash }) => ({ email: personOf(by).email, hash })),
    )
  })
  after(async () => {
    await service.stop()
    refuseSecretsIn(
      service.answers,
      foreignHashes.flatMap(({ hash }) => (typeof hash === 'string' ? hash : [])),
    )
  })

  const personOf = (by: string) => people.get(by) as Person
  const signIn = (email: string, password: string) =>
    service.call('POST', '/api/signin', { token: null, json: { email, password } })
  const stored = async ({ id }: Person) =>
    await service.connection.db
      .selectFrom('users')
      .where('id', '=', id)
      .select(['password_hash', 'version'])
      .executeTakeFirstOrThrow()
  const tokens = () => service.connection.db.selectFrom('tokens').selectAll().orderBy('id').execute()

  for (const { by, password } of foreignHashes) {
    it(`of ${by} accepts its password only, and is replaced by one of our own`, async () => {
      const person = personOf(by)
      const { password_hash: imported, version } = await stored(person)
      assert.doesNotMatch(imported as string, OWN_HASH)

      const before = await dumpOf(service)
      for (const wrong of [`x${password}`, password.toUpperCase().slice(1), imported as string]) {
        assertRefused(await signIn(person.email, wrong.slice(0, 128)), {
          status: 401,
          code: 'unauthenticated',
        })
      }
      assert.deepEqual(await dumpOf(service), before, 'a wrong password changes nothing')

      const earlier = await tokens()
      const { status, body } = await signIn(person.email, password)
      assert.equal(status, 200, JSON.stringify(body))
      const rehashed = await stored(person)
      assert.match(rehashed.password_hash as string, OWN_HASH)
      assert.equal(rehashed.version, version, 'the version of the record stays the same')
      assert.deepEqual((await tokens()).slice(0, earlier.length), earlier, 'no token is touched')

      assert.equal((await signIn(person.email, password)).status, 200, 'the second sign-in')
      assert.deepEqual(await stored(person), rehashed, 'it is replaced once')
      assertRefused(await signIn(person.email, `x${password}`), { status: 401, code: 'unauthenticated' })
    })
  }

  it('of bcrypt accepts any password with the same first 72 bytes, until it is replaced', async () => {
    const { email } = await makeUser(service)
    const { password, hash } = foreignHashes.find(({ by }) => by.includes('72')) as (typeof foreignHashes)[0]
    await setHashes(service, [{ email, hash }])
    assert.equal((await signIn(email, password.slice(0, 72))).status, 200)
    assertRefused(await signIn(email, password), { status: 401, code: 'unauthenticated' })
  })

  it('of a registration passes to its user, and works', async () => {
    const { password, hash } = foreignHashes[0] as (typeof foreignHashes)[0]
    const json = { email: 'waiting@example.com', first_name: 'Waiting', password: 'a waiting phrase' }
    const { id } = (await service.call('POST', '/api/registrations/create', { json })).body.data.item
    await service.connection.db
      .updateTable('registrations')
      .set({ password_hash: hash as string })
      .where('id', '=', id)
      .execute()
    assert.equal((await service.call('POST', `/api/registrations/id/${id}/create-user`)).status, 201)
    assert.equal((await signIn(json.email, password)).status, 200)
  })

  it('that is unreadable accepts no password', async () => {
    const { email, id } = await makeUser(service)
    for (const hash of [
      '',
      'plain',
      '$2b$04$short',
      '$argon2id$v=19$m=4294967295,t=9,p=1$c29tZXNhbHQ$AAAA',
    ]) {
      await service.connection.db
        .updateTable('users')
        .set({ password_hash: hash })
        .where('id', '=', id)
        .execute()
      for (const password of ['plain', hash || 'x']) {
        assertRefused(await signIn(email, password), { status: 401, code: 'unauthenticated' })
      }
    }
  })
})
