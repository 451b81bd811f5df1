// Engines: SQLite
import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ADMINISTRATOR, ask, signInAt } from '../../support/http.ts'
import { DATABASE, launch, runHere, serveIn, temporaryFolders } from '../../support/process.ts'
import { seededRandom } from '../../support/seeds.ts'
import { type Acknowledged, assertHolds, startWriters } from '../../support/writers.ts'

const draw = seededRandom()

/** Two services at once, each killed ROUNDS times. */
const SERVICES = [1, 2]
const ROUNDS = 10
const BACKUPS = 5

const newFolder = temporaryFolders()

/** The token that came with an acknowledged user still authenticates that user. */
async function assertLetsIn(url: string, { email, api_token: token }: Acknowledged) {
  const { status, body } = await ask(`${url}/api/me`, { token })
  assert.equal(status, 200)
  assert.equal(body.data.user.username, email.split('@')[0])
}

describe('An acknowledged write', { concurrency: 2 }, () => {
  const killed = `survives a kill under a stream of writes, ${ROUNDS} times`
  for (const service of SERVICES) it(`${killed} (service ${service})`, () => killAndLook())

  async function killAndLook() {
    const cwd = newFolder()
    const all: Acknowledged[] = []
    let service = await serveIn(cwd, ADMINISTRATOR)
    const token = await signInAt(service.url)
    for (let round = 1; round <= ROUNDS; round++) {
      const name = `round-${round}`
      const { acknowledged, ended, more } = startWriters(service.url, token, { clients: 4, name })
      await more(5 + Math.floor(draw() * 40))
      service.child.kill('SIGKILL')
      await Promise.all([ended, service.ended])
      all.push(...acknowledged)

      service = await serveIn(cwd, ADMINISTRATOR)
      assertHolds(join(cwd, DATABASE), all)
      await assertLetsIn(service.url, acknowledged.at(-1) as Acknowledged)
    }
    const { body } = await ask(`${service.url}/api/users`, { token })
    assert.ok(body.data.list.total > all.length)
    assert.equal((await service.end('SIGTERM')).code, 0)
    assertHolds(join(cwd, DATABASE), all)
  }

  it('keeps its Idempotency-Key: a retry after a kill gets the same response', async () => {
    const cwd = newFolder()
    const service = await serveIn(cwd, ADMINISTRATOR)
    const token = await signInAt(service.url)
    const request = {
      token,
      json: { email: 'once@example.com', first_name: 'Once' },
      headers: { 'idempotency-key': 'before-the-kill' },
    }
    const first = await ask(`${service.url}/api/users`, request)
    assert.equal(first.status, 201)
    await service.end('SIGKILL')
    const restarted = await serveIn(cwd, ADMINISTRATOR)
    const again = await ask(`${restarted.url}/api/users`, request)
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    await restarted.end('SIGTERM')
  })

  it('is in a backup made during writes if it was answered before, and a service starts from that backup', async () => {
    const cwd = newFolder()
    const service = await serveIn(cwd, ADMINISTRATOR)
    const token = await signInAt(service.url)
    const { acknowledged, stop, more } = startWriters(service.url, token, { clients: 4, name: 'user' })
    let before: Acknowledged[] = []
    for (let backup = 1; backup <= BACKUPS; backup++) {
      await more(20)
      before = [...acknowledged]
      // In this process: it starts at once, while the latest writes are still in the log.
      const { code, err } = await runHere(cwd, ['backup', `copy-${backup}.db`])
      assert.equal(code, 0, err)
      assertHolds(join(cwd, `copy-${backup}.db`), before)
    }
    before = [...acknowledged]
    const { code, err } = await launch(['backup', 'copy.db'], { cwd }).ended
    assert.equal(code, 0, err)
    assert.ok(acknowledged.length > before.length, 'writes continued meanwhile')
    assertHolds(join(cwd, 'copy.db'), before)
    await stop()
    await service.end('SIGTERM')

    const elsewhere = newFolder()
    mkdirSync(join(elsewhere, 'data'))
    copyFileSync(join(cwd, 'copy.db'), join(elsewhere, DATABASE))
    const restored = await serveIn(elsewhere)
    assert.doesNotMatch(restored.said.out, /setup#/)
    await assertLetsIn(restored.url, before.at(-1) as Acknowledged)
    const after = startWriters(restored.url, token, { clients: 1, name: 'later' })
    await after.more(5)
    await after.stop()
    await restored.end('SIGTERM')
    assertHolds(join(elsewhere, DATABASE), [...before, ...after.acknowledged])
  })

  it('is in a backup of the files that a killed process left', async () => {
    const cwd = newFolder()
    const service = await serveIn(cwd, ADMINISTRATOR)
    const token = await signInAt(service.url)
    const { acknowledged, ended, more } = startWriters(service.url, token, { clients: 4, name: 'user' })
    await more(30)
    await Promise.all([service.end('SIGKILL'), ended])
    const { code, err } = await launch(['backup', 'copy.db'], { cwd }).ended
    assert.equal(code, 0, err)
    assertHolds(join(cwd, 'copy.db'), acknowledged)
    rmSync(join(cwd, 'data'), { recursive: true })
    assertHolds(join(cwd, 'copy.db'), acknowledged)
  })
})
