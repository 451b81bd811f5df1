// Engines: SQLite
// Process: its own
import assert from 'node:assert/strict'
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { rowsOf } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { ADMINISTRATOR, ask, signInAt } from '../../support/http.ts'
import { DATABASE, serveIn, temporaryFolders } from '../../support/process.ts'

const SCRIPT = join(import.meta.dirname, '../../support/faulty-disk.ts')
const MANY = 20

const newFolder = temporaryFolders()

async function start() {
  const cwd = newFolder()
  const service = await serveIn(cwd, ADMINISTRATOR, SCRIPT)
  const token = await signInAt(service.url)
  const create = (number: number) =>
    ask(`${service.url}/api/users`, { token, json: { email: `${number}@example.com`, first_name: 'A' } })
  const list = async () => (await ask(`${service.url}/api/users`, { token })).status
  const disk = (what: 'wait' | 'fail') => ({
    begins: () => writeFileSync(join(cwd, what), ''),
    ends: () => rmSync(join(cwd, what)),
  })
  const flushes = () => (existsSync(join(cwd, 'flushes')) ? statSync(join(cwd, 'flushes')).size : 0)
  /** Waits until so many are in the log, where other connections read them; they all wait for the disk then. */
  const committed = (count: number) =>
    eventually(() => rowsOf(join(cwd, DATABASE), 'select id from users').length === 1 + count)
  return { cwd, service, create, list, disk, flushes, committed }
}

describe('A write on SQLite', () => {
  it('is answered once it is on disk; meanwhile other writes share a flush, and reads are answered', async () => {
    const { service, create, list, disk, flushes, committed } = await start()
    const answered: number[] = []
    const createAndRecord = (number: number) => create(number).then(({ status }) => answered.push(status))
    const before = flushes()
    disk('wait').begins()
    const first = createAndRecord(0)
    await eventually(() => flushes() > before)
    const others = Array.from({ length: MANY }, (_, index) => createAndRecord(1 + index))
    await committed(1 + MANY)
    assert.equal(await list(), 200)
    assert.deepEqual(answered, [])
    disk('wait').ends()
    await Promise.all([first, ...others])
    assert.deepEqual(answered, Array(1 + MANY).fill(201))
    // One flush for the first, one for all that came meanwhile; the service's own writes may add another.
    assert.ok(flushes() - before <= 3, `${flushes() - before} flushes`)
    await service.end('SIGTERM')
  })

  it('is refused once that is on disk which it conflicts with', async () => {
    const { service, create, disk, committed } = await start()
    const answered: number[] = []
    const createAndRecord = (number: number) => create(number).then(({ status }) => answered.push(status))
    disk('wait').begins()
    const first = createAndRecord(1)
    await committed(1)
    const second = createAndRecord(1)
    const third = createAndRecord(2)
    await committed(2)
    assert.deepEqual(answered, [])
    disk('wait').ends()
    await Promise.all([first, second, third])
    assert.deepEqual(answered.sort(), [201, 201, 409])
    await service.end('SIGTERM')
  })

  it('is refused after a disk failure until the service restarts', async () => {
    const { cwd, service, create, list, disk, committed } = await start()
    disk('wait').begins()
    const waiting = Array.from({ length: MANY }, (_, index) => create(10 + index))
    await committed(MANY)
    disk('fail').begins()
    disk('wait').ends()
    for (const { status, body } of await Promise.all(waiting))
      assert.deepEqual([status, body.code], [503, 'database_unavailable'])
    disk('fail').ends()
    assert.equal((await create(2)).status, 503)
    assert.equal((await ask(`${service.url}/readyz`)).status, 503)
    assert.equal(await list(), 200)
    const { out } = await service.end('SIGTERM')
    assert.match(out, /The log was not brought to the disk: EIO/)
    const restarted = await serveIn(cwd, {}, SCRIPT)
    const token = await signInAt(restarted.url)
    const json = { email: '3@example.com', first_name: 'A' }
    assert.equal((await ask(`${restarted.url}/api/users`, { token, json })).status, 201)
    await restarted.end('SIGTERM')
  })
})
