import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { launch, type Served, serveIn, temporaryFolder } from './support/process.ts'

const ROUNDS = 20
const WRITERS = 4
const ADMIN = { email: 'root@example.com', password: 'a quite unusual phrase' }
const SETTINGS = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  SIGNIN_RATE_LIMIT: '0',
  LOG_LEVEL: 'silent',
}

const folder = temporaryFolder()
const file = join(folder.path, 'data/rolecall.db')
after(folder.remove)

let token = ''

before(async () => {
  const served = await serveIn(folder.path, SETTINGS)
  const response = await fetch(`${served.url}/api/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { data } = (await response.json()) as { data: { item: { api_token: string } } }
  token = data.item.api_token
  await served.end('SIGTERM')
})

interface Stream {
  /** Names of roles whose creation was answered with 201. */
  acknowledged: string[]
  /** Resolves when the service answers no more. */
  broken: Promise<void>
  stop: () => Promise<void>
}

/** Writers that create roles as fast as they are answered, until the service is gone or they are stopped. */
function writeTo({ url }: Served, label: string): Stream {
  const acknowledged: string[] = []
  let isStopped = false
  const write = async (writer: number) => {
    for (let number = 0; !isStopped; number++) {
      const name = `${label}-${writer}-${number}`
      const response = await fetch(`${url}/api/roles/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      })
      assert.equal(response.status, 201)
      acknowledged.push(name)
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    // What the killed service leaves unanswered was not acknowledged; anything else is a fault.
    write(writer).catch((error) => assert.ok(error instanceof TypeError, error)),
  )
  const broken = Promise.all(writers).then(() => undefined)
  const stop = () => {
    isStopped = true
    return broken
  }
  return { acknowledged, broken, stop }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What a database file holds, read without the service. */
function inspect(path: string) {
  const database = new DatabaseSync(path)
  try {
    const [integrity] = database.prepare('pragma integrity_check').all()
    const orphans = database.prepare('pragma foreign_key_check').all()
    const names = database.prepare('select name from roles').all() as { name: string }[]
    return { integrity, orphans, names: new Set(names.map(({ name }) => name)) }
  } finally {
    database.close()
  }
}

const missingFrom = (names: Set<string>, acknowledged: string[]) =>
  acknowledged.filter((name) => !names.has(name))

describe('what was acknowledged', () => {
  it(`survives kill -9 under a stream of writes, ${ROUNDS} times over`, async () => {
    const all: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const served = await serveIn(folder.path, SETTINGS)
      const stream = writeTo(served, `round${round}`)
      // Killed at another moment of the stream each time, and never before something was acknowledged.
      while (stream.acknowledged.length < 5) await pause(5)
      await pause(7 * round)
      await served.end('SIGKILL')
      await stream.broken
      all.push(...stream.acknowledged)
      const found = inspect(file)
      assert.deepEqual(missingFrom(found.names, all), [])
      assert.deepEqual({ ...found.integrity }, { integrity_check: 'ok' })
      assert.deepEqual(found.orphans, [])
    }
    assert.ok(all.length > ROUNDS * 5)
  })

  it('is in a backup that began later, taken while others write', async () => {
    const served = await serveIn(folder.path, SETTINGS)
    const stream = writeTo(served, 'backup')
    while (stream.acknowledged.length < 50) await pause(5)
    const before = [...stream.acknowledged]
    const target = join(folder.path, 'copy.db')
    const { code, err } = await launch(['backup', target], { cwd: folder.path }).ended
    await stream.stop()
    await served.end('SIGTERM')
    assert.equal(code, 0, err)
    assert.ok(stream.acknowledged.length > before.length, 'others wrote meanwhile')
    const found = inspect(target)
    assert.deepEqual(missingFrom(found.names, before), [])
    assert.deepEqual({ ...found.integrity }, { integrity_check: 'ok' })

    // And it serves: the backup is a database like any other.
    const restored = temporaryFolder()
    copyFileSync(target, join(restored.path, 'restored.db'))
    const again = await serveIn(restored.path, { ...SETTINGS, DATABASE_URL: 'sqlite:restored.db' })
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${again.url}/api/roles/name/${before[0]}`, { headers })
    assert.equal(response.status, 200)
    await again.end('SIGTERM')
    restored.remove()
  })
})
