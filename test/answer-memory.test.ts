import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { AnswerMemory, MB } from '../server/http/answer-memory.ts'

/** What large answers hold together: 64 MB. */
describe('The memory for answers', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  /** Takes some, and tells when. */
  function asker() {
    const memory = new AnswerMemory()
    const admitted: string[] = []
    const take = async (name: string, bytes: number) => {
      await memory.take(bytes)
      admitted.push(name)
    }
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    return { memory, admitted, take, settled }
  }

  it('is given as long as there is some, and then in the order in which it was asked for', async () => {
    const { memory, admitted, take, settled } = asker()
    for (const name of 'abcd') void take(name, 16 * MB)
    void take('large', 16 * MB)
    void take('small', 1)
    await settled()
    assert.deepEqual(admitted, ['a', 'b', 'c', 'd'])
    memory.give(MB)
    await settled()
    assert.equal(admitted.length, 4, 'none overtakes another')
    memory.give(15 * MB)
    await settled()
    assert.deepEqual(admitted.slice(4), ['large'])
    memory.give(1)
    await settled()
    assert.deepEqual(admitted.slice(5), ['small'])
  })

  it('is refused with 503 where there is none for five seconds, and whoever waited behind is let in', async () => {
    const { memory, admitted, take, settled } = asker()
    await memory.take(60 * MB)
    const refused = assert.rejects(take('large', 16 * MB), { status: 503, headers: { 'retry-after': '1' } })
    mock.timers.tick(4000)
    void take('small', MB)
    await settled()
    assert.deepEqual(admitted, [])
    mock.timers.tick(1000)
    await refused
    await settled()
    assert.deepEqual(admitted, ['small'])
    memory.give(60 * MB)
    assert.equal(memory.take(63 * MB), undefined, 'nothing of what was refused is kept')
  })
})
