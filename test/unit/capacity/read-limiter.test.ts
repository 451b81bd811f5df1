// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import { Reservation } from '../../../server/capacity/answer-budget.ts'
import { IterationQueue } from '../../../server/capacity/iteration-queue.ts'
import { LONG_READS, READS, ReadLimiter, ReadSlot } from '../../../server/capacity/read-limiter.ts'
import { MB, ResponseMemory } from '../../../server/capacity/response-memory.ts'
import { HASHES } from '../../../server/credentials/hashing-queue.ts'
import { LONG_READS_AT_ONCE } from '../../../server/db/postgres/engine.ts'
import { LOAD_LIMITS } from '../../../server/http/server/overload.ts'

const SLOTS = READS.slots

/** A limiter with a clock of its own, and the outcomes in order. */
function fullLimiter(by: number | null = 1) {
  let now = 0
  const limiter = new ReadLimiter({ ...READS, clock: () => now })
  for (let i = 0; i < SLOTS; i++) assert.equal(limiter.enter(by), undefined)
  const outcomes: string[] = []
  const enter = (caller: number | null, name: string) => {
    limiter.enter(caller)?.then(
      () => outcomes.push(name),
      ({ code }) => outcomes.push(`${name} ${code}`),
    )
  }
  /** Ends reads, one after another. */
  const leave = async (count: number, ms = 0) => {
    for (let i = 0; i < count; i++) {
      now += ms
      limiter.leave()
      await immediate()
    }
  }
  return { limiter, enter, leave, outcomes }
}

describe('The read limiter', () => {
  it('serves the requests of one caller in FIFO order', async () => {
    const { limiter, enter, leave, outcomes } = fullLimiter()
    for (const name of 'abc') enter(1, name)
    await leave(SLOTS + 3)
    assert.deepEqual(outcomes, ['a', 'b', 'c'])
    for (let i = 0; i < SLOTS; i++) assert.equal(limiter.enter(1), undefined)
    assert.ok(limiter.enter(1), 'and no more than before')
  })

  it('serves callers in turn, however many requests of one caller wait', async () => {
    const { enter, leave, outcomes } = fullLimiter()
    for (let i = 0; i < 100; i++) enter(1, `many ${i}`)
    enter(2, 'a user')
    enter(null, 'nobody known')
    await leave(3)
    assert.deepEqual(outcomes, ['many 0', 'a user', 'nobody known'])
  })

  it('refuses nothing behind a single slow read', async () => {
    const { enter, leave, outcomes } = fullLimiter()
    for (const name of 'abc') enter(1, name)
    await leave(1, 5000)
    await leave(2, 100)
    assert.deepEqual(outcomes, ['a', 'b', 'c'])
  })

  it('serves the newest and refuses late requests of a caller who sends more than can be read', async () => {
    const { enter, leave, outcomes } = fullLimiter()
    for (let i = 0; i < 30; i++) enter(1, `many ${i}`)
    // Late from the eleventh on, and late for a second from the twenty-first on.
    await leave(20, 100)
    enter(1, 'later')
    enter(2, 'a user')
    await leave(3, 100)
    assert.deepEqual(
      outcomes.slice(0, 20),
      Array.from({ length: 20 }, (_, i) => `many ${i}`),
    )
    assert.deepEqual(outcomes.slice(20), [
      ...Array.from({ length: 10 }, (_, i) => `many ${i + 20} overloaded`),
      'later',
      'a user',
    ])
  })

  it('refuses the newest requests of the caller with the longest queue if it is full, and serves others', async () => {
    const limiter = new ReadLimiter({ ...LONG_READS, slots: 1 })
    assert.equal(limiter.enter(1), undefined)
    const waiting = Array.from({ length: LONG_READS.maxQueued }, () => limiter.enter(1))
    assert.throws(() => limiter.enter(1), { code: 'overloaded' })
    const isServed = new Set<number>()
    const refused = [2, 3].map((caller, index) => {
      limiter.enter(caller)?.then(() => isServed.add(caller))
      return assert.rejects(waiting.at(-1 - index) as Promise<void>, { code: 'overloaded' })
    })
    await Promise.all(refused)
    for (let i = 0; i < 3; i++) limiter.leave()
    await Promise.all([waiting[0], immediate()])
    assert.deepEqual(isServed, new Set([2, 3]))
  })

  it('leaves room for the requests of others at the limit of all that are carried out', () => {
    const reads = READS.slots + READS.maxQueued + LONG_READS_AT_ONCE + LONG_READS.maxQueued
    const hashes = HASHES.slots + HASHES.maxQueued
    assert.ok(reads + hashes < LOAD_LIMITS.inFlight, `${reads} + ${hashes}`)
  })

  it('does not count requests whose clients have gone', async () => {
    const limiter = new ReadLimiter({ ...LONG_READS, slots: 1 })
    assert.equal(limiter.enter(1), undefined)
    let isGone = false
    const waiting = Array.from({ length: LONG_READS.maxQueued }, () => limiter.enter(1, () => isGone))
    isGone = true
    const served = limiter.enter(1)
    for (const { status } of await Promise.allSettled(waiting)) assert.equal(status, 'rejected')
    limiter.leave()
    await served
  })

  it('returns the reserved memory of a request that finds no read slot afterwards', async () => {
    let now = 0
    const limiter = new ReadLimiter({ ...READS, overloadAfter: 0, clock: () => now })
    const memory = new ResponseMemory()
    const share = { caller: 1, isWrite: false }
    const filler = { caller: 2, isWrite: false }
    await memory.take(64 * MB, filler)
    const reservation = new Reservation(
      {
        memory,
        reads: limiter,
        longReads: new ReadLimiter({ ...LONG_READS, slots: 1 }),
        slices: new IterationQueue(),
      },
      share,
    )
    await reservation.readSlot.enter()
    const becoming = assert.rejects(reservation.becomeLarge(), { code: 'overloaded' })
    for (let i = 0; i < SLOTS; i++) assert.equal(limiter.enter(2), undefined)
    memory.give(64 * MB, filler)
    await immediate()
    now += 2000
    limiter.leave()
    await becoming
    reservation.shrinkTo(0)
    assert.equal(memory.take(64 * MB, filler), undefined)
  })
})

