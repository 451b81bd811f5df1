// Engines: SQLite
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, mock } from 'node:test'
import { OpenFiles } from '../../../server/db/sqlite/open-files.ts'
import { using } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { ADMINISTRATOR, ask, signInAt } from '../../support/http.ts'
import { allServe, DATABASE, logged, runHere, serveIn, temporaryFolders } from '../../support/process.ts'
import { type Acknowledged, assertHolds } from '../../support/writers.ts'

const newFolder = temporaryFolders()

async function start(env: Record<string, string> = {}) {
  const cwd = newFolder()
  const service = await serveIn(cwd, { ...ADMINISTRATOR, ...env })
  if (env.WORKERS) await allServe(service, Number(env.WORKERS))
  const token = await signInAt(service.url)
  let created = 0
  return {
    cwd,
    service,
    token,
    file: (suffix = '') => join(cwd, DATABASE + suffix),
    create: () => {
      created += 1
      return ask(`${service.url}/api/users`, {
        token,
        json: { email: `${created}@example.com`, first_name: 'A' },
      })
    },
    list: async () => (await ask(`${service.url}/api/users`, { token })).status,
    ready: async () => (await ask(`${service.url}/readyz`)).status,
    healthy: async () => (await ask(`${service.url}/healthz`)).status,
  }
}

/** Moves the log into the database file, as the service does after a while. */
const fillFile = (file: string) => using(file, (database) => database.exec('pragma wal_checkpoint(passive)'))

/** What happens to a file while the service has it open. */
const FATES = {
  deleted: (file: string) => rmSync(file),
  'replaced by a copy': (file: string) => {
    copyFileSync(file, `${file}.copy`)
    renameSync(`${file}.copy`, file)
  },
}

