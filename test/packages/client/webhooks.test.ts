// Engines: SQLite
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it, mock } from 'node:test'
import { Webhook } from 'standardwebhooks'
import {
  type AuditEvent,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from '../../../client/src/index.ts'
import { startService } from '../../support/service.ts'
import { startWebhookReceiver } from '../../support/webhook-receiver.ts'
import { dispatch, makeRole, makeWebhook } from '../../support/webhooks.ts'

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const SECRET = newSecret()
const MINUTE = 60_000

const EVENT = {
  id: '01a215f8-95c7-78cd-9750-f658a64997cf',
  type: 'users.update',
  data: { subject_name: 'Zoë 🦊' },
}
const BODY = JSON.stringify(EVENT)

interface Sent {
  body: string
  headers: Record<string, string>
}

/** As a sender of Standard Webhooks sends it. */
function sent({ body = BODY, secret = SECRET, at = new Date() } = {}): Sent {
  const headers = {
    'webhook-id': EVENT.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(EVENT.id, at, body),
  }
  return { body, headers }
}

/** The code of the refusal; `verified` without one. */
async function outcomeOf(
  { body, headers }: { body: string; headers: WebhookHeaders },
  secret: string | readonly string[] = SECRET,
  options: VerifyOptions = {},
): Promise<string> {
  try {
    assert.deepEqual(await verifyWebhook(body, headers, secret, options), JSON.parse(body))
    return 'verified'
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    assert.equal(error.name, 'WebhookVerificationError')
    assert.ok(!error.message.includes('whsec_'))
    return error.code
  }
}

/** What the library of Standard Webhooks says to the same request. */
function isAcceptedByLibrary({ body, headers }: Sent, secret = SECRET): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

describe('verifyWebhook', () => {
  const now = Date.now()
  const good = sent({ at: new Date(now) })
  const other = sent({ secret: newSecret(), at: new Date(now) })
  const withHeader = (name: string, value: string): Sent => ({
    ...good,
    headers: { ...good.headers, [name]: value },
  })
  const without = (name: string): Sent => {
    const { [name]: _, ...headers } = good.headers
    return { ...good, headers }
  }
  const signature = good.headers['webhook-signature'] as string
  const theirs = other.headers['webhook-signature'] as string

  const cases: [what: string, request: Sent, expected: string][] = [
    ['what was signed', good, 'verified'],
    ['another body', { ...good, body: BODY.replace('Zoë', 'Eve') }, 'wrong_signature'],
    ['a longer body', { ...good, body: `${BODY} ` }, 'wrong_signature'],
    ['another id', withHeader('webhook-id', EVENT.id.replace('0', '1')), 'wrong_signature'],
    [
      'another time',
      withHeader('webhook-timestamp', String(Number(good.headers['webhook-timestamp']) + 1)),
      'wrong_signature',
    ],
    ['the signature of another secret', withHeader('webhook-signature', theirs), 'wrong_signature'],
    ['no id', without('webhook-id'), 'missing_header'],
    ['no time', without('webhook-timestamp'), 'missing_header'],
    ['no signature', without('webhook-signature'), 'missing_header'],
    ['an empty signature', withHeader('webhook-signature', ''), 'missing_header'],
    ['a time that is none', withHeader('webhook-timestamp', 'today'), 'invalid_timestamp'],
    [
      'several signatures, the second of which is right',
      withHeader('webhook-signature', `${theirs} ${signature}`),
      'verified',
    ],
    ['an unknown version before', withHeader('webhook-signature', `v1a,${theirs} ${signature}`), 'verified'],
    [
      'only an unknown version',
      withHeader('webhook-signature', signature.replace('v1', 'v2')),
      'wrong_signature',
    ],
    ['a part of the signature', withHeader('webhook-signature', signature.slice(0, -8)), 'wrong_signature'],
    ['no base64', withHeader('webhook-signature', 'v1,??'), 'wrong_signature'],
    [
      'a signature without its version',
      withHeader('webhook-signature', signature.slice(3)),
      'wrong_signature',
    ],
    ['a time of 4 minutes ago', sent({ at: new Date(now - 4 * MINUTE) }), 'verified'],
    ['a time of 6 minutes ago', sent({ at: new Date(now - 6 * MINUTE) }), 'too_old'],
    ['a time in 4 minutes', sent({ at: new Date(now + 4 * MINUTE) }), 'verified'],
    ['a time in 6 minutes', sent({ at: new Date(now + 6 * MINUTE) }), 'too_new'],
  ]
  // The clock of a machine may jump between two tests.
  before(() => mock.timers.enable({ apis: ['Date'], now }))
  after(() => mock.timers.reset())

  for (const [what, request, expected] of cases)
    it(`says of ${what} what the library of Standard Webhooks says: ${expected}`, async () => {
      assert.equal(await outcomeOf(request), expected)
      assert.equal(isAcceptedByLibrary(request), expected === 'verified')
    })

  it('takes the body as a text or as bytes', async () => {
    const bytes = Buffer.from(BODY)
    const inLarger = new Uint8Array(bytes.length + 2)
    inLarger.set(bytes, 1)
    for (const body of [bytes, new Uint8Array(bytes), inLarger.subarray(1, -1), new Uint8Array(bytes).buffer])
      assert.deepEqual(await verifyWebhook(body, good.headers, SECRET), EVENT)
  })

  it('takes headers as a request of Node or of fetch has them, in any case', async () => {
    const upper = Object.entries(good.headers).map(([name, value]) => [name.toUpperCase(), value] as const)
    for (const headers of [
      new Headers(good.headers),
      new Request('https://receiver.example.com', { headers: good.headers }).headers,
      { ...good.headers, 'set-cookie': ['a=1', 'b=2'], host: undefined },
      Object.fromEntries(upper),
    ])
      assert.equal(await outcomeOf({ ...good, headers }), 'verified')
  })

  it('takes several secrets during a rotation, with or without their prefix', async () => {
    const bare = SECRET.replace('whsec_', '')
    for (const secret of [[newSecret(), SECRET], [SECRET, newSecret()], bare])
      assert.equal(await outcomeOf(good, secret), 'verified')
    assert.equal(await outcomeOf(good, [newSecret(), newSecret()]), 'wrong_signature')
  })

  it('has another tolerance and another clock if it is told', async () => {
    const old = sent({ at: new Date(now - 60 * MINUTE) })
    assert.equal(await outcomeOf(old, SECRET, { tolerance: 61 * MINUTE }), 'verified')
    assert.equal(await outcomeOf(old, SECRET, { now: new Date(now - 59 * MINUTE) }), 'verified')
    assert.equal(await outcomeOf(good, SECRET, { now: new Date(now + 10 * MINUTE) }), 'too_old')
  })

  it('refuses a tolerance or a clock that is no number, with which no time would be too old', async () => {
    const old = sent({ at: new Date(now - 60 * MINUTE) })
    for (const options of [{ tolerance: Number(undefined) }, { now: new Date('today') }])
      await assert.rejects(verifyWebhook(old.body, old.headers, SECRET, options), TypeError)
  })

  it('looks at ten signatures at most, as each costs a digest', async () => {
    const many = (count: number) =>
      withHeader('webhook-signature', `${`${theirs} `.repeat(count)}${signature}`)
    assert.equal(await outcomeOf(many(9)), 'verified')
    assert.equal(await outcomeOf(many(10)), 'wrong_signature')
  })

  it('refuses a signed body that is no JSON', async () => {
    assert.equal(await outcomeOf(sent({ body: 'not JSON' })), 'invalid_body')
  })

  it('says that the caller is wrong without showing the secret', async () => {
    const isWrong = (run: () => Promise<unknown>) =>
      assert.rejects(run, (error) => error instanceof TypeError && !error.message.includes('s3cret'))
    for (const secret of ['', 'whsec_', 'whsec_s3cret?', []])
      await isWrong(() => verifyWebhook(BODY, good.headers, secret))
    await isWrong(() => verifyWebhook(EVENT as never, good.headers, SECRET))
  })
})

describe('verifyWebhook of a service', () => {
  it('verifies what the service sends, also during a rotation', async () => {
    const service = await startService({ webhookNetworks: ['127.0.0.0/8'] })
    const receiver = await startWebhookReceiver()
    try {
      const { id, secret } = await makeWebhook(service, { url: receiver.url(), events: ['roles.*'] })
      const rotated = await service.call('POST', `/api/webhooks/id/${id}/rotate`)
      const role = await makeRole(service, 'Zoë')
      await dispatch(service)
      const [{ body, headers } = assert.fail()] = receiver.received
      for (const known of [secret, rotated.body.data.secret as string]) {
        const event: AuditEvent = await verifyWebhook(body, headers, known, {
          now: new Date(service.clock.now()),
        })
        assert.equal(event.type, 'roles.create')
        assert.equal(event.data.subject_id, role)
        const read = { headers: { 'x-at-least': event.data.position } }
        assert.equal((await service.call('GET', `/api/roles/id/${role}`, read)).body.data.name, 'Zoë')
      }
    } finally {
      await receiver.close()
      await service.stop()
    }
  })
})
