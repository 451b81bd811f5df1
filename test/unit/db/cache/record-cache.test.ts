// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRecordCache } from '../../../../server/db/cache/record-cache.ts'
import { StoredRecord } from '../../../../server/db/cache/stored-record.ts'
import { type ChangeRow, Changes } from '../../../../server/db/changes/changes.ts'

const user = (id: number, name = `User ${id}`) =>
  new StoredRecord({ id }, { id, name, email: 'x@example.com' }, ['email'])
const change = (table: string, record: number | null): ChangeRow => ({ table, record, rights: null })

function newCache() {
  const changes = new Changes()
  /** The cache for one request. */
  const current = createRecordCache(changes)
  const keep = (...records: StoredRecord[]) => current().load('users', async () => records)
  return { changes, current, cache: current(), keep }
}

describe('the cache of records', () => {
  it('keeps records until a change of them is reported', async () => {
    const { changes, cache, keep } = newCache()
    await keep(user(1), user(2))
    changes.noteRows([change('users', 1), change('roles', 2)])
    assert.equal(cache.record('users', 1), undefined)
    assert.equal(cache.record('users', 2)?.row.id, 2)
  })

  it('drops all records of a table when several may have changed, and everything when anything may have', async () => {
    const { changes, cache, keep } = newCache()
    await keep(user(1))
    await cache.load('roles', async () => [user(1)])
    changes.noteRows([change('users', null)])
    assert.equal(cache.record('users', 1), undefined)
    assert.ok(cache.record('roles', 1))
    changes.noteAll()
    assert.equal(cache.record('roles', 1), undefined)
  })

  for (const [what, row, isKept] of [
    ['the record', change('users', 1), false],
    ['several records of its table', change('users', null), false],
    ['anything', undefined, false],
    ['another record', change('users', 2), true],
    ['a record of another table', change('roles', 1), true],
  ] as const) {
    it(`${isKept ? 'keeps' : 'does not keep'} a record if ${what} changes while it is read`, async () => {
      const { changes, cache } = newCache()
      const { promise, resolve } = Promise.withResolvers<StoredRecord[]>()
      const loading = cache.load('users', () => promise)
      if (row) changes.noteRows([row])
      else changes.noteAll()
      resolve([user(1, 'before the change')])
      assert.equal((await loading).length, 1)
      assert.equal(cache.record('users', 1) !== undefined, isKept)
    })
  }

  it('shares a read among concurrent callers, and reads anew for another version', async () => {
    const { changes, current } = newCache()
    let reads = 0
    const read = async () => ++reads
    const count = (cache = current()) => cache.cached('count', cache.version('users'), read)
    const all = (cache = current()) => cache.cached('all', cache.version(undefined), read)
    assert.deepEqual(await Promise.all([count(), count()]), [1, 1])
    changes.noteRows([change('roles', 1)])
    assert.equal(await count(), 1)
    assert.equal(await all(), 2)
    changes.noteRows([change('users', 1)])
    assert.equal(await count(), 3)
    assert.equal(await all(), 4)
  })

  it('keeps what a request reads for the version at its first read, and nothing in place of a later one', async () => {
    const { changes, current } = newCache()
    const [early, late] = [current(), current()]
    const version = early.version('users')
    changes.noteRows([change('users', 1)])
    assert.equal(early.version('users'), version)
    assert.ok(late.version('users') > version)
    const list = (cache: typeof late, value: string) =>
      cache.cached('list', cache.version('users'), async () => value)
    assert.equal(await list(late, 'after'), 'after')
    assert.equal(await list(early, 'before'), 'before')
    assert.equal(await list(current(), 'again'), 'after')
  })

  it('reads a value again once its time has come, and when the clock is set back', async () => {
    const { cache } = newCache()
    let reads = 0
    const read = async () => ({ reads: ++reads, until: '12:00' })
    const at = (time: string) => cache.cachedUntil('ending', 0, () => time, read)
    const times = ['10:00', '11:59', '12:00', '12:01', '09:00', '10:00']
    const found: number[] = []
    for (const time of times) found.push((await at(time)).reads)
    assert.deepEqual(found, [1, 1, 2, 3, 4, 4])
  })

  it('does not keep the result of a read that fails', async () => {
    const { cache } = newCache()
    const failing = () => Promise.reject(new Error('no'))
    await assert.rejects(cache.cached('count', 0, failing))
    assert.equal(await cache.cached('count', 0, async () => 1), 1)
  })

  it('reads all missing values of many keys at once', async () => {
    const { cache } = newCache()
    await cache.cached('b', 0, async () => 'known')
    const asked: number[][] = []
    const read = async (positions: readonly number[]) => {
      asked.push([...positions])
      return positions.map((position) => `read ${position}`)
    }
    assert.deepEqual(await cache.cachedEach(['a', 'b', 'c'], 0, read), ['read 0', 'known', 'read 2'])
    assert.deepEqual(await cache.cachedEach(['a', 'b', 'c'], 0, read), ['read 0', 'known', 'read 2'])
    assert.deepEqual(asked, [[0, 2]])
  })

  it('has all values of many keys, even if adding one of them drops another', async () => {
    const { cache } = newCache()
    const keys = Array.from({ length: 1000 }, (_, index) => `count ${index}`)
    const read = async (positions: readonly number[]) => positions.map((position) => position)
    await cache.cachedEach(keys.slice(0, 60), 0, read)
    // Fills the cache, so that each new key drops the oldest.
    const long = 'x'.repeat(15_000)
    for (let list = 0; list < 1200; list++) {
      await cache.cached(`${long}${list}`, 0, async () => list)
      const values = list % 100 === 0 ? await cache.cachedEach(keys, 0, read) : keys.map((_, index) => index)
      assert.deepEqual(values, [...keys.keys()])
    }
  })

  it('stays within its limit, counted in bytes', async () => {
    const { cache, keep } = newCache()
    const long = 'x'.repeat(100_000)
    // Each has two texts: 400 of them are 80 MB.
    for (let id = 1; id <= 400; id++) await keep(user(id, long))
    const kept = Array.from({ length: 400 }, (_, index) => cache.record('users', index + 1)).filter(Boolean)
    assert.ok(kept.length > 100 && kept.length < 170, String(kept.length))
    assert.ok(cache.record('users', 400))
  })
})

describe('a stored record', () => {
  it('has a text without contact details', () => {
    const record = user(1)
    assert.equal(record.text, '{"id":1,"name":"User 1","email":"x@example.com"')
    assert.equal(record.masked, '{"id":1,"name":"User 1"')
  })

  it('counts two bytes for each character beyond Latin-1', () => {
    const [latin, cyrillic] = [user(1, 'a'.repeat(1000)), user(1, 'ж'.repeat(1000))]
    assert.ok(cyrillic.bytes - latin.bytes >= 2000)
  })
})
