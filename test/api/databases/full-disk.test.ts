// Engines: SQLite
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { eventually } from '../../support/eventually.ts'
import { ADMINISTRATOR, ask, signInAt } from '../../support/http.ts'
import { allServe, DATABASE, logged, serveIn, temporaryFolders } from '../../support/process.ts'

/** Mounts need root, or a user namespace in which the process is root. */
const UNSHARE = ['unshare', process.getuid?.() === 0 ? '--mount' : '--map-root-user', '--mount']
const canMount = spawnSync(UNSHARE[0] as string, [...UNSHARE.slice(1), 'true']).status === 0
const hasLimits = spawnSync('prlimit', ['--version']).status === 0

/** A command that runs another one with the folder `data` on a disk of its own, which is gone when the process ends. */
const onDiskOf = (size: string) => [
  ...UNSHARE,
  'sh',
  '-c',
  `mount -t tmpfs -o size=${size} tmpfs data && exec "$@"`,
  'sh',
]

const newFolder = temporaryFolders()

async function start({ within = [], env = {} }: { within?: string[]; env?: Record<string, string> } = {}) {
  const cwd = newFolder()
  mkdirSync(join(cwd, 'data'))
  const service = await serveIn(cwd, { ...ADMINISTRATOR, ...env }, undefined, within)
  const token = await signInAt(service.url)
  let made = 0
  return {
    cwd,
    service,
    create: () => {
      made += 1
      const json = { email: `${made}@example.com`, first_name: 'A', meta: { filling: 'x'.repeat(8000) } }
      return ask(`${service.url}/api/users`, { token, json })
    },
    count: async () => (await ask(`${service.url}/api/users`, { token })).body.data.list.total,
    ready: async () => (await ask(`${service.url}/readyz`)).status,
    healthy: async () => (await ask(`${service.url}/healthz`)).status,
  }
}

type Started = Awaited<ReturnType<typeof start>>

/**
 * Frames in the log already have their place on the disk and can be overwritten. @returns how many records were created
 * first
 */
async function assertRefusesAtLast({ create }: Started): Promise<number> {
  for (let created = 0; ; created++) {
    const { status, body, headers } = await create()
    if (status === 201) continue
    assert.deepEqual([status, body.code], [503, 'database_unavailable'])
    assert.equal(headers.get('retry-after'), '5')
    return created
  }
}

async function assertRecovers({ create, ready }: Started): Promise<void> {
  await eventually(async () => (await ready()) === 200)
  assert.equal((await create()).status, 201)
  assert.equal(await ready(), 200)
}

describe('A disk that refuses writes', () => {
  const needsMounts = { skip: canMount ? false : 'nothing can be mounted here' }

  it(
    'makes writes and /readyz return 503 while it is full; both recover when there is space',
    needsMounts,
    async () => {
      const started = await start({ within: onDiskOf('24m') })
      const { cwd, service, create, count, ready, healthy } = started
      assert.equal((await create()).status, 201)
      assert.equal(await ready(), 200)
      const ballast = join('/proc', String(service.child.pid), 'root', cwd, 'data/ballast')
      fill(ballast)
      const created = await assertRefusesAtLast(started)
      for (let times = 0; times < 3; times++) assert.equal(await ready(), 503)
      assert.deepEqual([await healthy(), await count()], [200, 2 + created])
      rmSync(ballast)
      await assertRecovers(started)
      assert.equal(await count(), 3 + created)
      assert.equal((await service.end('SIGTERM')).code, 0)
    },
  )

  it('makes each worker unready while it is full, also one that has not written', needsMounts, async () => {
    const started = await start({ within: onDiskOf('24m'), env: { WORKERS: '2' } })
    const { cwd, service, ready } = started
    await allServe(service, 2)
    const ballast = join('/proc', String(service.child.pid), 'root', cwd, 'data/ballast')
    fill(ballast)
    for (let times = 0; times < 6; times++) assert.equal(await ready(), 503)
    rmSync(ballast)
    for (let times = 0; times < 6; times++) assert.equal(await ready(), 200)
    await service.end('SIGTERM')
  })

  it('makes writes return 503 while they fail, and logs when that started and ended', {
    skip: hasLimits ? false : 'there is no prlimit',
  }, async () => {
    const started = await start()
    const { cwd, service, create, count, ready, healthy } = started
    assert.equal((await create()).status, 201)
    const limit = (bytes: number | string) =>
      execFileSync('prlimit', ['--pid', String(service.child.pid), `--fsize=${bytes}:unlimited`])
    limit(statSync(join(cwd, `${DATABASE}-wal`)).size)
    const created = await assertRefusesAtLast(started)
    for (let times = 0; times < 3; times++) assert.equal(await ready(), 503)
    assert.deepEqual([await healthy(), await count()], [200, 2 + created])
    limit('unlimited')
    await assertRecovers(started)
    const { out } = await service.end('SIGTERM')
    const events = logged(out).filter(({ msg }) => /the database can/.test(msg))
    assert.deepEqual(
      events.map(({ msg }) => msg),
      [
        'the database cannot be written; /readyz answers 503 until it can',
        'the database can be written again',
      ],
    )
    assert.equal(events[0].err.code, 'ERR_SQLITE_ERROR')
    assert.equal(events[0].err.errcode & 0xff, 10)
  })
})

/** Up to its last byte. */
function fill(file: string): void {
  writeFileSync(file, '')
  for (const size of [1_000_000, 4096]) {
    const block = Buffer.alloc(size)
    try {
      for (;;) appendFileSync(file, block)
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
    }
  }
}
