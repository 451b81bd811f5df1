// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { MailKind } from '../../contract/mails.ts'
import { MAILS_PER_HOUR } from '../../server/mail/outbox.ts'
import { dataOf, makeUser } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { waitingMails } from '../support/mail.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Service, startService } from '../support/service.ts'
import {
  assertSignedIn,
  cookieOf,
  from,
  newAddress,
  newEmail,
  RIGHT,
  signInFrom,
} from '../support/sign-ins.ts'

/** API6: a mailbox is filled by a stranger who asks from many networks, or its owner is kept from a new password by that. */

const LIMIT = 4
const HOUR_MS = 3_600_000
const INVALID = { status: 422, code: 'invalid_code', details: [['code', 'invalid_code']] } as const

let service: Service
before(async () => {
  service = await startService({
    signup: 'verify',
    signinCode: 'on',
    signinRateLimit: LIMIT,
    trustProxy: true,
  })
})
after(() => service.stop())

const post = (path: string, json: object = {}, options: { token?: string | null; ip?: string } = {}) =>
  service.call('POST', path, {
    token: options.token ?? null,
    json,
    headers: from(options.ip ?? newAddress()),
  })
const forgot = (email: string, headers: Record<string, string>) =>
  service.call('POST', '/api/password/forgot', { token: null, json: { email }, headers })
const mailsOf = async (email: string, kind: MailKind) => (await waitingMails(service, email, kind)).length

interface Bombing {
  kind: MailKind
  by: string
  /** @returns the address that gets the mails, and what causes one */
  arrange: () => Promise<{ email: string; ask: () => Promise<Answer> }>
}

const signUp = (email: string) => post('/api/signup', { email, first_name: 'Ada', password: RIGHT })
const invite = (email: string) => post('/api/invitations/create', { email }, { token: service.token })
const ofUser = async (ask: (email: string) => Promise<Answer>) => {
  const { email } = await makeUser(service, { email: newEmail() })
  return { email, ask: () => ask(email) }
}

/** A sign-up is also limited by its address: SIGNIN_RATE_LIMIT is spent after some, and lets one more through each minute. */
const everyMinute = (ask: () => Promise<Answer>) => () => {
  service.clock.advance(60_000)
  return ask()
}

const BOMBINGS: Bombing[] = [
  {
    kind: 'reset',
    by: 'whoever forgot a password',
    arrange: () => ofUser((email) => post('/api/password/forgot', { email })),
  },
  {
    kind: 'reset',
    by: 'administrators',
    arrange: async () => {
      const { id, email } = await makeUser(service, { email: newEmail() })
      return { email, ask: () => post(`/api/users/id/${id}/send-reset`, {}, { token: service.token }) }
    },
  },
  {
    kind: 'signin-code',
    by: 'whoever signs in without a password',
    arrange: () => ofUser((email) => post('/api/signin/code', { email })),
  },
  {
    kind: 'verify',
    by: 'whoever asks for another',
    arrange: async () => {
      const email = newEmail()
      dataOf(await signUp(email))
      return { email, ask: () => post('/api/signup/resend', { email }) }
    },
  },
  {
    kind: 'verify',
    by: 'sign-ups',
    arrange: async () => {
      const email = newEmail()
      return { email, ask: everyMinute(() => signUp(email)) }
    },
  },
  {
    kind: 'already-registered',
    by: 'sign-ups with the address of a user',
    arrange: async () => {
      const { email, ask } = await ofUser(signUp)
      return { email, ask: everyMinute(ask) }
    },
  },
  {
    kind: 'invitation',
    by: 'inviters',
    arrange: async () => {
      const email = newEmail()
      return { email, ask: () => invite(email) }
    },
  },
  {
    kind: 'invitation-reminder',
    by: 'sign-ups with an invited address',
    arrange: async () => {
      const email = newEmail()
      dataOf(await invite(email))
      return { email, ask: () => post('/api/signup/resend', { email }) }
    },
  },
  {
    kind: 'email-verify',
    by: 'its user',
    arrange: async () => {
      const { email, token } = await makeUser(service, { email: newEmail() })
      return { email, ask: () => post('/api/email/verify', {}, { token }) }
    },
  },
  {
    // Each account asks for five addresses an hour: a stranger has more than one.
    kind: 'email-change',
    by: 'users who ask for the address',
    arrange: async () => {
      const email = newEmail()
      const ask = async () => {
        const { token } = await makeUser(service, { password: RIGHT })
        return post('/api/email/change', { email, current_password: RIGHT }, { token })
      }
      return { email, ask }
    },
  },
]

