// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { giveRole, giveSession, giveToken, makeRole, makeUser, type Person } from '../../support/actors.ts'
import { eventually } from '../../support/eventually.ts'
import { waitingMails } from '../../support/mail.ts'
import { ADMIN, type Service, startService } from '../../support/service.ts'
import { startWebhookReceiver, verify, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { deliveriesOf, dispatch, makeRole as makeRoleNamed, makeWebhook } from '../../support/webhooks.ts'

const TO_MANAGE = ['can-manage-webhooks', 'can-read-audit']

describe('a webhook acts as whoever saved it last:', () => {
  let service: Service
  let receiver: WebhookReceiver
  before(async () => {
    receiver = await startWebhookReceiver()
  })
  after(() => receiver.close())
  beforeEach(async () => {
    service = await startService({ webhookNetworks: ['127.0.0.0/8'] })
    receiver.accept()
    receiver.received.length = 0
  })
  afterEach(() => service.stop())

  /** A user with these permissions. */
  async function userWith(slugs: readonly string[]): Promise<Person & { role: number }> {
    const user = await makeUser(service)
    const role = await makeRole(service, slugs)
    await giveRole(service, user, role.slug)
    return { ...user, role: role.id }
  }

  /** Waits for these statements, one after the other. */
  const haveRun = (...statements: RegExp[]) =>
    eventually(() => {
      let place = 0
      for (const { sql } of service.statements.recorded ?? []) if (statements[place]?.test(sql)) place += 1
      return place === statements.length
    })

  /** Waits until the body of an event is made: its names, whoever it acts for, and the next look at the audit trail. */
  const eventsWait = () =>
    haveRun(/select id, uuid from "users"/, /left join "user_roles"/, /from "audit_(numbers|entries)"/)

  /** Starts the service with memory for one body. The second one waits until the first one is sent. */
  async function startWithRoomForOne(): Promise<void> {
    await service.stop()
    service = await startService({ webhookNetworks: ['127.0.0.0/8'] }, { webhookLimits: { bodyBytes: 1 } })
  }

  /** Sends an event whose receiver does not answer before `first.end()`. */
  async function fillMemory(): Promise<{ first: ServerResponse; sending: Promise<void> }> {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<ServerResponse>()
    receiver.behave((_request, response, { path }) => {
      if (path === '/first') arrive(response)
      else response.end()
    })
    await makeWebhook(service, { url: receiver.url('/first'), events: ['roles.create'] })
    await makeRoleNamed(service, 'First')
    const sending = dispatch(service)
    const first = await arrived
    service.statements.recorded = []
    return { first, sending }
  }

  const types = () => receiver.received.map(({ event }) => event.type)

  it('it is told only of what they may read', async () => {
    const { token } = await userWith([...TO_MANAGE, 'can-read-roles'])
    await makeWebhook(service, { url: receiver.url() }, token)
    await makeRoleNamed(service, 'Readable')
    await makeUser(service)
    await dispatch(service)
    assert.ok(types().includes('roles.create'))
    assert.ok(
      types().every((type) => /^(?:roles|webhooks)\./.test(type) && type !== 'roles.permissions.add'),
      String(types()),
    )
  })

  it('an event made with the rights of one user does not go to the address that the next one saves meanwhile', async () => {
    await startWithRoomForOne()
    const owner = await userWith([...TO_MANAGE, 'can-read-users', 'can-see-users-contact-details'])
    const next = await userWith([...TO_MANAGE, 'can-read-users'])
    const { id } = await makeWebhook(
      service,
      { url: receiver.url('/owner'), events: ['users.create'] },
      owner.token,
    )
    const { first, sending } = await fillMemory()
    await makeUser(service, { email: 'hidden@example.com' })
    await service.runJob('number-entries')
    await eventsWait()
    const json = { url: receiver.url('/next') }
    const saved = await service.call('POST', `/api/webhooks/id/${id}/update`, { json, token: next.token })
    assert.equal(saved.status, 200)
    // Webhooks that have changed are read once a second.
    service.clock.advance(1100)
    await haveRun(/"previous_secret_ends_at" from "webhooks" where "id" in/)
    first.end()
    await sending
    const got = receiver.received.filter(({ path }) => path !== '/first')
    assert.deepEqual(
      got.map(({ path, event }) => [path, event.type]),
      [['/next', 'users.create']],
    )
    assert.doesNotMatch(String(got[0]?.body), /hidden@example/)
  })

  it('an event that has waited for room in memory is not sent if they lost the right meanwhile', async () => {
    await startWithRoomForOne()
    const owner = await userWith([...TO_MANAGE, 'can-read-users'])
    const waiting = { url: receiver.url('/waiting'), events: ['users.create'] }
    const { id } = await makeWebhook(service, waiting, owner.token)
    const { first, sending } = await fillMemory()
    await makeUser(service)
    await service.runJob('number-entries')
    await eventsWait()
    const { status } = await service.call('POST', `/api/users/id/${owner.id}/update`, {
      json: { is_active: false },
    })
    assert.equal(status, 200)
    first.end()
    await sending
    assert.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/first'],
    )
    const { body } = await service.call('GET', `/api/webhooks/id/${id}`)
    assert.equal(body.data.switched_off_because, 'lost_right')
  })

  it('an event that has waited for room in memory is not sent to a webhook that was deleted meanwhile', async () => {
    await startWithRoomForOne()
    const { id } = await makeWebhook(service, { url: receiver.url('/deleted'), events: ['users.create'] })
    const { first, sending } = await fillMemory()
    await makeUser(service)
    await service.runJob('number-entries')
    await eventsWait()
    const { status } = await service.call('POST', `/api/webhooks/id/${id}/delete`)
    assert.equal(status, 200)
    service.statements.recorded = []
    // Webhooks that have changed are read once a second.
    service.clock.advance(1100)
    await haveRun(/left join "webhook_states"/, /from "audit_(numbers|entries)"/)
    first.end()
    await sending
    assert.deepEqual(
      receiver.received.map(({ path }) => path),
      ['/first'],
    )
  })

  it('contact details are left out of what they may not see', async () => {
    const { token } = await userWith([...TO_MANAGE, 'can-read-users'])
    await makeWebhook(service, { url: receiver.url(), events: ['users.create'] }, token)
    await makeWebhook(service, { url: receiver.url('/all'), events: ['users.create'] })
    await makeUser(service, { email: 'hidden@example.com', title: 'Dr' })
    await dispatch(service)
    const told = (path: string) => JSON.stringify(receiver.received.find((one) => one.path === path)?.event)
    assert.doesNotMatch(told('/'), /hidden@example/)
    assert.match(told('/'), /"Dr"/)
    assert.match(told('/all'), /hidden@example/)
  })

  it('it is judged at each event, by what they may do at that moment', async () => {
    const { token, role } = await userWith([...TO_MANAGE, 'can-read-roles'])
    await makeWebhook(service, { url: receiver.url(), events: ['roles.create'] }, token)
    await makeRoleNamed(service, 'First')
    await dispatch(service)
    assert.equal(receiver.received.length, 1)
    const permission = (await service.call('GET', '/api/permissions/slug/can-read-roles')).body.data
    const path = `/api/roles/${role}/relationships/permissions`
    assert.equal((await service.call('DELETE', path, { json: [{ id: permission.id }] })).status, 200)
    await makeRoleNamed(service, 'Second')
    await dispatch(service)
    assert.equal(receiver.received.length, 1)
    await service.call('POST', path, { json: [{ id: permission.id }] })
    await makeRoleNamed(service, 'Third')
    await dispatch(service)
    assert.deepEqual(
      receiver.received.map(({ event }) => event.data.subject_name),
      ['First', 'Third'],
    )
  })

  for (const slug of TO_MANAGE)
    it(`without ${slug} it is switched off, and administrators are told`, async () => {
      const user = await userWith([...TO_MANAGE, 'can-read-roles'])
      const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.create'] }, user.token)
      const permission = (await service.call('GET', `/api/permissions/slug/${slug}`)).body.data
      await service.call('DELETE', `/api/roles/${user.role}/relationships/permissions`, {
        json: [{ id: permission.id }],
      })
      await makeRoleNamed(service, 'Untold')
      await dispatch(service)
      assert.deepEqual(receiver.received, [])
      const { is_active: isActive, switched_off_because: because } = (
        await service.call('GET', `/api/webhooks/id/${id}`)
      ).body.data
      assert.deepEqual({ isActive, because }, { isActive: false, because: 'lost_right' })
      assert.equal((await waitingMails(service, ADMIN.email, 'webhook-off')).length, 1)
      assert.equal((await waitingMails(service, user.email, 'webhook-off')).length, 0)
      const on = await service.call('POST', `/api/webhooks/id/${id}/update`, { json: { is_active: true } })
      assert.equal(on.body.data.switched_off_because, null)
      await makeRoleNamed(service, 'Told')
      await dispatch(service)
      assert.equal(receiver.received.length, 1, 'it acts as the administrator who saved it')
    })

  it('with the account of its owner it ends', async () => {
    for (const end of ['delete', 'deactivate'] as const) {
      const user = await userWith([...TO_MANAGE, 'can-read-roles'])
      const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.create'] }, user.token)
      const path = `/api/users/id/${user.id}/${end === 'delete' ? 'delete' : 'update'}`
      await service.call('POST', path, { json: end === 'delete' ? {} : { is_active: false } })
      await makeRoleNamed(service, `Untold ${end}`)
      await dispatch(service)
      assert.equal(
        (await service.call('GET', `/api/webhooks/id/${id}`)).body.data.switched_off_because,
        'lost_right',
      )
    }
    assert.deepEqual(receiver.received, [])
  })

  it('a limited token makes one that is limited', async () => {
    const user = await userWith([...TO_MANAGE, 'can-read-roles', 'can-read-users'])
    const session = await giveToken(service, user)
    const json = { name: 'limited', permissions: [...TO_MANAGE, 'can-read-roles'] }
    const { body } = await service.call('POST', `/api/users/id/${user.id}/tokens/create`, {
      token: session,
      json,
    })
    await makeWebhook(
      service,
      { url: receiver.url(), events: ['users.*', 'roles.create'] },
      body.data.item.api_token,
    )
    await makeRoleNamed(service, 'Told')
    await makeUser(service)
    await dispatch(service)
    assert.deepEqual(types(), ['roles.create'])
  })

  const ENDS = ['revoked', 'expired', 'with its parent'] as const
  for (const end of ENDS)
    it(`it ends with the API token that saved it, ${end}`, async () => {
      const user = await userWith([...TO_MANAGE, 'can-read-roles', 'can-assign-api-tokens'])
      const make = async (token: string, days: number) => {
        const expires_at = new Date(Date.parse(service.clock.now()) + days * 86_400_000).toISOString()
        const json = { name: 'for webhooks', expires_at }
        const path = `/api/users/id/${user.id}/tokens/create`
        return (await service.call('POST', path, { token, json })).body.data.item
      }
      const parent = await make(await giveToken(service, user), 2)
      const made = end === 'with its parent' ? await make(parent.api_token, 1) : parent
      const url = receiver.url()
      const { id } = await makeWebhook(service, { url, events: ['roles.create'] }, made.api_token)
      await makeRoleNamed(service, 'Told')
      await dispatch(service)
      assert.equal(receiver.received.length, 1)
      if (end === 'expired') service.clock.advance(2 * 86_400_000)
      else {
        const path = `/api/users/id/${user.id}/tokens/${parent.id}/revoke`
        assert.equal((await service.call('POST', path)).status, 200)
      }
      await makeRoleNamed(service, 'Untold')
      await dispatch(service)
      assert.equal(receiver.received.length, 1)
      const { is_active: isActive, switched_off_because: because } = (
        await service.call('GET', `/api/webhooks/id/${id}`)
      ).body.data
      assert.deepEqual({ isActive, because }, { isActive: false, because: 'lost_right' })
      assert.equal((await waitingMails(service, ADMIN.email, 'webhook-off')).length, 1)
    })

  it('it outlives the sign-in that saved it', async () => {
    const user = await userWith([...TO_MANAGE, 'can-read-roles'])
    const token = await giveSession(service, user)
    await makeWebhook(service, { url: receiver.url(), events: ['roles.create'] }, token)
    assert.equal((await service.call('POST', '/api/signout', { token })).status, 200)
    assert.equal((await service.call('GET', '/api/me', { token })).status, 401)
    await makeRoleNamed(service, 'Told')
    await dispatch(service)
    assert.deepEqual(types(), ['roles.create'])
  })

  it('saving it needs both permissions, and so does all else', async () => {
    const { id } = await makeWebhook(service, { url: receiver.url() })
    for (const slug of TO_MANAGE) {
      const { token } = await userWith([slug])
      const calls = [
        ['POST', '/api/webhooks/create', { url: receiver.url(), events: ['*'] }],
        ['GET', '/api/webhooks'],
        ['GET', `/api/webhooks/id/${id}`],
        ['GET', `/api/webhooks/id/${id}/deliveries`],
        ['POST', `/api/webhooks/id/${id}/update`, { description: 'mine' }],
        ['POST', `/api/webhooks/id/${id}/test`, {}],
        ['POST', `/api/webhooks/id/${id}/rotate`, {}],
        ['POST', `/api/webhooks/id/${id}/delete`, {}],
      ] as const
      for (const [method, path, json] of calls) {
        const { status } = await service.call(method, path, { token, ...(json && { json }) })
        assert.equal(status, 403, `${method} ${path} with ${slug} alone`)
      }
    }
  })

  it('answers of receivers are shown to super administrators only', async () => {
    receiver.behave((_request, response) => response.end('internal state'))
    const { token } = await userWith([...TO_MANAGE, 'can-read-roles'])
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['roles.create'] }, token)
    await makeRoleNamed(service, 'Told')
    await dispatch(service)
    assert.equal((await deliveriesOf(service, id))[0].answer, 'internal state')
    assert.equal((await deliveriesOf(service, id, token))[0].answer, null)
  })

  it('the answer about somebody who is erased is removed', async () => {
    receiver.behave((_request, response, { body }) => response.end(body))
    const { id } = await makeWebhook(service, { url: receiver.url(), events: ['users.create'] })
    const person = await makeUser(service, { email: 'erased@example.com' })
    await dispatch(service)
    assert.match((await deliveriesOf(service, id))[0].answer, /users\.create/)
    assert.equal((await service.call('DELETE', `/api/users/${person.id}?erase=true`)).status, 200)
    const [delivery] = await deliveriesOf(service, id)
    assert.equal(delivery.answer, null)
    const path = `/api/webhooks/id/${id}/deliveries/${delivery.id}/redeliver`
    await service.call('POST', path)
    await dispatch(service)
    assert.doesNotMatch(
      receiver.received.at(-1)?.body ?? '',
      /erased@example/,
      'the body is made of the entry',
    )
  })

  it('the secret is shown once, and a rotation has both work for a while', async () => {
    const { id, secret } = await makeWebhook(service, { url: receiver.url(), events: ['roles.create'] })
    const read = await service.call('GET', `/api/webhooks/id/${id}`)
    assert.doesNotMatch(JSON.stringify(read.body), /whsec_|sealed|secret"/)
    const rows = await service.connection.db.selectFrom('webhooks').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(secret.slice('whsec_'.length)))
    const rotated = await service.call('POST', `/api/webhooks/id/${id}/rotate`, {
      json: { overlap_hours: 2 },
    })
    const { secret: next, item } = rotated.body.data
    assert.notEqual(next, secret)
    assert.ok(item.previous_secret_ends_at > service.clock.now())
    await makeRoleNamed(service, 'Both')
    await dispatch(service)
    const [both] = receiver.received
    assert.ok(both)
    for (const each of [secret, next]) assert.doesNotThrow(() => verify(each, both))
    const overlap = await service.call('POST', `/api/webhooks/id/${id}/rotate`, {
      json: { overlap_hours: 0 },
    })
    await makeRoleNamed(service, 'One')
    await dispatch(service)
    const one = receiver.received.at(-1)
    assert.ok(one)
    assert.equal(String(one.headers['webhook-signature']).split(' ').length, 1)
    assert.doesNotThrow(() => verify(overlap.body.data.secret, one))
    assert.throws(() => verify(next, one))
    const entries = await service.call('GET', '/api/audit', { query: { action: 'webhooks.update' } })
    const [{ changes }] = entries.body.data.list.data
    assert.deepEqual(
      changes.find(({ field }: { field: string }) => field === 'secret'),
      { field: 'secret', secret: true },
    )
    assert.doesNotMatch(JSON.stringify(entries.body), /whsec_/)
  })

  it('a test is sent at once, whatever the webhook is subscribed to', async () => {
    const { id, uuid } = await makeWebhook(service, { url: receiver.url(), events: ['permissions.*'] })
    const { body } = await service.call('POST', `/api/webhooks/id/${id}/test`)
    await dispatch(service)
    const [one] = receiver.received
    assert.equal(one?.event.type, 'webhooks.test')
    assert.equal(one?.event.subject, `webhooks/${uuid}`)
    assert.equal(one?.headers['webhook-id'], body.data.event_uuid)
    const [delivery] = await deliveriesOf(service, id)
    assert.deepEqual([delivery.kind, delivery.outcome, delivery.attempt], ['test', 'delivered', 1])
    await dispatch(service)
    assert.equal(receiver.received.length, 1)
  })
})
