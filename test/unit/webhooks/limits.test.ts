// Engines: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { STREAM_LIMITS } from '../../../server/events/stream/streams.ts'
import { MOST_OF_ONE } from '../../../server/webhooks/receivers.ts'
import { MOST_FAILING_MS } from '../../../server/webhooks/results.ts'
import { SENDING_LIMITS } from '../../../server/webhooks/sender.ts'

/** Other tests set shorter and smaller limits. These are the ones that docs/events.md promises. */
describe('The limits', () => {
  it('of streams are 1,000 in a process, 64 KiB that wait for a reader, and 15 s between heartbeats', () => {
    const { most, bufferBytes, heartbeatMs } = STREAM_LIMITS
    assert.deepEqual([most, bufferBytes, heartbeatMs], [1000, 65_536, 15_000])
  })

  it('of a delivery are 15 s, 20 requests at once to a webhook, and five days without a success', () => {
    assert.equal(SENDING_LIMITS.timeoutMs, 15_000)
    assert.equal(MOST_OF_ONE, 20)
    assert.equal(MOST_FAILING_MS, 5 * 24 * 3_600_000)
  })
})
