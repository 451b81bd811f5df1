// Engines: none
// Process: its own
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import { type QueueLimits, RequestQueue } from '../../../server/capacity/request-queue.ts'
import { currentIteration } from '../../../server/event-loop.ts'

/** The clock of the queue. */
let now = 0
const advance = (ms: number) => {
  now += ms
}

const PATIENT: QueueLimits = {
  immediateMs: 0,
  sliceMs: 0,
  lateAfter: 60_000,
  overloadAfter: 60_000,
  maxQueued: 1000,
  clock: () => now,
}

interface Outcome {
  id: number
  /** The number of the run, from the first request in an empty queue until the queue is empty again. */
  run: number
  turn: number
  was: 'served' | 'refused'
  first: boolean
  last: boolean
}

/** A queue whose requests take `each` ms, the waiting ids in order, and the outcomes in order. */
function queue(limits: QueueLimits, each: number) {
  const line = new RequestQueue(limits)
  const waiting: number[] = []
  const outcomes: Outcome[] = []
  let count = 0
  let run = 0
  const join = () => {
    const id = count++
    line.isOpen()
    const is = (was: Outcome['was']) => () => {
      const place = { first: waiting[0] === id, last: waiting.at(-1) === id }
      outcomes.push({ id, run, turn: currentIteration(), was, ...place })
      waiting.splice(waiting.indexOf(id), 1)
      if (was === 'served') advance(each)
    }
    if (waiting.length === 0) run += 1
    waiting.push(id)
    line.join({ run: is('served'), refuse: is('refused') })
  }
  return { line, join, waiting, outcomes }
}

describe('The request queue', () => {
  it('is open at the start of an iteration while it is empty', async () => {
    const { line, join, waiting } = queue({ ...PATIENT, immediateMs: 20 }, 0)
    await immediate()
    assert.ok(line.isOpen())
    advance(30)
    assert.ok(!line.isOpen())
    await immediate()
    assert.ok(line.isOpen())
    join()
    assert.ok(!line.isOpen())
    while (waiting.length > 0) await immediate()
    assert.ok(line.isOpen())
  })

  it('serves in FIFO order, one slice in each iteration', async () => {
    const { join, waiting, outcomes } = queue(PATIENT, 1)
    for (let i = 0; i < 50; i++) join()
    while (waiting.length > 0) await immediate()
    assert.deepEqual(
      outcomes.map(({ id, was }) => [id, was]),
      Array.from({ length: 50 }, (_, id) => [id, 'served']),
    )
    assert.equal(new Set(outcomes.map(({ turn }) => turn)).size, 50)
  })

  it('serves several fast requests in an iteration, and more in the next', async () => {
    const { join, waiting, outcomes } = queue({ ...PATIENT, sliceMs: 10_000 }, 0)
    for (let i = 0; i < 100; i++) join()
    while (waiting.length > 0) await immediate()
    const byTurn = [...Map.groupBy(outcomes, ({ turn }) => turn).values()]
    assert.deepEqual(
      byTurn.map(({ length }) => length),
      [32, 32, 32, 4],
    )
  })

  it('refuses requests beyond its maximum length', async () => {
    const { join, waiting, outcomes } = queue({ ...PATIENT, maxQueued: 3 }, 0)
    for (let i = 0; i < 5; i++) join()
    assert.deepEqual(
      outcomes.map(({ id, was }) => [id, was]),
      [
        [3, 'refused'],
        [4, 'refused'],
      ],
    )
    while (waiting.length > 0) await immediate()
    assert.equal(outcomes.length, 5)
  })

  it('refuses nothing behind a single slow request', async () => {
    const { join, waiting, outcomes } = queue({ ...PATIENT, lateAfter: 5, overloadAfter: 10_000 }, 1)
    for (let i = 0; i < 20; i++) join()
    advance(50)
    while (waiting.length > 0) await immediate()
    assert.ok(outcomes.every(({ was, first }) => was === 'served' && first))
  })

  it('serves the newest under overload and refuses late requests, until it is empty', async () => {
    const { join, waiting, outcomes } = queue({ ...PATIENT, sliceMs: 1, lateAfter: 50, overloadAfter: 50 }, 3)
    const isRefusing = () => outcomes.some(({ was }) => was === 'refused')
    // Five requests arrive for each that can be served, until some time after the first refusals.
    for (let more = 50; more > 0; more -= Number(isRefusing())) {
      for (let i = 0; i < 5; i++) join()
      advance(1)
      await immediate()
    }
    while (waiting.length > 0) await immediate()
    for (let i = 0; i < 5; i++) join()
    while (waiting.length > 0) await immediate()

    let servedLast = 0
    for (const run of Map.groupBy(outcomes, ({ run }) => run).values()) {
      const firstRefusal = run.findIndex(({ was }) => was === 'refused')
      for (const [at, { was, first, last }] of run.entries()) {
        const isInOrder = firstRefusal === -1 || at < firstRefusal || was === 'refused'
        assert.ok(isInOrder ? first : last, JSON.stringify(run.slice(0, at + 1).slice(-5)))
        servedLast += Number(last && !first)
      }
    }
    assert.ok(servedLast > 0)
    assert.ok(outcomes.slice(-5).every(({ was, first }) => was === 'served' && first))
  })

  it('leaves overload when it is empty, also if it refused the last request', async () => {
    const { join, waiting, outcomes } = queue(
      { ...PATIENT, sliceMs: 10_000, lateAfter: 20, overloadAfter: 0 },
      0,
    )
    for (let i = 0; i < 5; i++) join()
    advance(40)
    while (waiting.length > 0) await immediate()
    assert.ok(outcomes.every(({ was }) => was === 'refused'))
    for (let i = 0; i < 5; i++) join()
    while (waiting.length > 0) await immediate()
    assert.deepEqual(
      outcomes.slice(-5).map(({ id }) => id),
      [5, 6, 7, 8, 9],
    )
  })
})
