// Engines: SQLite, PostgreSQL
// Process: its own
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { LEASE_MS } from '../../../server/webhooks/dispatcher.ts'
import { engine } from '../../support/databases.ts'
import { eventually } from '../../support/eventually.ts'
import { launch, type Running, temporaryFolder } from '../../support/process.ts'
import { type Service, startService } from '../../support/service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { makeRole, makeWebhook, renameRole } from '../../support/webhooks.ts'

/** A process that sends events is killed (SIGKILL) at every point. No event is lost, and those of a subject stay in order. */

/** Each starts a process; what happens between the commits is the same on both engines. KILL_ROUNDS sets another number. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? (engine === 'sqlite' ? 50 : 20))
const POINTS = ['before the answer', 'after the answer', 'at the next event', 'while it fails'] as const
const EVENTS = 6

const folder = temporaryFolder()
after(folder.remove)
let service: Service
let receiver: WebhookReceiver
before(async () => {
  service = await startService()
  receiver = await startWebhookReceiver()
})
after(async () => {
  await service.stop()
  await receiver.close()
})

const SCRIPT = join(import.meta.dirname, '../../support/webhook-process.ts')

describe('A process that is killed while it sends events', () => {
  it(`loses none in ${ROUNDS} rounds, and keeps the order of each subject`, async () => {
    let ahead = 0
    const start = (): Running => {
      ahead += LEASE_MS + 6000
      const { databaseUrl: DATABASE_URL } = service.config
      return launch([], { cwd: folder.path, script: SCRIPT, env: { DATABASE_URL, AHEAD: String(ahead) } })
    }
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.update'] })
    const roles = [await makeRole(service, 'One'), await makeRole(service, 'Two')]
    let written = 0
    let sender = start()
    for (let round = 0; round < ROUNDS; round++) {
      const point = POINTS[round % POINTS.length] as (typeof POINTS)[number]
      let arrived = 0
      const { child } = sender
      receiver.behave((_request, response) => {
        arrived += 1
        const isHere = arrived === 1 + (round % EVENTS)
        const kill = () => void child.kill('SIGKILL')
        if (isHere && point === 'before the answer') return kill()
        response.statusCode = isHere && point === 'while it fails' ? 500 : 200
        response.end()
        if (!isHere || point === 'before the answer') return
        if (point === 'at the next event') setTimeout(kill, 300)
        // The answer is sent before this.
        else setImmediate(() => setImmediate(kill))
      })
      for (let n = 0; n < EVENTS; n++) {
        await renameRole(service, roles[n % roles.length] as number, `change ${++written}`)
      }
      await service.runJob('number-entries')
      const { err } = await sender.ended
      assert.equal(child.signalCode, 'SIGKILL', err)
      receiver.accept()
      sender = start()
      await eventually(() => new Set(receiver.received.map(({ event }) => event.sequence)).size === written)
    }
    sender.child.kill('SIGKILL')
    await sender.ended
    for (const role of roles) {
      const own = receiver.received.filter(({ event }) => event.data.subject_id === role)
      const first = [...new Set(own.map(({ event }) => event.sequence))]
      assert.equal(first.length, written / roles.length)
      assert.deepEqual(first, first.toSorted(), 'in order')
    }
    const repeated = receiver.received.length - written
    assert.ok(repeated > 0, 'no process was killed between an answer and its mark')
    const { position } = await service.connection.db
      .selectFrom('webhook_states')
      .where('webhook_id', '=', id)
      .select('position')
      .executeTakeFirstOrThrow()
    assert.ok(position > 0)
  })
})
