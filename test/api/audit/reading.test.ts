// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { chunks } from '../../../server/db/queries/chunks.ts'
import { dataOf, giveSession, makeActor, makeUser, type Person } from '../../support/actors.ts'
import { assertRefused } from '../../support/refusals.ts'
import { type Service, startService } from '../../support/service.ts'

describe('the audit trail', () => {
  let service: Service
  let ada: Person
  before(async () => {
    service = await startService()
    ada = await makeUser(service, { first_name: 'Ada', email: 'ada@example.com' })
  })
  after(() => service.stop())

  const read = async (query: Record<string, string> = {}, token = service.token) =>
    dataOf(await service.call('GET', '/api/audit', { query, token }))

  it('says who changed what, from what to what, and why', async () => {
    await service.call('POST', `/api/users/id/${ada.id}/update`, {
      json: { title: 'Countess' },
      headers: {
        'x-reason': encodeURIComponent('She asked for it – by phone'),
        'x-request-id': 'a-request-of-mine',
      },
    })
    const { list, total_is_exact } = await read({ subject_type: 'users', subject_id: String(ada.id) })
    const [entry] = list.data
    assert.deepEqual(
      { ...entry, id: 0, uuid: '', at: '', batch: '', actor_id: 0, token_id: 0 },
      {
        id: 0,
        uuid: '',
        at: '',
        batch: '',
        actor_id: 0,
        token_id: 0,
        action: 'users.update',
        outcome: 'done',
        subject_type: 'users',
        subject_id: ada.id,
        subject_name: 'Ada',
        other_type: null,
        other_id: null,
        other_name: null,
        changes: [{ field: 'title', from: null, to: 'Countess' }],
        counts: null,
        actor_name: entry.actor_name,
        token_name: entry.token_name,
        token_maker_id: null,
        token_maker_name: null,
        via: 'http',
        ip: '127.0.0.1',
        user_agent: entry.user_agent,
        request_id: 'a-request-of-mine',
        reason: 'She asked for it – by phone',
      },
    )
    assert.equal(total_is_exact, true)
  })

  it('takes the reason also from the body, and refuses one that cannot be kept', async () => {
    const update = (json: object, headers: Record<string, string> = {}) =>
      service.call('POST', `/api/users/id/${ada.id}/update`, { json, headers })
    assert.equal((await update({ title: 'Lady', reason: 'Marriage' })).status, 200)
    const [entry] = (await read({ subject_type: 'users', subject_id: String(ada.id) })).list.data
    assert.equal(entry.reason, 'Marriage')
    const before = (await read()).list.total
    for (const [json, headers] of [
      [{ title: 'x', reason: 'x'.repeat(501) }, {}],
      [{ title: 'x', reason: 7 }, {}],
      [{ title: 'x' }, { 'x-reason': '%E0%A4%A' }],
      [{ title: 'x' }, { 'x-reason': 'x'.repeat(501) }],
    ] as const)
      assert.equal((await update(json, headers)).status, 422, JSON.stringify([json, headers]))
    assert.equal((await read()).list.total, before)
  })

  it('takes the reason of a body that is an array from the header, up to 500 characters', async () => {
    const reason = 'Ä'.repeat(500)
    const roles = [{ name: 'By an array' }, { name: 'By an array, too' }]
    const headers = { 'x-reason': encodeURIComponent(reason) }
    const made = dataOf(await service.call('POST', '/api/roles', { json: roles, headers }))
    assert.ok(made)
    const { list } = await read({ action: 'roles.create', per_page: '2' })
    for (const entry of list.data) assert.equal(entry.reason, reason)
    const refused = await service.call('POST', '/api/roles', {
      json: [{ name: 'Never' }],
      headers: { 'x-reason': encodeURIComponent(`${reason}Ä`) },
    })
    assert.equal(refused.status, 422)
    // A field of an item is no reason of the call.
    dataOf(await service.call('POST', '/api/roles', { json: [{ name: 'Without a reason', reason: 'x' }] }))
    assert.equal((await read({ action: 'roles.create', per_page: '1' })).list.data[0].reason, null)
  })

  it('leaves out the values of secrets, and values over 4 KiB', async () => {
    const { id } = await makeUser(service)
    const change = async (json: object) => {
      dataOf(await service.call('POST', `/api/users/id/${id}/update`, { json }))
      const query = { action: 'users.update', subject_type: 'users', subject_id: String(id) }
      return (await read({ ...query, per_page: '1' })).list.data[0].changes
    }
    assert.deepEqual(await change({ password: 'quite an unusual phrase' }), [
      { field: 'password', secret: true },
    ])
    const json = { text: 'x'.repeat(4096 - '{"text":""}'.length) }
    assert.deepEqual((await change({ meta: json }))[0], { field: 'meta', from: {}, to: json })
    // In bytes.
    const long = { text: `${json.text.slice(1)}ä` }
    assert.deepEqual(await change({ meta: long }), [{ field: 'meta', truncated: true }])
    assert.deepEqual(await change({ meta: {} }), [{ field: 'meta', truncated: true }])
  })

  it('tells everybody their own history, without where others act from', async () => {
    const own = dataOf(await service.call('GET', `/api/users/id/${ada.id}/history`, { token: ada.token }))
    assert.ok(own.list.total >= 3)
    for (const entry of own.list.data) {
      assert.equal(entry.subject_id, ada.id)
      assert.equal(entry.ip, null)
      assert.equal(entry.user_agent, null)
    }
    // What they did themselves is shown with it.
    dataOf(await service.call('POST', '/api/signout', { token: await giveSession(service, ada) }))
    const after = dataOf(await service.call('GET', `/api/users/id/${ada.id}/history`, { token: ada.token }))
    const [signout] = after.list.data
    assert.deepEqual([signout.action, signout.actor_id, signout.ip], ['signout', ada.id, '127.0.0.1'])
    const others = await service.call('GET', '/api/users/id/1/history', { token: ada.token })
    assert.equal(others.status, 403)
    assert.equal((await service.call('GET', '/api/audit', { token: ada.token })).status, 403)
  })

  it('shows only what the reader may read, and no contact details without their permission', async () => {
    const auditor = await makeActor(service, ['can-read-audit', 'can-read-users'])
    await service.call('POST', `/api/users/id/${ada.id}/update`, { json: { phone: '+4930123456' } })
    await service.call('POST', '/api/roles/create', { json: { name: 'Unseen' } })
    const { list } = await read({}, auditor.token)
    const types = new Set(list.data.map((entry: { subject_type: string }) => entry.subject_type))
    assert.ok(types.has('users') && !types.has('roles'))
    const text = JSON.stringify(list)
    assert.ok(!text.includes('4930123456') && !text.includes('ada@example.com'))
    assert.ok(JSON.stringify(await read()).includes('4930123456'))
  })

  it('filters by what happened, to whom, by whom and when, and goes on before an entry', async () => {
    const all = (await read({ per_page: '100' })).list.data
    const isCreation = ({ action, subject_id }: { action: string; subject_id: number }) =>
      action === 'users.create' && subject_id === ada.id
    const queries: Record<string, string>[] = [
      { action: 'users.update' },
      { action: 'users.*' },
      { subject_type: 'users', subject_id: String(ada.id) },
      { actor_id: String(all[0].actor_id) },
      { from: all.find(isCreation).at, to: all[0].at },
      { outcome: 'done', action: 'users.*' },
      { batch: all.find(isCreation).batch },
    ]
    for (const query of queries) {
      const { list } = await read({ ...query, per_page: '100' })
      const { action, from, to, ...exact } = query
      const expected = all.filter(
        (entry: Record<string, string>) =>
          (action === undefined ||
            (action.endsWith('*')
              ? entry.action?.startsWith(action.slice(0, -1))
              : entry.action === action)) &&
          (from === undefined || (entry.at as string) >= from) &&
          (to === undefined || (entry.at as string) < to) &&
          Object.entries(exact).every(([name, value]) => String(entry[name]) === value),
      )
      assert.ok(expected.length > 0, JSON.stringify(query))
      assert.deepEqual(list.data, expected, JSON.stringify(query))
    }
    const { list } = await read({ before: String(all[1].id), per_page: String(all.length - 2) })
    assert.deepEqual(list.data, all.slice(2))
  })

  it('selects what was refused, and refuses other outcomes', async () => {
    const reader = await makeActor(service, ['can-read-users'])
    const json = { title: 'Duchess' }
    const refused = await service.call('POST', `/api/users/id/${ada.id}/update`, {
      json,
      token: reader.token,
    })
    assert.equal(refused.status, 403)
    await service.runJob('record-refusals')
    const { list } = await read({ outcome: 'refused' })
    assert.deepEqual(
      list.data.map(({ action, actor_id }: { action: string; actor_id: number }) => [action, actor_id]),
      [['users.update', reader.id]],
    )
    const wrong: Record<string, string>[] = [{ outcome: 'maybe' }, { batch: 'none' }]
    for (const query of wrong)
      assert.equal((await service.call('GET', '/api/audit', { query })).status, 422, JSON.stringify(query))
  })

  it('finds records by their own search, then their entries', async () => {
    const grace = await makeUser(service, {
      first_name: 'Grace',
      last_name: 'Hopper',
      email: 'admiral@example.com',
    })
    const role = dataOf(
      await service.call('POST', '/api/roles/create', { json: { name: 'Hopper role' } }),
    ).item
    await service.call('POST', `/api/users/${grace.id}/relationships/roles`, { json: role.slug })
    const found = async (q: string, token = service.token) =>
      (await read({ q, per_page: '100' }, token)).list.data.map(({ action }: { action: string }) => action)
    assert.deepEqual(await found('hopper'), ['users.roles.add', 'roles.create', 'users.create'])
    assert.deepEqual(await found('Grace hopper'), ['users.roles.add', 'users.create'])
    assert.deepEqual(await found('nobody-has-this'), [])
    // In the trash too.
    dataOf(await service.call('POST', `/api/roles/id/${role.id}/delete`))
    assert.deepEqual(await found('hopper role'), ['roles.delete', 'users.roles.add', 'roles.create'])
    // With the other filters, and only what the reader may search by.
    assert.deepEqual((await read({ q: 'hopper', action: 'users.create' })).list.total, 1)
    const auditor = await makeActor(service, ['can-read-audit', 'can-read-users'])
    assert.deepEqual(await found('hopper', auditor.token), ['users.create'])
    assert.deepEqual(await found('admiral', auditor.token), [])
    assert.ok((await found('admiral')).includes('users.create'))
    const tooMany = await service.call('GET', '/api/audit', {
      query: { q: 'a b c d e f g h i j k l m n o p q r s t u' },
    })
    assert.equal(tooMany.status, 422)
  })

  it('searches for the first 100 records', async () => {
    const json = Array.from({ length: 101 }, (_, index) => ({
      first_name: 'Quintus',
      email: `quintus${index}@example.com`,
    }))
    for (const some of [json.slice(0, 50), json.slice(50)])
      dataOf(await service.call('POST', '/api/users', { json: some }))
    const { list } = await read({ q: 'quintus', per_page: '1000' })
    assert.equal(list.total, 100)
    const subjects = new Set(list.data.map(({ subject_id }: { subject_id: number }) => subject_id))
    assert.equal(subjects.size, 100)
  })

  it('counts at most 10,000 entries, in lists and histories, and goes on before one', async () => {
    const { db } = service.connection
    const user = await makeUser(service)
    const row = () => ({
      ...{ uuid: randomUUID(), batch: randomUUID(), at: '2026-01-01T00:00:00.000Z', via: 'command' },
      ...{ action: 'test', outcome: 'done', subject_type: 'users', subject_id: user.id, salts: '{}' },
    })
    const rows = Array.from({ length: 10_000 }, row)
    for (const some of chunks(rows, 100))
      await db
        .insertInto('audit_entries')
        .values(some as never)
        .execute()
    for (const path of ['/api/audit', `/api/users/id/${user.id}/history`]) {
      const page = async (query: Record<string, string>) =>
        dataOf(await service.call('GET', path, { query: { per_page: '2', ...query } }))
      const first = await page(
        path === '/api/audit' ? { subject_type: 'users', subject_id: String(user.id) } : {},
      )
      assert.deepEqual([first.list.total, first.total_is_exact], [10_000, false], path)
      const [, second] = first.list.data
      const next = await page({
        ...(path === '/api/audit' && { subject_type: 'users', subject_id: String(user.id) }),
        before: String(second.id),
      })
      assert.deepEqual([next.list.total, next.total_is_exact], [9999, true], path)
      assert.ok(next.list.data[0].id < second.id)
    }
  })

  it('records nothing of a write that is refused or rolled back', async () => {
    const before = (await read()).list.total
    const answer = await service.call('POST', '/api/users/create', {
      json: { first_name: 'B', email: 'ada@example.com' },
    })
    assert.equal(answer.status, 409)
    assert.equal((await read()).list.total, before)
  })

  it('refuses filters and orders of other lists, which would be taken for applied ones', async () => {
    const { id } = await makeUser(service)
    const lists = ['/api/audit', `/api/users/id/${id}/history`]
    for (const path of lists)
      for (const [name, value] of [
        ['filter[action]', 'signin'],
        ['sort', 'at'],
        ['include', 'actor'],
        ['trashed', 'only'],
      ] as const)
        assertRefused(await service.call('GET', path, { query: { [name]: value } }), {
          status: 422,
          code: 'not_allowed',
          details: [[name, 'not_allowed']],
        })
    assertRefused(await service.call('GET', lists[1] as string, { query: { from: '2026-01-01' } }), {
      status: 422,
      code: 'not_allowed',
      details: [['from', 'not_allowed']],
    })
  })
})
