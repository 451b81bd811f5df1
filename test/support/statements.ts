import assert from 'node:assert/strict'
import type { Answer } from './answer.ts'
import type { Service } from './service.ts'

/** Of the ten records that are looked at or written in a turn, each with some that ask. */
const MOST_A_TURN = 100

/** The answer of a call that runs few statements in each turn of the event loop: other requests have theirs between. */
export async function inTurns(service: Service, call: () => Promise<Answer>): Promise<Answer> {
  let [most, before, isAnswered] = [0, service.statements.count, false]
  const look = () => {
    most = Math.max(most, service.statements.count - before)
    before = service.statements.count
    if (!isAnswered) setImmediate(look)
  }
  setImmediate(look)
  const answer = await call()
  isAnswered = true
  assert.ok(most <= MOST_A_TURN, `${most} statements in one turn`)
  return answer
}
