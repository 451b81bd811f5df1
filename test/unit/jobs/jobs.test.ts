// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import pino from 'pino'
import { type Job, startJobs } from '../../../server/jobs/job.ts'

/** A service's jobs with timers that the test fires, and what they log. */
function started(jobs: readonly Job[]) {
  const timers = new Map<number, () => void>()
  const lines: { level: number; job: string; msg: string; err?: { message: string } }[] = []
  const logger = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) })
  const timer = (run: () => void, intervalMs: number) => {
    timers.set(intervalMs, run)
    return () => timers.delete(intervalMs)
  }
  const stop = startJobs(jobs, { logger, timer })
  const fire = async (intervalMs: number) => {
    timers.get(intervalMs)?.()
    await immediate()
  }
  return { timers, lines, stop, fire }
}

/** A job that ends when the test says so. */
function slowJob(options: Partial<Job> = {}) {
  const runs: PromiseWithResolvers<void>[] = []
  const run = () => {
    const ended = Promise.withResolvers<void>()
    runs.push(ended)
    return ended.promise
  }
  return { runs, job: { name: 'slow', intervalMs: 10, run, ...options } }
}

describe('A job', () => {
  it('runs at its interval, and not before', async () => {
    const ran: string[] = []
    const jobOf = (name: string, intervalMs: number): Job => ({
      name,
      intervalMs,
      run: async () => void ran.push(name),
    })
    const { fire } = started([jobOf('often', 10), jobOf('seldom', 50)])
    assert.deepEqual(ran, [])
    await fire(10)
    await fire(10)
    await fire(50)
    assert.deepEqual(ran, ['often', 'often', 'seldom'])
  })

  it('is not started again while it runs', async () => {
    const { runs, job } = slowJob()
    const { fire } = started([job])
    await fire(10)
    await fire(10)
    assert.equal(runs.length, 1)
    runs[0]?.resolve()
    await immediate()
    await fire(10)
    assert.equal(runs.length, 2)
  })

  it('that fails is logged once, is tried again, and keeps no other job from running', async () => {
    let fault: Error | undefined = new Error('the disk is full')
    let others = 0
    const { fire, lines, stop } = started([
      {
        name: 'failing',
        intervalMs: 10,
        run: async () => {
          if (fault) throw fault
        },
      },
      { name: 'other', intervalMs: 20, run: async () => void others++ },
    ])
    for (let count = 0; count < 3; count++) await fire(10)
    await fire(20)
    assert.equal(others, 1)
    assert.deepEqual(
      lines.map(({ level, job, msg, err }) => [level, job, msg, err?.message]),
      [[40, 'failing', 'the job failed; it is tried again', 'the disk is full']],
    )
    fault = undefined
    await fire(10)
    await fire(10)
    assert.deepEqual(
      lines.slice(1).map(({ level, job, msg }) => [level, job, msg]),
      [[30, 'failing', 'the job succeeds again']],
    )
    fault = new Error('again')
    await fire(10)
    assert.equal(lines.at(-1)?.err?.message, 'again')
    await stop()
  })

  it('that throws before it returns a promise is logged, too', async () => {
    const run = () => {
      throw new Error('at once')
    }
    const { fire, lines } = started([{ name: 'throwing', intervalMs: 10, run }])
    await fire(10)
    assert.equal(lines[0]?.err?.message, 'at once')
  })

  it('that runs is waited for by a stop, after which no timer is left', async () => {
    const { runs, job } = slowJob()
    const { fire, stop, timers } = started([job])
    await fire(10)
    let isStopped = false
    const stopping = stop().then(() => {
      isStopped = true
    })
    assert.equal(timers.size, 0)
    await immediate()
    assert.equal(isStopped, false)
    runs[0]?.resolve()
    await stopping
    assert.equal(runs.length, 1)
  })

  it('that works in batches is asked to end at the stop', async () => {
    let batches = 0
    const run = async (signal: AbortSignal) => {
      while (!signal.aborted) {
        batches += 1
        await immediate()
      }
    }
    const { fire, stop } = started([{ name: 'batches', intervalMs: 10, run }])
    await fire(10)
    await stop()
    assert.ok(batches > 0)
  })

  it('that writes what is buffered runs once more at the stop, also after the run that was going on', async () => {
    const { runs, job } = slowJob({ runsAtStop: true })
    const { fire, stop } = started([job])
    await fire(10)
    const stopping = stop()
    runs[0]?.resolve()
    await immediate()
    assert.equal(runs.length, 2)
    runs[1]?.reject(new Error('the database is gone'))
    await stopping
  })
})
