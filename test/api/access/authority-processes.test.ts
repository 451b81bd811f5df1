// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Connection, connect } from '../../../server/db/connect.ts'
import { newDatabase } from '../../support/databases.ts'
import { ADMINISTRATOR, ask, PASSWORD, signInAt } from '../../support/http.ts'
import { type Served, serveIn, temporaryFolders } from '../../support/process.ts'
import { openSocket } from '../../support/socket.ts'

/** Two processes on one database: a change that one has confirmed binds the other. */

const newFolder = temporaryFolders()
const ROUNDS = 12
const MANY = 200

let database: Awaited<ReturnType<typeof newDatabase>>
let db: Connection
let one: Served
let two: Served
let root: string
let count = 0

before(async () => {
  database = await newDatabase()
  const serve = () =>
    serveIn(newFolder(), { ...ADMINISTRATOR, DATABASE_URL: database.url, SIGNIN_RATE_LIMIT: '0' })
  one = await serve()
  two = await serve()
  db = connect(database.url)
  root = await signInAt(one.url)
})
after(async () => {
  await db?.close()
  for (const { child } of [one, two]) child.kill('SIGKILL')
  await database?.drop()
})

/** A user with a role, and a token of their own by a sign-in. */
async function newActor(role: string): Promise<{ id: number; email: string; token: string }> {
  const email = `actor${++count}@example.com`
  const json = { email, first_name: 'Actor', password: PASSWORD }
  const made = await ask(`${one.url}/api/users/create`, { token: root, json })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id } = made.body.data.item
  const at = `${one.url}/api/users/${id}/relationships/roles`
  const given = await ask(at, { token: root, json: { id: role } })
  assert.equal(given.status, 200, JSON.stringify(given.body))
  return { id, email, token: await signIn(email) }
}

async function signIn(email: string): Promise<string> {
  const { body } = await ask(`${one.url}/api/signin`, { json: { email, password: PASSWORD } })
  return body.data.item.api_token
}

const deactivate = async (id: number) => {
  const { status } = await ask(`${two.url}/api/users/id/${id}/update`, {
    token: root,
    json: { is_active: false },
  })
  assert.equal(status, 200)
}

const people = (name: string, length: number, others: object = {}) =>
  Array.from({ length }, (_, index) => ({
    email: `${name}-${index}@example.com`,
    first_name: 'Planted',
    password: PASSWORD,
    ...others,
  }))

const countWritten = async (name: string) => {
  const rows = await db.db.selectFrom('users').where('email_key', 'like', `${name}-%`).select('id').execute()
  return rows.length
}

/** Sends a request and waits until the service has read and authenticated it: later requests arrive while it runs. */
async function startRequest(to: Served, token: string, body: object) {
  const text = JSON.stringify(body)
  const socket = await openSocket(to.url)
  socket.send(
    `POST /api/users HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n` +
      `connection: close\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
  for (let trip = 0; trip < 3; trip++) await ask(`${to.url}/healthz`)
  return socket
}

const statusOf = (answer: string) => Number(answer.split(' ')[1])

describe('a bulk create that hashes passwords', () => {
  it('writes nothing if another process deactivates its caller after it has started', async () => {
    const actor = await newActor('administrator')
    const planted = `planted-token-${'x'.repeat(40)}`
    const items = people('late', MANY)
    const bulk = await startRequest(one, actor.token, [
      { ...items[0], api_token: planted },
      ...items.slice(1),
    ])
    await deactivate(actor.id)
    assert.equal(statusOf(await bulk.closed), 401)
    assert.equal(await countWritten('late'), 0)
    assert.equal((await ask(`${two.url}/api/me`, { token: planted })).status, 401)
  })

  it('stops hashing when its caller is deactivated: it never reaches the last password, which is invalid', async () => {
    const actor = await newActor('administrator')
    const items = [...people('stopped', MANY), { ...people('common', 1)[0], password: 'password1' }]
    const bulk = await startRequest(one, actor.token, items)
    await deactivate(actor.id)
    assert.equal(statusOf(await bulk.closed), 401)
  })

  it('is not written if the client disconnects, and is written if it does not', async () => {
    const actor = await newActor('administrator')
    // So many that it is far from its end, however long the requests take for which `startRequest` waits.
    const disconnected = await startRequest(one, actor.token, people('gone', 50))
    disconnected.close()
    // Both bulks hash at the same rate: the shorter one would end before the longer one.
    const connected = await startRequest(one, actor.token, people('stays', 60))
    assert.equal(statusOf(await connected.closed), 201)
    assert.equal(await countWritten('stays'), 60)
    assert.equal(await countWritten('gone'), 0)
  })
})

describe('a stolen token', () => {
  it('changes no password after another process has revoked all tokens of its owner', async () => {
    const [actor, victim] = [await newActor('administrator'), await newActor('registered')]
    const hash = () =>
      db.db.selectFrom('users').where('id', '=', victim.id).select('password_hash').executeTakeFirstOrThrow()
    const statuses: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const [stolen, kept] = [await signIn(actor.email), await signIn(actor.email)]
      const changing = ask(`${one.url}/api/users/id/${victim.id}/update`, {
        token: stolen,
        json: { password: `a phrase of round ${round}` },
      })
      // The revocation comes at a different moment of the change in each round.
      for (let trip = 0; trip < round; trip++) await ask(`${one.url}/healthz`)
      const at = `${two.url}/api/users/id/${actor.id}/tokens/revoke`
      assert.equal((await ask(at, { token: kept, json: {} })).status, 200)
      const before = await hash()
      statuses.push((await changing).status)
      assert.deepEqual(await hash(), before, `round ${round}: changed after the tokens were revoked`)
    }
    assert.ok(statuses.includes(401), `in some rounds the revocation came first: ${statuses}`)
    assert.ok(statuses.every((status) => [200, 401].includes(status)))
  })
})
