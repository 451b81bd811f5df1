// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Person } from '../../support/actors.ts'
import { engine, newDatabase } from '../../support/databases.ts'
import { makeOwner, makeSignedIn, nextCode, PASSWORD as OWN_PASSWORD } from '../../support/factors.ts'
import { numberEntries } from '../../support/numbering.ts'
import { assertRefusedUnchanged } from '../../support/refusals.ts'
import { type RoundTripProxy, roundTripProxy } from '../../support/round-trips.ts'
import { type Service, startService } from '../../support/service.ts'
import { cachesInUse } from '../../support/statements.ts'
import { useService } from '../../support/suite.ts'

const PASSWORD = 'an entirely other phrase'

describe('The transaction of a write', {
  skip: engine === 'postgres' ? false : 'SQLite runs in the process',
}, () => {
  let proxy: RoundTripProxy
  let drop: () => Promise<void>
  let service: Service
  before(async () => {
    const database = await newDatabase()
    proxy = await roundTripProxy(database.url)
    drop = database.drop
    service = await startService({ databaseUrl: proxy.url })
  })
  after(async () => {
    await service.stop()
    await proxy.stop()
    await drop()
  })

  const make = async (path: string, json: object) => {
    const { status, body } = await service.call('POST', path, { json })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.item
  }
  let made = 0
  const person = () => ({ email: `written${++made}@example.com`, first_name: 'Ada' })
  const makeUser = () => make('/api/users/create', person())
  const makeType = () => make('/api/taxonomy-types/create', { name: `Type ${++made}` })

  const writes: { what: string; trips: number; write: () => Promise<() => Promise<{ status: number }>> }[] = [
    {
      // The look-up of reserved addresses follows the insertion in one round trip: it must see what the insertion waited for.
      what: 'creates a user',
      trips: 2,
      write: async () => () => service.call('POST', '/api/users/create', { json: person() }),
    },
    {
      what: 'updates a user',
      trips: 2,
      write: async () => {
        const { id } = await makeUser()
        return () => service.call('PATCH', `/api/users/${id}`, { json: { title: 'Dr' } })
      },
    },
    {
      what: 'assigns a role',
      trips: 2,
      write: async () => {
        const { id } = await makeUser()
        return () => service.call('POST', `/api/users/${id}/relationships/roles`, { json: ['editor'] })
      },
    },
    {
      // It waits for the tokens that it ends: their number is recorded.
      what: 'deletes a user',
      trips: 5,
      write: async () => {
        const { id } = await makeUser()
        return () => service.call('POST', `/api/users/id/${id}/delete`)
      },
    },
    {
      what: 'creates a term',
      trips: 3,
      write: async () => {
        const { slug } = await makeType()
        return () =>
          service.call('POST', '/api/taxonomies/create', { json: { name: `Term ${++made}`, type: slug } })
      },
    },
    {
      what: 'signs up',
      trips: 4,
      write: async () => () =>
        service.call('POST', '/api/signup', { token: null, json: { ...person(), password: PASSWORD } }),
    },
  ]
  for (const { what, trips, write } of writes) {
    it(`takes ${trips} round trips if it ${what}, the last of them with the commit`, async () => {
      const run = await write()
      // The roles of the caller come from the cache.
      await cachesInUse(service)
      await service.call('GET', '/api/users/id/1/permissions/can-read-users')
      proxy.take()
      const { status } = await run()
      assert.ok(status < 300, String(status))
      const [transaction, another] = proxy.take()
      assert.equal(another, undefined)
      assert.equal(transaction?.length, trips, JSON.stringify(transaction, null, 1))
      const last = transaction?.at(-1) ?? []
      assert.equal(last.at(-1), 'commit')
      assert.match(last.at(0) ?? '', /^(insert into |update |commit$)/)
    })
  }

  it('takes two round trips to give numbers to entries, the last of them with the commit', async () => {
    await makeType()
    await numberEntries(service)
    proxy.take()
    await makeType()
    await numberEntries(service)
    const last = proxy.numberings().at(-1)
    assert.equal(last?.length, 2, JSON.stringify(last, null, 1))
    assert.equal(last?.[1]?.[0], 'commit')
  })

  it('takes one round trip for each counter of a sign-in, and few for the session', async () => {
    const [user, owner] = [await makeSignedIn(service), await makeOwner(service)]
    const signIn = (json: object) => service.call('POST', '/api/signin', { token: null, json })
    const tripsOf = async (json: object, status: number) => {
      proxy.take()
      const answer = await signIn(json)
      assert.equal(answer.status, status, JSON.stringify(answer.body))
      return { answer, trips: proxy.take().map((transaction) => transaction.length) }
    }
    const withPassword = ({ email }: Person) => ({ email, password: OWN_PASSWORD })
    assert.deepEqual((await tripsOf(withPassword(user), 200)).trips, [5])
    const first = await tripsOf(withPassword(owner), 401)
    assert.deepEqual(first.trips, [4])
    const finish = { challenge: first.answer.body.challenge, code: nextCode(service, owner.secret) }
    // The attempt is reserved, a try of the challenge spent.
    assert.deepEqual((await tripsOf(finish, 200)).trips, [1, 1, 6])
  })
})

const EMAIL_TAKEN = {
  status: 409,
  code: 'email_taken',
  details: [['email', 'email_taken']] as [string, string][],
}

describe('A taken value', () => {
  const { service, make, call } = useService()

  const refused: [string, () => Promise<[path: string, change: object]>, string][] = [
    [
      "refuses an update that would also end the user's tokens",
      async () => {
        const [user, other] = [await make('users'), await make('users')]
        return [`/api/users/${user.id}`, { email: other.email, password: PASSWORD }]
      },
      'email_taken',
    ],
    [
      'refuses an update that would also deactivate the role',
      async () => {
        const [role, other] = [await make('roles'), await make('roles')]
        return [`/api/roles/${role.id}`, { slug: other.slug, is_active: false }]
      },
      'slug_taken',
    ],
  ]
  for (const [what, prepare, code] of refused) {
    it(`${what}, which then does nothing`, async () => {
      const [path, json] = await prepare()
      await assertRefusedUnchanged(service(), () => call('PATCH', path, { json }), {
        status: 409,
        code,
        details: [[code.replace('_taken', ''), code]],
      })
    })
  }

  it('refuses a restore', async () => {
    const user = await make('users')
    await call('POST', `/api/users/id/${user.id}/delete`)
    await make('users', { email: user.email })
    const restore = () => call('POST', `/api/users/id/${user.id}/restore`)
    await assertRefusedUnchanged(service(), restore, EMAIL_TAKEN)
  })

  it('refuses a write with an Idempotency-Key, which can then be sent again', async () => {
    const { email } = await make('users')
    const headers = { 'idempotency-key': 'taken-value' }
    const create = () => call('POST', '/api/users/create', { headers, json: { email, first_name: 'Ada' } })
    await assertRefusedUnchanged(service(), create, EMAIL_TAKEN)
    await assertRefusedUnchanged(service(), create, EMAIL_TAKEN)
  })

  it('of a default username is answered with the name that the retry has found', async () => {
    const names: string[] = []
    for (const domain of ['example.com', 'example.net', 'example.org']) {
      const { username } = await make('users', { email: `same@${domain}` })
      names.push(username)
    }
    assert.deepEqual(names, ['same', 'same2', 'same3'])
  })
})
