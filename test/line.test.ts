import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import { Line, type LineLimits } from '../server/http/line.ts'
import { currentTurn } from '../server/turn.ts'

const PATIENT: LineLimits = { atOnce: 0, slice: 0, wait: 60_000, lasting: 60_000, inLine: 1000 }

const work = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** Those who wait, by the order in which they came, and what became of whom, in order. */
function queue(limits: LineLimits, each: number) {
  const line = new Line(limits)
  const waiting: number[] = []
  const outcomes: { id: number; turn: number; was: 'served' | 'refused'; first: boolean; last: boolean }[] =
    []
  let count = 0
  const join = () => {
    const id = count++
    line.isOpen()
    const is = (was: 'served' | 'refused') => () => {
      outcomes.push({ id, turn: currentTurn(), was, first: waiting[0] === id, last: waiting.at(-1) === id })
      waiting.splice(waiting.indexOf(id), 1)
      if (was === 'served') work(each)
    }
    waiting.push(id)
    line.join({ carryOut: is('served'), refuse: is('refused') })
  }
  return { line, join, waiting, outcomes }
}

describe('A line', () => {
  it('is open to what comes in the first moments of a turn, while nobody stands in it', async () => {
    const { line, join, waiting } = queue({ ...PATIENT, atOnce: 20 }, 0)
    await immediate()
    assert.ok(line.isOpen())
    work(30)
    assert.ok(!line.isOpen())
    await immediate()
    assert.ok(line.isOpen())
    join()
    assert.ok(!line.isOpen())
    while (waiting.length > 0) await immediate()
    assert.ok(line.isOpen())
  })

  it('serves who came first, a slice in each turn', async () => {
    const { join, waiting, outcomes } = queue(PATIENT, 1)
    for (let i = 0; i < 50; i++) join()
    while (waiting.length > 0) await immediate()
    assert.deepEqual(
      outcomes.map(({ id, was }) => [id, was]),
      Array.from({ length: 50 }, (_, id) => [id, 'served']),
    )
    assert.equal(new Set(outcomes.map(({ turn }) => turn)).size, 50)
  })

  it('serves several in a turn that are done fast, and more in the next', async () => {
    const { join, waiting, outcomes } = queue({ ...PATIENT, slice: 10_000 }, 0)
    for (let i = 0; i < 100; i++) join()
    while (waiting.length > 0) await immediate()
    const byTurn = [...Map.groupBy(outcomes, ({ turn }) => turn).values()]
    assert.deepEqual(
      byTurn.map(({ length }) => length),
      [32, 32, 32, 4],
    )
  })

  it('takes no more than it may have', async () => {
    const { join, waiting, outcomes } = queue({ ...PATIENT, inLine: 3 }, 0)
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

  it('refuses nobody behind a single slow one', async () => {
    const { join, waiting, outcomes } = queue({ ...PATIENT, wait: 5, lasting: 10_000 }, 1)
    for (let i = 0; i < 20; i++) join()
    work(50)
    while (waiting.length > 0) await immediate()
    assert.ok(outcomes.every(({ was, first }) => was === 'served' && first))
  })

  it('serves who came last where more come than can be served, and refuses who waited long; then it is as before', async () => {
    const { join, waiting, outcomes } = queue({ ...PATIENT, wait: 30, lasting: 50 }, 3)
    const isRefusing = () => outcomes.some(({ was }) => was === 'refused')
    // Five come for each that can be served, for a while after some were refused.
    for (let more = 100; more > 0; more -= Number(isRefusing())) {
      for (let i = 0; i < 5; i++) join()
      await immediate()
    }
    while (waiting.length > 0) await immediate()
    const refusedFirst = outcomes.findIndex(({ was }) => was === 'refused')
    const before = outcomes.slice(0, refusedFirst)
    const served = outcomes.slice(refusedFirst).filter(({ was }) => was === 'served')
    const refused = outcomes.filter(({ was }) => was === 'refused')
    assert.ok(before.length > 0 && before.every(({ first }) => first))
    assert.ok(served.length > 0 && served.every(({ last }) => last))
    assert.ok(refused.every(({ first }) => first))
    assert.ok(refused.length > served.length, `${refused.length} refused, ${served.length} served`)

    await pause(1)
    outcomes.length = 0
    for (let i = 0; i < 5; i++) join()
    while (waiting.length > 0) await immediate()
    assert.ok(outcomes.every(({ was, first }) => was === 'served' && first))
  })
})