describe('The slot of a request', () => {
  const limiters = () => ({
    reads: new ReadLimiter({ ...READS, slots: 1 }),
    longReads: new ReadLimiter({ ...LONG_READS, slots: 1 }),
  })

  it('is for the next reader while the request waits for its long read, and while that runs', async () => {
    const both = limiters()
    const [first, second] = [new ReadSlot(both, 1), new ReadSlot(both, 1)]
    for (const slot of [first, second]) {
      await slot.enter()
      void slot.becomeLong()
    }
    await immediate()
    assert.equal(both.reads.enter(2), undefined)
    both.reads.leave()
    assert.ok(both.longReads.enter(2), 'the first one has it')
    first.end()
    second.end()
  })

  it('is for long reads in turn with other callers', async () => {
    const both = limiters()
    const order: string[] = []
    const read = async (caller: number, name: string) => {
      const slot = new ReadSlot(both, caller)
      await slot.becomeLong()
      await slot.becomeLong()
      order.push(name)
      await immediate()
      slot.end()
    }
    const many = Array.from({ length: 5 }, (_, number) => read(1, `many ${number}`))
    await Promise.all([...many, read(2, 'one')])
    assert.deepEqual(order, ['many 0', 'many 1', 'one', 'many 2', 'many 3', 'many 4'])
  })

  it('is none during a transaction, nor afterwards', async () => {
    const both = limiters()
    const slot = new ReadSlot(both, 1)
    await slot.becomeLong()
    assert.ok(slot.needsAuthorityCheck)
    slot.endLongReads()
    assert.ok(!slot.needsAuthorityCheck, 'the transaction asks')
    assert.equal(both.longReads.enter(2), undefined)
    await slot.becomeLong()
    slot.end()
    assert.ok(both.longReads.enter(2), 'it gave back nothing twice')
  })

  it('is given back after a long read, and waited for again by the next one', async () => {
    const both = limiters()
    const slot = new ReadSlot(both, 1)
    await slot.becomeLong()
    slot.leaveLongRead()
    assert.ok(slot.needsAuthorityCheck)
    assert.equal(both.longReads.enter(2), undefined)
    let isLong = false
    const becoming = slot.becomeLong().then(() => {
      isLong = true
    })
    await immediate()
    assert.ok(!isLong)
    both.longReads.leave()
    await becoming
    slot.end()
    assert.equal(both.longReads.enter(2), undefined)
  })

  it('is given back if it comes after the end of the request', async () => {
    const both = limiters()
    assert.equal(both.longReads.enter(2), undefined)
    const slot = new ReadSlot(both, 1)
    await slot.enter()
    const becoming = slot.becomeLong()
    slot.end()
    both.longReads.leave()
    await becoming
    for (const limiter of [both.reads, both.longReads]) assert.equal(limiter.enter(2), undefined)
  })

  it('stays with a request that holds the memory of a large response', async () => {
    const both = limiters()
    const shared = { ...both, memory: new ResponseMemory(), slices: new IterationQueue() }
    const reservation = new Reservation(shared, { caller: 1, isWrite: false })
    await reservation.readSlot.enter()
    await reservation.becomeLarge()
    await reservation.beginLongRead(() => false)
    assert.ok(reservation.readSlot.needsAuthorityCheck)
    assert.ok(both.reads.enter(2))
    assert.equal(both.longReads.enter(2), undefined)
  })

  it('is not used by a request whose client has gone while it waited', async () => {
    const both = limiters()
    assert.equal(both.longReads.enter(2), undefined)
    const shared = { ...both, memory: new ResponseMemory(), slices: new IterationQueue() }
    const reservation = new Reservation(shared, { caller: 1, isWrite: false })
    let isGone = false
    const beginning = assert.rejects(
      reservation.beginLongRead(() => isGone),
      { code: 'client_gone' },
    )
    isGone = true
    both.longReads.leave()
    await beginning
    reservation.readSlot.end()
    assert.equal(both.longReads.enter(2), undefined)
  })

  it('is refused after five seconds of waiting, although no slot was left meanwhile', async () => {
    let now = 0
    const longReads = new ReadLimiter({ ...LONG_READS, slots: 1, clock: () => now })
    assert.equal(longReads.enter(1), undefined)
    const late = new ReadSlot({ ...limiters(), longReads }, 2)
    const refused = assert.rejects(late.becomeLong(), { code: 'overloaded' })
    now = LONG_READS.lateAfter + 1
    await refused
    longReads.leave()
    assert.equal(longReads.enter(3), undefined)
  })
})
