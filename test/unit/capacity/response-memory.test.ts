// Engines: none
// Process: its own
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { MB, ResponseMemory, type Share } from '../../../server/capacity/response-memory.ts'

const ADA: Share = { caller: 1, isWrite: false }
const BEN: Share = { caller: 2, isWrite: false }

/** The limit for all large responses of a process: 64 MB. */
describe('The response memory', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  /** A response memory with a clock of its own, and helpers that reserve, send and read. */
  function memoryWithClock() {
    let now = 0
    const memory = new ResponseMemory(() => now)
    /** Advances in steps of 500 ms, so that timers set on the way fire at their time. */
    const advance = (ms: number) => {
      for (const end = now + ms; now < end; ) {
        now += 500
        mock.timers.tick(500)
      }
    }
    const admitted: string[] = []
    const take = async (name: string, bytes: number, share = ADA) => {
      await memory.take(bytes, share)
      admitted.push(name)
    }
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    const disconnected: string[] = []
    /** Reserves memory for a response that is being sent to a client. */
    const send = async (name: string, bytes: number) => {
      await memory.take(bytes, ADA)
      const receiver = { bytes, cut: () => disconnected.push(name) }
      memory.note(receiver)
      return {
        reads: (bytes: number) => {
          receiver.bytes -= bytes
          memory.note(receiver)
          memory.give(bytes, ADA)
        },
        isGone: () => {
          memory.forget(receiver)
          memory.give(receiver.bytes, ADA)
        },
      }
    }
    return { memory, admitted, take, settled, advance, disconnected, send }
  }

  it('grants reservations while memory is left, then in FIFO order', async () => {
    const { memory, admitted, take, settled } = memoryWithClock()
    for (const name of 'abcd') void take(name, 16 * MB)
    void take('large', 16 * MB)
    void take('small', 1)
    await settled()
    assert.deepEqual(admitted, ['a', 'b', 'c', 'd'])
    memory.give(MB, ADA)
    await settled()
    assert.equal(admitted.length, 4, 'a later request does not overtake')
    memory.give(15 * MB, ADA)
    await settled()
    assert.deepEqual(admitted.slice(4), ['large'])
    memory.give(1, ADA)
    await settled()
    assert.deepEqual(admitted.slice(5), ['small'])
  })

  it('is never used up by writes alone: a concurrent read gets memory at once', async () => {
    const { memory, admitted, take, settled } = memoryWithClock()
    const writing = { ...ADA, isWrite: true }
    for (const name of 'abcd') void take(name, 16 * MB, writing)
    void take('another’s', 16 * MB, { ...BEN, isWrite: true })
    await settled()
    assert.deepEqual(admitted, ['a', 'b', 'c'])
    void take('read', 16 * MB)
    void take('read later', 16 * MB, BEN)
    await settled()
    assert.deepEqual(admitted.slice(3), ['read'])
    memory.give(16 * MB, writing)
    await settled()
    assert.deepEqual(admitted.slice(4), ['another’s'], 'FIFO, preferring the caller who holds least')
    memory.give(16 * MB, ADA)
    await settled()
    assert.deepEqual(admitted.slice(5), ['read later'])
  })

  it('refuses with 503 after five seconds without memory, and then admits the next in the queue', async () => {
    const { memory, admitted, take, settled } = memoryWithClock()
    await memory.take(60 * MB, ADA)
    const refused = assert.rejects(take('large', 16 * MB), { status: 503, headers: { 'retry-after': '1' } })
    mock.timers.tick(4000)
    void take('small', MB)
    await settled()
    assert.deepEqual(admitted, [])
    mock.timers.tick(1000)
    await refused
    await settled()
    assert.deepEqual(admitted, ['small'])
    memory.give(60 * MB, ADA)
    assert.equal(memory.take(63 * MB, ADA), undefined, 'a refused request keeps nothing')
  })

  it('disconnects clients that have read nothing for a second, as many as needed, when a request waits', async () => {
    const { admitted, take, settled, advance, disconnected, send } = memoryWithClock()
    const none = await send('none', 16 * MB)
    const slow = await send('slow', 16 * MB)
    advance(500)
    const good = await send('good', 16 * MB)
    slow.reads(MB)
    const last = await send('last', 16 * MB)
    void take('waiting', 16 * MB)
    assert.deepEqual(disconnected, [], 'each has read something, or has just started, within the last second')
    advance(500)
    assert.deepEqual(disconnected, ['none'])
    none.isGone()
    await settled()
    assert.deepEqual(admitted, ['waiting'])
    advance(5000)
    assert.deepEqual(disconnected, ['none'], 'nothing waits')
    good.reads(MB)
    void take('another', 16 * MB)
    assert.deepEqual(disconnected, ['none', 'slow'], 'at once, and a client that reads stays connected')
    slow.isGone()
    await settled()
    assert.deepEqual(admitted, ['waiting', 'another'])
    last.isGone()
  })

  it('serves next the caller who holds least', async () => {
    const { memory, admitted, take, settled } = memoryWithClock()
    await memory.take(60 * MB, ADA)
    for (const name of ['ada 1', 'ada 2', 'ada 3']) void take(name, 16 * MB)
    void take('ben 1', 16 * MB, BEN)
    void take('ben 2', 16 * MB, BEN)
    const order = async () => {
      memory.give(16 * MB, ADA)
      await settled()
      return admitted
    }
    assert.deepEqual(await order(), ['ben 1'])
    assert.deepEqual(await order(), ['ben 1', 'ben 2'])
    assert.deepEqual(await order(), ['ben 1', 'ben 2', 'ada 1'])
  })
})
