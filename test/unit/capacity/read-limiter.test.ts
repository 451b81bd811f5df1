// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import { Reservation } from '../../../server/capacity/answer-budget.ts'
import { IterationQueue } from '../../../server/capacity/iteration-queue.ts'
import { LONG_READS, ReadLimiter, ReadSlot } from '../../../server/capacity/read-limiter.ts'
import { MB, ResponseMemory } from '../../../server/capacity/response-memory.ts'

const SLOTS = 10

/** A limiter with a clock of its own, and the outcomes in order. */
function fullLimiter(by: number | null = 1) {
  let now = 0
  const limiter = new ReadLimiter({ slots: SLOTS, lateAfter: 1000, overloadAfter: 1000, clock: () => now })
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

  it('lends the slot of a request during its long read, and returns it even if others have taken it', async () => {
    const { limiter, outcomes, enter, leave } = fullLimiter(2)
    const longReads = new ReadLimiter({ ...LONG_READS, slots: 1 })
    limiter.leave()
    const slot = new ReadSlot({ reads: limiter, longReads }, 1)
    await slot.enter()
    const read = Promise.withResolvers<string>()
    const reading = slot.readLong(() => read.promise)
    enter(2, 'beside it')
    await immediate()
    enter(2, 'another')
    read.resolve('rows')
    assert.equal(await reading, 'rows')
    // One read more than there are slots: the next one begins when two have ended.
    await leave(1)
    assert.deepEqual(outcomes, [])
    await leave(1)
    assert.deepEqual(outcomes, ['another'])
  })

  it('runs long reads in turn with those of other callers, also beyond one that fails', async () => {
    const reads = new ReadLimiter({ ...LONG_READS, slots: SLOTS })
    const longReads = new ReadLimiter({ ...LONG_READS, slots: 1 })
    const order: string[] = []
    const readLong = (caller: number, name: string) =>
      new ReadSlot({ reads, longReads }, caller).readLong(async () => {
        order.push(name)
        await immediate()
        throw new Error(name)
      })
    const all = [
      ...Array.from({ length: 5 }, (_, number) => readLong(1, `many ${number}`)),
      readLong(2, 'one'),
    ]
    for (const { status } of await Promise.allSettled(all)) assert.equal(status, 'rejected')
    assert.deepEqual(order, ['many 0', 'many 1', 'one', 'many 2', 'many 3', 'many 4'])
  })

  it('returns the reserved memory of a request that finds no read slot afterwards', async () => {
    let now = 0
    const limiter = new ReadLimiter({ slots: SLOTS, lateAfter: 1000, overloadAfter: 0, clock: () => now })
    const memory = new ResponseMemory()
    const share = { caller: 1, isWrite: false }
    const filler = { caller: 2, isWrite: false }
    await memory.take(64 * MB, filler)
    const reservation = new Reservation(
      { memory, reads: limiter, longReads: new ReadLimiter(LONG_READS), slices: new IterationQueue() },
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
