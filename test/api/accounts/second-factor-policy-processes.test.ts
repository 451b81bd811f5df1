// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newDatabase } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { codeOf } from '../../support/factors.ts'
import { ADMINISTRATOR, ask, PASSWORD, signInAt } from '../../support/http.ts'
import { type Served, serveIn, temporaryFolders } from '../../support/process.ts'

/** Two processes on one database: what one has confirmed binds the other. */

const newFolder = temporaryFolders()
const ROUNDS = 5
const clock = { now: () => new Date().toISOString() }

let database: Awaited<ReturnType<typeof newDatabase>>
let one: Served
let two: Served
let root: string
let count = 0

before(async () => {
  database = await newDatabase()
  const serve = (settings: Record<string, string> = {}) =>
    serveIn(newFolder(), {
      ...ADMINISTRATOR,
      DATABASE_URL: database.url,
      SIGNIN_RATE_LIMIT: '0',
      ...settings,
    })
  one = await serve()
  two = await serve()
  root = await signInAt(one.url)
})
after(async () => {
  for (const { child } of [one, two]) child.kill('SIGKILL')
  await database?.drop()
})

async function done(url: string, json: object, token = root) {
  const { status, body } = await ask(url, { token, json })
  assert.ok(status < 300, JSON.stringify(body))
  return body.data
}

async function newSession() {
  const email = `held${++count}@example.com`
  const { item } = await done(`${one.url}/api/users/create`, {
    email,
    first_name: 'Held',
    password: PASSWORD,
  })
  const { body } = await ask(`${one.url}/api/signin`, { json: { email, password: PASSWORD } })
  return { id: item.id as number, token: body.data.item.api_token as string }
}

const newRole = async (requires_second_factor: boolean) =>
  (await done(`${one.url}/api/roles/create`, { name: `Held ${++count}`, requires_second_factor })).item

const isHeldAt = async (at: Served, token: string, path: string, json?: object) => {
  const { body } = await ask(`${at.url}/api/${path}`, { token, ...(json && { json }) })
  return body.code === 'second_factor_enrolment_required'
}

/**
 * What is answered from memory follows within a second, as for permissions; a transaction asks the database. The body of
 * the write is refused for other reasons, once nothing else refuses it.
 */
async function assertHeld(at: Served, token: string, isHeld: boolean): Promise<void> {
  await eventually(async () => (await isHeldAt(at, token, 'overview')) === isHeld)
  const isHeldToWrite = () => isHeldAt(at, token, 'users/create', {})
  // If the memory was of no use, the database answered the read, and the memory may still refuse a write that is not held.
  if (isHeld) assert.equal(await isHeldToWrite(), true)
  else await eventually(async () => !(await isHeldToWrite()))
}

describe('A required second factor', () => {
  it('binds every process as it is required, and no longer than it is', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, token } = await newSession()
      const [role, plain] = [await newRole(true), await newRole(false)]
      await assertHeld(two, token, false)
      const links = `${one.url}/api/users/${id}/relationships/roles`
      await done(links, { id: role.id })
      await assertHeld(two, token, true)
      await assertHeld(one, token, true)
      const update = (requires_second_factor: boolean) =>
        done(`${one.url}/api/roles/id/${role.id}/update`, { requires_second_factor })
      await update(false)
      await assertHeld(two, token, false)
      await done(links, { id: plain.id })
      await update(true)
      await assertHeld(two, token, true)
    }
  })

  it('is added in one process, and lifts that in the other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, token } = await newSession()
      const role = await newRole(true)
      await done(`${two.url}/api/users/${id}/relationships/roles`, { id: role.id })
      await assertHeld(two, token, true)
      const { secret } = await done(`${one.url}/api/me/factors/totp`, {}, token)
      const code = codeOf({ clock }, secret)
      await done(`${one.url}/api/me/factors/totp/confirm`, { code }, token)
      await assertHeld(two, token, false)
      await done(`${one.url}/api/users/id/${id}/factors/reset`, {})
      await assertHeld(two, token, true)
    }
  })
})
