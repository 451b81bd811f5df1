import assert from 'node:assert/strict'
import type { Answer } from './answer.ts'
import { eventually } from './eventually.ts'
import type { Service } from './service.ts'

/** For the ten records that are read or written in an iteration, with several statements for some. */
const MOST_PER_ITERATION = 100

/** Makes a call, and asserts that it runs few statements in each iteration of the event loop, so that others are served. */
export async function callInIterations(service: Service, call: () => Promise<Answer>): Promise<Answer> {
  let [most, before, isAnswered] = [0, service.statements.count, false]
  const tick = () => {
    most = Math.max(most, service.statements.count - before)
    before = service.statements.count
    if (!isAnswered) setImmediate(tick)
  }
  setImmediate(tick)
  const answer = await call()
  isAnswered = true
  assert.ok(most <= MOST_PER_ITERATION, `${most} statements in one iteration`)
  return answer
}

/**
 * Waits until the caches are in use. On a loaded machine PostgreSQL may report the changes of other processes later than a
 * second ago, and the next call then reads from the database what the caches have.
 */
export const cachesInUse = ({ connection }: Service): Promise<void> =>
  eventually(async () => {
    assert.ok(connection.syncChanges())
    assert.ok(await connection.currentRecords())
  })
