// Engines: none
// Process: its own
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { AnswerMemory, MB, type Share } from '../../../server/capacity/answer-memory.ts'

const ADA: Share = { caller: 1, isWrite: false }
const BEN: Share = { caller: 2, isWrite: false }

/** What large answers hold together: 64 MB. */
describe('The memory for answers', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  /** Takes some, and tells when. */
  function asker() {
    let now = 0
    const memory = new AnswerMemory(() => now)
    /** Half a second each time: timers that are set meanwhile come at their time. */
    const pass = (ms: number) => {
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
    const cut: string[] = []
    /** An answer of so much on its way to a client. */
    const send = async (name: string, bytes: number) => {
      await memory.take(bytes, ADA)
      const receiver = { bytes, cut: () => cut.push(name) }
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
    return { memory, admitted, take, settled, pass, cut, send }
  }

  it('is given as long as there is some, and then in the order in which it was asked for', async () => {
    const { memory, admitted, take, settled } = asker()
    for (const name of 'abcd') void take(name, 16 * MB)
    void take('large', 16 * MB)
    void take('small', 1)
    await settled()
    assert.deepEqual(admitted, ['a', 'b', 'c', 'd'])
    memory.give(MB, ADA)
    await settled()
    assert.equal(admitted.length, 4, 'none overtakes another')
    memory.give(15 * MB, ADA)
    await settled()
    assert.deepEqual(admitted.slice(4), ['large'])
    memory.give(1, ADA)
    await settled()
    assert.deepEqual(admitted.slice(5), ['small'])
  })

  it('is never taken by writes alone, which may take long: a read beside them has some at once', async () => {
    const { memory, admitted, take, settled } = asker()
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
    assert.deepEqual(
      admitted.slice(4),
      ['another’s'],
      'in the order in which they came, of those who hold least',
    )
    memory.give(16 * MB, ADA)
    await settled()
    assert.deepEqual(admitted.slice(5), ['read later'])
  })

  it('is refused with 503 where there is none for five seconds, and whoever waited behind is let in', async () => {
    const { memory, admitted, take, settled } = asker()
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
    assert.equal(memory.take(63 * MB, ADA), undefined, 'nothing of what was refused is kept')
  })

  it('comes back, where somebody waits, from clients that have read nothing for a second: as many as are needed', async () => {
    const { admitted, take, settled, pass, cut, send } = asker()
    const none = await send('none', 16 * MB)
    const slow = await send('slow', 16 * MB)
    pass(500)
    const good = await send('good', 16 * MB)
    slow.reads(MB)
    const last = await send('last', 16 * MB)
    void take('waiting', 16 * MB)
    assert.deepEqual(cut, [], 'each has read something within a second, or has just been sent it')
    pass(500)
    assert.deepEqual(cut, ['none'])
    none.isGone()
    await settled()
    assert.deepEqual(admitted, ['waiting'])
    pass(5000)
    assert.deepEqual(cut, ['none'], 'nobody waits')
    good.reads(MB)
    void take('another', 16 * MB)
    assert.deepEqual(cut, ['none', 'slow'], 'at once, and who reads is left')
    slow.isGone()
    await settled()
    assert.deepEqual(admitted, ['waiting', 'another'])
    last.isGone()
  })

  it('is given next to whoever holds least', async () => {
    const { memory, admitted, take, settled } = asker()
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
