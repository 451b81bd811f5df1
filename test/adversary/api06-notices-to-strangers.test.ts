// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { MailKind } from '../../contract/mails.ts'
import { dataOf } from '../support/actors.ts'
import { enrol, makeSignedIn } from '../support/factors.ts'
import { mailsTo, waitingMails } from '../support/mail.ts'
import { type Service, signIn, startService } from '../support/service.ts'

/** API6: with SIGNUP=open, a stranger signs up with the address of somebody else, and has the service write to them. */

const PASSWORD = 'a phrase of my own'
const MAILS_PER_HOUR = 5
const HOUR_MS = 3_600_000

let service: Service
let folder: string
let count = 0
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rolecall-mail-'))
  service = await startService({ dataFolder: folder })
})
after(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const post = (token: string | null, path: string, json: object = {}) =>
  service.call('POST', path, { token, json })

/** @returns the address of the victim, and the token of the stranger who has signed up with it */
async function signedUp(): Promise<{ email: string; token: string }> {
  const email = `victim${++count}@example.com`
  dataOf(await post(null, '/api/signup', { email, first_name: 'Ada', password: PASSWORD }))
  return { email, token: await signIn(service, email, PASSWORD) }
}

const mailsOf = async (email: string, kind: MailKind) => (await waitingMails(service, email, kind)).length

async function changePasswords(token: string, times: number): Promise<void> {
  let current_password = PASSWORD
  for (let i = 0; i < times; i += 1) {
    const password = `${PASSWORD} ${i}`
    dataOf(await post(token, '/api/password/change', { current_password, password }))
    current_password = password
  }
}

/** Tokens that are revoked at once: the number of those that work limits nothing. */
async function makeTokens(email: string, token: string, times: number, name = 'Export'): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    const path = `/api/users/email/${email}/tokens`
    const { item } = dataOf(await post(token, `${path}/create`, { name, expires_at: null }))
    dataOf(await post(token, `${path}/${item.id}/revoke`))
  }
}

describe('API6: notices to an address that nobody has verified', () => {
  it('are at most five an hour of each kind, whatever a stranger does with the account', async () => {
    const { email, token } = await signedUp()
    await changePasswords(token, MAILS_PER_HOUR + 2)
    await makeTokens(email, token, MAILS_PER_HOUR + 2)
    for (const kind of ['password-changed', 'token-created'] as const)
      assert.equal(await mailsOf(email, kind), MAILS_PER_HOUR, kind)
    service.clock.advance(HOUR_MS)
    // Making a token needs a recent proof, such as a sign-in.
    await makeTokens(email, await signIn(service, email, `${PASSWORD} ${MAILS_PER_HOUR + 1}`), 1)
    assert.equal(await mailsOf(email, 'token-created'), MAILS_PER_HOUR + 1)
  })

  it('used up by a stranger keep no notice from the owner once they have verified it', async () => {
    const { email, token } = await signedUp()
    await changePasswords(token, MAILS_PER_HOUR)
    dataOf(await post(null, '/api/password/forgot', { email }))
    const [{ code }] = await waitingMails(service, email, 'reset')
    dataOf(await post(null, '/api/password/reset', { code, password: PASSWORD }))
    assert.equal(await mailsOf(email, 'password-changed'), MAILS_PER_HOUR + 1)
    await changePasswords(await signIn(service, email, PASSWORD), 2)
    assert.equal(await mailsOf(email, 'password-changed'), MAILS_PER_HOUR + 3)
  })
})

describe('API6: a notice', () => {
  const textOf = async (email: string) => {
    await service.runJob('send-mails')
    const mail = (await mailsTo(service, email)).at(-1)
    assert.ok(mail)
    return `${mail.subject}\n${mail.text}\n${mail.html}`
  }

  it('does not say what a stranger calls a token, if a mail program would make a link of it', async () => {
    const names: [name: string, isSaid: boolean][] = [
      ['Your account is locked: https://evil.example/unlock', false],
      ['Sign in at evil.example', false],
      ['Call +44 7946 0958', false],
      ['Nightly export', true],
    ]
    for (const [name, isSaid] of names) {
      const { email, token } = await signedUp()
      await makeTokens(email, token, 1, name)
      const text = await textOf(email)
      assert.equal(text.includes(name), isSaid, text)
      assert.match(text, isSaid ? /The token “Nightly export” was created/ : /A token was created for your/)
      assert.doesNotMatch(text, /evil|7946/)
    }
  })

  it('does not say what a thief calls a factor, if a mail program would make a link of it', async () => {
    for (const [name, said] of [
      ['See evil.example', 'A second factor was added to your account'],
      ['Phone', 'Phone was added to your account'],
    ] as const) {
      const user = await makeSignedIn(service)
      await enrol(service, user.token, { name })
      const text = await textOf(user.email)
      assert.ok(text.includes(said), text)
      assert.doesNotMatch(text, /evil/)
    }
  })
})