describe('A database file replaced during operation', () => {
  for (const suffix of ['', '-wal', '-shm']) {
    for (const [fate, damage] of Object.entries(FATES)) {
      it(`${suffix || 'the database itself'}, ${fate}: stops all further writes, and /readyz reports it`, async () => {
        const { service, file, create, list, ready, healthy } = await start()
        assert.equal((await create()).status, 201)
        assert.equal(await ready(), 200)
        damage(file(suffix))
        for (let times = 0; times < 3; times++) {
          const { status, body } = await create()
          assert.deepEqual([status, body.code], [503, 'database_unavailable'])
        }
        assert.equal(await ready(), 503)
        assert.deepEqual([await healthy(), await list()], [200, 200])
        assert.equal((await service.end('SIGTERM')).code, 0)
      })
    }
  }

  it('is noticed without any request', async () => {
    const { service, file } = await start()
    rmSync(file('-wal'))
    const told = await eventually(
      () => logged(service.said.out).find(({ msg }) => /cannot be written/.test(msg)) ?? false,
    )
    assert.match(told.err.message, /rolecall\.db-wal was deleted or replaced/)
    const { out } = await service.end('SIGTERM')
    assert.equal(out.match(/cannot be written/g)?.length, 1)
  })

  it('is noticed within a second', () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    mock.timers.enable({ apis: ['setInterval'] })
    const faults: unknown[] = []
    const files = new OpenFiles(file, { onChange: (fault) => faults.push(fault) })
    try {
      rmSync(file)
      mock.timers.tick(1000)
      assert.equal(faults.length, 1)
    } finally {
      files.close()
      mock.timers.reset()
    }
  })

  it('is accepted again when it gets its name back', async () => {
    const { service, file, create, ready } = await start()
    assert.equal((await create()).status, 201)
    renameSync(file(), file('.away'))
    assert.equal((await create()).status, 503)
    assert.equal(await ready(), 503)
    renameSync(file('.away'), file())
    assert.equal(await ready(), 200)
    assert.equal((await create()).status, 201)
    await service.end('SIGTERM')
  })

  it('is written at the stop, with every acknowledged write, if it was the write-ahead log', async () => {
    const { cwd, service, token, file } = await start()
    const kept: Acknowledged[] = []
    const write = async (client: number) => {
      for (let number = 0; ; number++) {
        const user = { email: `${client}-${number}@example.com`, api_token: randomBytes(30).toString('hex') }
        const json = { ...user, first_name: 'A' }
        const { status } = await ask(`${service.url}/api/users`, { token, json })
        if (status !== 201) return status
        kept.push(user)
        if (kept.length === 40) rmSync(file('-wal'))
      }
    }
    assert.deepEqual(await Promise.all([1, 2, 3, 4].map(write)), [503, 503, 503, 503])
    assert.equal((await service.end('SIGTERM')).code, 0)
    assertHolds(file(), kept)
    const restarted = await serveIn(cwd, ADMINISTRATOR)
    assert.equal((await ask(`${restarted.url}/readyz`)).status, 200)
    await restarted.end('SIGTERM')
  })

  for (const [what, length] of [
    ['a longer one', 4_000_000],
    ['a shorter one', 20_000],
  ] as const) {
    it(`the database itself, overwritten by ${what}: stops all further writes, and the new file stays as it is`, async () => {
      const { cwd, service, file, create, ready, healthy } = await start()
      fillFile(file())
      assert.equal((await create()).status, 201)
      const other = join(cwd, 'other.db')
      using(other, (database) =>
        database.exec(`create table other (value); insert into other values (zeroblob(${length}))`),
      )
      copyFileSync(other, file())
      for (let times = 0; times < 3; times++) {
        const { status, body } = await create()
        assert.deepEqual([status, body.code], [503, 'database_unavailable'])
      }
      assert.deepEqual([await ready(), await healthy()], [503, 200])
      // The log is written in the background.
      const told = await eventually(
        () => logged(service.said.out).find(({ msg }) => /cannot be written/.test(msg)) ?? false,
      )
      assert.match(
        told.err.message,
        /rolecall\.db was overwritten while the service has it open\. Stop the service/,
      )
      assert.equal((await service.end('SIGTERM')).code, 0)
      assert.ok(readFileSync(file()).equals(readFileSync(other)))
      assert.ok(existsSync(file('-wal.overwritten')))
      assert.ok(!existsSync(file('-wal')))
    })
  }

  it('is used by the next start if it is a backup that was copied too early', async () => {
    const { cwd, service, token, file, create } = await start()
    const env = { DATABASE_URL: `sqlite:${file()}` }
    const backup = join(cwd, 'backup.db')
    assert.equal((await runHere(cwd, ['backup', backup], env)).code, 0)
    const many = Array.from({ length: 400 }, (_, number) => ({
      email: `many${number}@example.com`,
      first_name: 'A',
      meta: { note: 'x'.repeat(2000) },
    }))
    assert.equal((await ask(`${service.url}/api/users`, { token, json: many })).status, 201)
    fillFile(file())
    assert.equal((await create()).status, 201)
    copyFileSync(backup, file())
    assert.equal((await create()).status, 503)
    await service.end('SIGTERM')
    const restarted = await serveIn(cwd, ADMINISTRATOR)
    const { body } = await ask(`${restarted.url}/api/users`, { token: await signInAt(restarted.url) })
    assert.equal(body.data.list.total, 1)
    await restarted.end('SIGTERM')
    using(file(), (database) =>
      assert.deepEqual({ ...database.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' }),
    )
  })

  it('is noticed by each of several workers', async () => {
    const { service, file, create, ready } = await start({ WORKERS: '2' })
    assert.equal((await create()).status, 201)
    rmSync(file())
    for (let times = 0; times < 6; times++) assert.equal((await create()).status, 503)
    for (let times = 0; times < 6; times++) assert.equal(await ready(), 503)
    assert.equal(existsSync(file()), false)
    await eventually(
      () => logged(service.said.out).filter(({ msg }) => /cannot be written/.test(msg)).length === 2,
    )
    await service.end('SIGTERM')
  })
})