describe('API6: the mails that can be caused for an address', () => {
  for (const { kind, by, arrange } of BOMBINGS)
    it(`are five of the kind ${kind} in an hour by ${by}, from many networks, with the same answer beyond`, async () => {
      const { email, ask } = await arrange()
      const shapes = new Set<string>()
      for (let asked = 0; asked < MAILS_PER_HOUR + 3; asked++) {
        const { status, body } = await ask()
        shapes.add(JSON.stringify([status, body.messages, Object.keys(body.data)]))
      }
      assert.equal(shapes.size, 1, [...shapes].join())
      assert.match([...shapes][0] as string, /^\[20[12],/)
      assert.equal(await mailsOf(email, kind), MAILS_PER_HOUR)
      service.clock.advance(HOUR_MS)
      assert.ok((await ask()).status < 300)
      assert.equal(await mailsOf(email, kind), MAILS_PER_HOUR + 1)
    })
})

describe('API6: a user whose mails of an hour strangers have used up', () => {
  const silenced = async () => {
    const { id, email } = await makeUser(service, { email: newEmail(), password: RIGHT })
    const home = newAddress()
    const device = cookieOf(assertSignedIn(await signInFrom(service, email, home, RIGHT)))
    for (let asked = 0; asked < MAILS_PER_HOUR + 1; asked++)
      assert.equal((await forgot(email, from(newAddress()))).status, 202)
    assert.equal(await mailsOf(email, 'reset'), MAILS_PER_HOUR)
    return { id, email, home, device }
  }

  it('still gets a new password from a network where they have signed in', async () => {
    const { email, home } = await silenced()
    dataOf(await forgot(email, from(home)))
    assert.equal(await mailsOf(email, 'reset'), MAILS_PER_HOUR + 1)
    const { code } = (await waitingMails(service, email, 'reset')).at(-1)
    dataOf(await post('/api/password/reset', { code, password: 'another phrase of mine' }))
  })

  it('still gets one with a device on which they have signed in, from any network', async () => {
    const { email, device } = await silenced()
    dataOf(await forgot(email, { ...from(newAddress()), cookie: device }))
    assert.equal(await mailsOf(email, 'reset'), MAILS_PER_HOUR + 1)
    for (const cookie of [`rolecall-device=${'A'.repeat(43)}`, `${device}x`])
      dataOf(await forgot(email, { ...from(newAddress()), cookie }))
    assert.equal(await mailsOf(email, 'reset'), MAILS_PER_HOUR + 1)
  })

  it('still gets one from an administrator', async () => {
    const { id, email } = await silenced()
    dataOf(await post(`/api/users/id/${id}/send-reset`, {}, { token: service.token }))
    assert.equal(await mailsOf(email, 'reset'), MAILS_PER_HOUR + 1)
    const { code } = (await waitingMails(service, email, 'reset')).at(-1)
    dataOf(await post('/api/password/reset', { code, password: 'another phrase of mine' }))
  })

  it('still gets one that an administrator sends again from the outbox', async () => {
    const { id, email } = await silenced()
    await service.runJob('send-mails')
    const { list } = dataOf(
      await service.call('GET', '/api/mails', { query: { user_id: String(id), kind: 'reset' } }),
    )
    dataOf(await post(`/api/mails/${list.data[0].id}/resend`, {}, { token: service.token }))
    assert.equal(await mailsOf(email, 'reset'), 1)
  })
})

describe('API6: somebody who signs up, and whose mails of an hour strangers have used up', () => {
  it('still gets one from an administrator', async () => {
    const email = newEmail()
    dataOf(await signUp(email))
    for (let asked = 0; asked < MAILS_PER_HOUR; asked++) dataOf(await post('/api/signup/resend', { email }))
    assert.equal(await mailsOf(email, 'verify'), MAILS_PER_HOUR)
    dataOf(await post(`/api/registrations/email/${email}/resend`, {}, { token: service.token }))
    assert.equal(await mailsOf(email, 'verify'), MAILS_PER_HOUR + 1)
  })
})

describe('API6: whoever asks for mails from one network', () => {
  const asking: [path: string, json: () => object, isSignedIn: boolean][] = [
    ['/api/password/forgot', () => ({ email: newEmail() }), false],
    ['/api/signin/code', () => ({ email: newEmail() }), false],
    ['/api/signup/resend', () => ({ email: newEmail() }), false],
    ['/api/signup', () => ({ email: newEmail(), first_name: 'Ada', password: RIGHT }), false],
    ['/api/email/verify', () => ({}), true],
    ['/api/email/change', () => ({ email: newEmail(), current_password: RIGHT }), true],
  ]
  for (const [path, json, isSignedIn] of asking)
    it(`is limited at ${path}, whatever addresses they name`, async () => {
      const ip = newAddress()
      const statuses: number[] = []
      for (let asked = 0; asked <= LIMIT; asked++) {
        const token = isSignedIn ? (await makeUser(service, { password: RIGHT })).token : null
        statuses.push((await post(path, json(), { token, ip })).status)
      }
      assert.deepEqual(
        statuses.map((status) => status < 300),
        [...Array(LIMIT).fill(true), false],
        statuses.join(),
      )
      assert.equal(statuses.at(-1), 429)
    })
})

describe('API6: whoever tries codes from one network', () => {
  const person = { password: RIGHT, first_name: 'Ada' }
  const paths: [path: string, fields: object, isSignedIn?: true][] = [
    ['/api/password/reset', { password: RIGHT }],
    ['/api/signup/verify', { password: RIGHT }],
    ['/api/invitations/look', {}],
    ['/api/invitations/accept', person],
    ['/api/email/undo', {}],
    ['/api/email/confirm', {}, true],
    ['/api/signin', { request: 'x'.repeat(43) }],
  ]
  for (const [path, fields, isSignedIn] of paths)
    it(`is limited at ${path}, also with the others`, async () => {
      const ip = newAddress()
      const token = isSignedIn ? (await makeUser(service)).token : null
      const wrong = (at: string, fields: object, as: string | null) =>
        post(at, { code: 'x'.repeat(43), ...fields }, { token: as, ip })
      for (let tried = 0; tried < LIMIT; tried++) assertRefused(await wrong(path, fields, token), INVALID)
      const limited = { status: 429, code: 'too_many_requests' } as const
      assertRefused(await wrong(path, fields, token), limited)
      assertRefused(await wrong('/api/password/reset', { password: RIGHT }, null), limited)
    })

  it('keeps nobody there from using the right one', async () => {
    const ip = newAddress()
    for (let tried = 0; tried <= LIMIT; tried++)
      await post('/api/email/undo', { code: 'x'.repeat(43) }, { ip })
    const email = newEmail()
    dataOf(await invite(email))
    const [{ code }] = await waitingMails(service, email, 'invitation')
    dataOf(await post('/api/invitations/look', { code }, { ip }))
    assert.equal((await post('/api/invitations/accept', { code, ...person }, { ip })).status, 201)
  })
})
