// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataOf, makeActor, makeUser, type Person } from '../support/actors.ts'
import { addressesOf, newEmail, PASSWORD } from '../support/address-changes.ts'
import type { Answer } from '../support/answer.ts'
import { INVALID_CODE, invitationsOf } from '../support/invitations.ts'
import { assertRefused, assertRefusedUnchanged } from '../support/refusals.ts'
import { useTransfer } from '../support/transfer.ts'

const TAKEN = { status: 409, code: 'email_taken', details: [['email', 'email_taken']] } as const
const MANY = 32

const at = useTransfer()
const service = () => at.service()
const { post, newUser, ask, changeMail, confirm, undo, userOf, move } = addressesOf(service)
const { create, accept, invited } = invitationsOf(service)
const call = (path: string, json: object = {}) => service().call('POST', path, { json })

const statusOf = ({ status }: Answer) => status

describe('API6: an address that can be given back', () => {
  it('is nobody’s by what waited for it before: an invitation, a registration, one in the trash', async () => {
    const registered = async (status: string) => {
      const json = { email: newEmail(), first_name: 'Other', password: PASSWORD, status }
      return dataOf(await call('/api/registrations/create', json)).item as { id: number; email: string }
    }
    const [waiting, trashed, invitation] = [
      await registered('email-verified'),
      await registered('email-verified'),
      await invited(),
    ]
    dataOf(await call(`/api/registrations/id/${trashed.id}/delete`))
    const undoing: [Person, string][] = []
    for (const { email } of [waiting, trashed, invitation]) {
      const user = await makeUser(service(), { email, password: PASSWORD })
      undoing.push([user, await move(user, newEmail())])
    }
    await assertRefusedUnchanged(service(), () => accept(invitation.code), TAKEN)
    const createUser = (id: number) => call(`/api/registrations/id/${id}/create-user`)
    await assertRefusedUnchanged(service(), () => createUser(waiting.id), TAKEN)
    const restored = await call(`/api/registrations/id/${trashed.id}/restore`)
    assert.ok([200, 409].includes(restored.status), JSON.stringify(restored.body))
    if (restored.status === 200) await assertRefusedUnchanged(service(), () => createUser(trashed.id), TAKEN)
    for (const [user, code] of undoing) {
      assert.equal(statusOf(await undo(code)), 200)
      assert.equal((await userOf(user)).email, user.email)
    }
  })

  it('is refused by an import, row by row, also where it updates those who exist', async () => {
    const user = await newUser()
    const [others, now] = [[newEmail(), newEmail()], newEmail()]
    const code = await move(user, now)
    const rows = [others[0], user.email.toUpperCase(), others[1]].map((email) => ({
      email,
      first_name: 'Row',
    }))
    for (const onConflict of ['update', 'skip', 'fail']) {
      at.write(`${onConflict}.ndjson`, ...rows)
      const args = ['import', 'users', at.file(`${onConflict}.ndjson`), '--on-conflict', onConflict]
      const { code: exit } = await at.run(args)
      assert.notEqual(exit, 0, onConflict)
      const rejected = at
        .read(`${onConflict}.rejected.ndjson`)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ email }) => email === user.email.toUpperCase())
      const faults = rejected.map(({ rejected_row, rejected_faults }) => [
        rejected_row,
        rejected_faults.map((fault: { code: string }) => fault.code),
      ])
      assert.deepEqual(faults, [[2, ['email_taken']]], onConflict)
      for (const email of others) assert.equal((await at.user(email as string)).first_name, 'Row')
      assert.equal(await at.user(user.email), undefined)
    }
    assert.equal(statusOf(await undo(code)), 200)
    assert.equal((await userOf(user)).email, user.email)
  })

  it('is not taken by many writers at the moment at which it becomes free', async () => {
    const user = await newUser()
    const email = newEmail()
    const other = await newUser()
    dataOf(await ask(user, email))
    const { code } = await changeMail(email)
    const person = { email: user.email, first_name: 'Other' }
    const writers: (() => Promise<Answer>)[] = [
      () => call('/api/users/create', person),
      () => service().call('POST', '/api/users', { json: [person, { ...person, email: newEmail() }] }),
      () => post('/api/signup', null, { ...person, password: PASSWORD }),
      () => service().call('PATCH', `/api/users/${other.id}`, { json: { email: user.email } }),
      () => create({ email: user.email }),
    ]
    const [confirmed, ...answers] = await Promise.all([
      confirm(user, { code }),
      ...Array.from({ length: MANY }, (_, index) =>
        (writers[index % writers.length] as () => Promise<Answer>)(),
      ),
    ])
    assert.equal(confirmed.status, 200)
    for (const { status, body } of answers) assert.equal(status, 409, JSON.stringify(body))
    assert.equal(await at.user(user.email), undefined)
  })
})

describe('API6: an invitation', () => {
  it('that 32 accept at once makes one user', async () => {
    const { email, code } = await invited()
    const answers = await Promise.all(Array.from({ length: MANY }, () => accept(code)))
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    for (const answer of answers) if (answer.status !== 201) assertRefused(answer, INVALID_CODE)
    const { db } = service().connection
    const users = await db.selectFrom('users').where('email', '=', email).select('id').execute()
    assert.equal(users.length, 1)
  })

  it('is accepted before its inviter is deactivated, or not at all, in both orders', async () => {
    for (const order of [0, 1]) {
      const inviter = await makeActor(service(), ['can-invite-users', 'can-assign-roles'])
      const { email, code } = await invited({}, inviter.token)
      const deactivate = () =>
        service().call('PATCH', `/api/users/${inviter.id}`, { json: { is_active: false } })
      const calls = [() => accept(code), deactivate]
      if (order) calls.reverse()
      const answers = await Promise.all(calls.map((call) => call()))
      const [accepted, deactivated] = (order ? answers.reverse() : answers) as [Answer, Answer]
      assert.equal(deactivated.status, 200)
      if (accepted.status === 201) assert.equal((await at.user(email)).email, email)
      else {
        assertRefused(accepted, INVALID_CODE)
        assert.equal(await at.user(email), undefined)
      }
      await assertRefusedUnchanged(service(), () => accept(code), INVALID_CODE)
    }
  })
})
