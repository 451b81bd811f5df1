// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { notesIn } from '../../../server/audit/notes-in.ts'
import { createNumbering } from '../../../server/audit/numbers.ts'
import { sealingJobs } from '../../../server/audit/sealer.ts'
import { makeSealingKey, readSealingKey } from '../../../server/audit/sealing-key.ts'
import { decodeKey } from '../../../server/audit/signed-note.ts'
import { verifyTrail } from '../../../server/audit/verify.ts'
import type { Job } from '../../../server/jobs/job.ts'
import { systemContext } from '../../../server/prepare.ts'
import { eventually } from '../../support/eventually.ts'
import { launch, temporaryFolder } from '../../support/process.ts'
import { seededRandom } from '../../support/seeds.ts'
import { type Service, startService } from '../../support/service.ts'

const LOG = 'accounts.example.com/audit'
const LEASE_MS = 30_000
const KILLS = 10

const folder = temporaryFolder()
after(folder.remove)
const { file: keyFile, publicKey } = makeSealingKey(LOG)

const leavesOf = async ({ connection: { db } }: Service): Promise<number> => {
  const leaves = db.selectFrom('audit_leaves').select((eb) => eb.fn.countAll<number>().as('count'))
  return Number((await leaves.executeTakeFirstOrThrow()).count)
}

describe('of two processes that seal', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const file = join(folder.path, 'of-two')
  /** What a process does at intervals. */
  function newSealer() {
    const { connection, clock } = service
    const jobs = sealingJobs(
      { ...systemContext(connection), now: () => clock.now() },
      { key: readSealingKey(keyFile), shipping: { file }, flushed: connection.flushed },
    )
    return async (signal = new AbortController().signal) => {
      for (const { run } of jobs) await run(signal)
    }
  }

  async function write(): Promise<void> {
    const json = { name: `Written ${await leavesOf(service)}` }
    assert.equal((await service.call('POST', '/api/roles/create', { json })).status, 201)
    await createNumbering({ ...systemContext(service.connection), now: service.clock.now }).run()
  }

  it('one does, until its lease ends or it stops', async () => {
    const [one, other] = [newSealer(), newSealer()]
    await write()
    await one()
    const first = await leavesOf(service)
    assert.ok(first > 0)
    await write()
    await other()
    assert.equal(await leavesOf(service), first)
    await one()
    const second = await leavesOf(service)
    assert.ok(second > first)
    await write()
    service.clock.advance(LEASE_MS - 5000)
    await other()
    assert.equal(await leavesOf(service), second)
    // The first one has died.
    service.clock.advance(6000)
    await other()
    const third = await leavesOf(service)
    assert.ok(third > second)
    await write()
    await one()
    assert.equal(await leavesOf(service), third)
    await other(AbortSignal.abort())
    const fourth = await leavesOf(service)
    assert.ok(fourth > third)
    await write()
    await one()
    assert.ok((await leavesOf(service)) > fourth, 'the other one has stopped')
    service.clock.advance(61_000)
    await one()
    const notes = notesIn(readFileSync(file, 'utf8'))
    const { fault } = await verifyTrail(service.connection.db, { exported: notes, key: decodeKey(publicKey) })
    assert.equal(fault, undefined)
  })
})

describe('A process that seals', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  it(`may be killed ${KILLS} times at any moment: the next one goes on, and the trail verifies`, async () => {
    const random = seededRandom()
    const checkpoints = join(folder.path, 'of-killed')
    const script = join(import.meta.dirname, '../../support/sealing-process.ts')
    const { databaseUrl: DATABASE_URL } = service.config
    let ahead = 0
    let written = 0
    const start = () => {
      // Past the lease of the one before, and the next checkpoint is due.
      ahead += 61_000
      const env = { DATABASE_URL, AHEAD: String(ahead), KEY: keyFile, CHECKPOINTS: checkpoints }
      return launch([], { cwd: folder.path, script, env })
    }
    const entries = async () => {
      const { db } = service.connection
      const all = db.selectFrom('audit_entries').select((eb) => eb.fn.countAll<number>().as('count'))
      return Number((await all.executeTakeFirstOrThrow()).count)
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const sealer = start()
      const before = await leavesOf(service)
      const json = Array.from({ length: 200 }, () => ({ name: `Role ${++written}` }))
      assert.equal((await service.call('POST', '/api/roles', { json })).status, 201)
      // While it numbers, seals or sends.
      await eventually(async () => (await leavesOf(service)) > before)
      await wait(random() * 30)
      sealer.child.kill('SIGKILL')
      await sealer.ended
    }
    const last = start()
    await eventually(async () => (await leavesOf(service)) === (await entries()))
    const check = async () => {
      const notes = notesIn(readFileSync(checkpoints, 'utf8'))
      return verifyTrail(service.connection.db, { exported: notes, key: decodeKey(publicKey) })
    }
    const isAllCovered = async () => {
      const { fault, covered, entries } = await check()
      assert.equal(fault, undefined)
      return covered === entries
    }
    try {
      await eventually(isAllCovered)
    } finally {
      last.child.kill('SIGKILL')
      await last.ended
    }
  })
})

describe('Checkpoints that go to an address', () => {
  let service: Service
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  it('are sent in order, as plain text, again until the address answers 2xx, and not to where it redirects', async () => {
    const received: string[] = []
    let answer: (response: ServerResponse) => void
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const part of request.setEncoding('utf8')) body += part
      const { method, headers, url } = request
      received.push(`${method} ${url} ${headers['content-type']} ${body}`)
      answer(response)
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const { connection, clock } = service
    const [seal, ship] = sealingJobs(
      { ...systemContext(connection), now: () => clock.now() },
      {
        key: readSealingKey(keyFile),
        shipping: { url: `http://127.0.0.1:${port}/notes` },
        flushed: connection.flushed,
      },
    ) as [Job, Job]
    const { signal } = new AbortController()
    const notes = async () =>
      (await connection.db
        .selectFrom('audit_checkpoints')
        .select(['note', 'is_shipped'])
        .orderBy('id')
        .execute()) as {
        note: string
        is_shipped: boolean
      }[]
    try {
      for (const name of ['One', 'Two']) {
        assert.equal((await service.call('POST', '/api/roles/create', { json: { name } })).status, 201)
        await createNumbering({ ...systemContext(connection), now: clock.now }).run()
        await seal.run(signal)
        clock.advance(61_000)
      }
      for (const refuse of [
        (response: ServerResponse) => response.writeHead(500).end(),
        (response: ServerResponse) => response.writeHead(307, { location: '/elsewhere' }).end(),
      ]) {
        answer = refuse
        await assert.rejects(() => ship.run(signal))
        assert.ok((await notes()).every(({ is_shipped: isShipped }) => !isShipped))
      }
      answer = (response) => response.writeHead(204).end()
      received.length = 0
      await ship.run(signal)
      await ship.run(signal)
      const sent = await notes()
      assert.equal(sent.length, 2)
      assert.ok(sent.every(({ is_shipped: isShipped }) => isShipped))
      assert.deepEqual(
        received,
        sent.map(({ note }) => `POST /notes text/plain; charset=utf-8 ${note}`),
      )
    } finally {
      receiver.close()
    }
  })
})
