// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { dataOf, makeUser } from '../support/actors.ts'
import { mailFiles, mailsTo, storedMail, waitingMails } from '../support/mail.ts'
import { dumpOf } from '../support/refusals.ts'
import { type Service, startService } from '../support/service.ts'

/** API8: mail as a weapon: what people type into it, where its links lead, and what happens to those who only look at it. */

const PASSWORD = 'a phrase of my own'
let service: Service
let folder: string
let count = 0
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rolecall-mail-'))
  service = await startService({
    signup: 'verify',
    dataFolder: folder,
    publicUrl: 'https://accounts.example.com',
  })
})
after(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (path: string, json: object, headers: Record<string, string> = {}) =>
  service.call('POST', path, { token: null, json, headers })
const arrived = async (email: string) => {
  await service.runJob('send-mails')
  const [mail] = await mailsTo(service, email)
  assert.ok(mail, email)
  return mail
}

describe('API8: mails', () => {
  const POISONS: Record<string, string>[] = [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript', 'x-forwarded-port': '1' },
    { forwarded: 'host=evil.example;proto=https' },
    { origin: 'https://evil.example', referer: 'https://evil.example/' },
    { 'x-original-url': 'https://evil.example/', 'x-rewrite-url': 'https://evil.example/' },
    { 'accept-language': `fr;evil.example, ${'x'.repeat(4000)}` },
  ]

  it('lead only to PUBLIC_URL, whatever host, proxy or language a request names', async () => {
    for (const headers of POISONS) {
      const { email } = await makeUser(service, { email: `poison${++count}@example.com` })
      assert.equal((await ask('/api/password/forgot', { email }, headers)).status, 202)
      const { html = '', text = '' } = await arrived(email)
      const links = [...`${text} ${html}`.matchAll(/https?:\/\/[^/\s"<]+/g)].map(([origin]) => origin)
      assert.deepEqual([...new Set(links)], ['https://accounts.example.com'])
      assert.doesNotMatch(`${text} ${html}`, /evil/)
    }
  })

  it('lead to this machine without PUBLIC_URL, in every flow that mails a link: never to the host of a request', async () => {
    const data = mkdtempSync(join(tmpdir(), 'rolecall-mail-'))
    const plain = await startService({ signup: 'verify', dataFolder: data, trustProxy: true })
    const headers = Object.assign({}, ...POISONS.slice(0, 5)) as Record<string, string>
    const post = async (token: string | null, path: string, json: object = {}) =>
      dataOf(await plain.call('POST', path, { token, json, headers }))
    const email = (name: string) => `${name}@example.com`
    try {
      const origin = new URL(await plain.app.listen({ host: '127.0.0.1', port: 0 }))
      const user = await makeUser(plain, { email: email('user'), password: PASSWORD })
      await post(null, '/api/password/forgot', { email: user.email })
      await post(plain.token, `/api/users/id/${user.id}/send-reset`)
      await post(user.token, '/api/email/verify')
      await post(null, '/api/signup', { email: user.email, first_name: 'Ada', password: PASSWORD })
      await post(null, '/api/signup', { email: email('new'), first_name: 'Ada', password: PASSWORD })
      await post(null, '/api/signup/resend', { email: email('new') })
      const { item } = await post(plain.token, '/api/invitations/create', { email: email('invited') })
      await post(plain.token, `/api/registrations/id/${item.id}/resend`)
      await post(null, '/api/signup/resend', { email: email('invited') })
      const other = { email: email('other'), current_password: PASSWORD }
      await post(user.token, '/api/email/change', other)
      const [{ code }] = await waitingMails(plain, other.email, 'email-change')
      await post(user.token, '/api/email/confirm', { code })
      await plain.runJob('send-mails')
      const mails = await Promise.all(
        ['user', 'new', 'invited', 'other'].map((each) => mailsTo(plain, email(each))),
      )
      const texts = mails.flat().map(({ text = '', html = '' }) => `${text} ${html}`)
      assert.equal(texts.length, 11)
      for (const text of texts) {
        const links = [...text.matchAll(/https?:\/\/[^/\s"<]+/g)].map(([origin]) => origin)
        assert.deepEqual([...new Set(links)], [`http://localhost:${origin.port}`])
        assert.doesNotMatch(text, /evil/)
      }
    } finally {
      await plain.stop()
      rmSync(data, { recursive: true, force: true })
    }
  })

  it('say nothing that a stranger typed: no name, tag, template, header or link', async () => {
    const names = [
      '{{ link }}{% raw %}',
      '{{ "x" | times: 99999999 }}',
      '<img src=//evil.example/x onerror=alert(1)>',
      '[Click](https://evil.example)',
      '=?utf-8?q?Bcc:_victim=40example.com?=',
      '\u0001dead\u0002',
      'evil\u3002example',
      '# 12345678',
      '~ > quote',
    ]
    for (const name of names) {
      const email = `typed${++count}@example.com`
      const profile = { first_name: name.slice(0, 150), display_name: name.slice(0, 50), title: name }
      const answer = await ask('/api/signup', { email, password: PASSWORD, ...profile })
      // Control characters are refused.
      if (answer.status === 422) continue
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      const mail = await arrived(email)
      assert.equal(mail.subject, 'Confirm your email address for Rolecall')
      assert.match(mail.text ?? '', /^Hello,/)
      assert.ok(!`${mail.text}${mail.html}`.includes(name), name)
      assert.deepEqual(
        mail.to?.map(({ address, name }) => [address, name]),
        [[email, '']],
      )
      assert.equal(mail.bcc ?? mail.cc, undefined)
    }
    for (const name of mailFiles(service)) assert.match(name, /^[\dTZ-]+-[a-z-]+-\d+\.eml$/)
  })

  it('go to one mailbox: an address that a mail program would read as another, or as several, is refused', async () => {
    const addresses = [
      '"a@example.com" <victim@example.com>',
      'a@example.com,victim@example.com',
      'a@example.com;victim@example.com',
      'a@example.com victim@example.com',
      'a@example.com\r\nBcc: victim@example.com',
      'a@example.com\u2028victim@example.com',
      'a@example.com.',
      'a@exämple.com',
      'а@example.com',
      '<victim@example.com>',
      `${'x'.repeat(150)}@example.com`,
    ]
    for (const email of addresses)
      for (const [path, fields] of [
        ['/api/password/forgot', {}],
        ['/api/signup/resend', {}],
        ['/api/signup', { first_name: 'Ada', password: PASSWORD }],
      ] as const) {
        const before = await dumpOf(service)
        assert.equal((await ask(path, { email, ...fields })).status, 422, email)
        assert.deepEqual(await dumpOf(service), before)
      }
    const spaced = `spaced${++count}@example.com`
    await makeUser(service, { email: spaced })
    assert.equal((await ask('/api/password/forgot', { email: `  ${spaced.toUpperCase()}\n` })).status, 202)
    assert.equal((await waitingMails(service, spaced, 'reset')).length, 1)
  })

  it('are opened by scanners without effect: GET, HEAD and an empty POST of every link, and of every path that takes a code', async () => {
    const { email, token } = await makeUser(service, { email: `scanned${++count}@example.com` })
    const signedUp = `scanned${++count}@example.com`
    const invited = `scanned${++count}@example.com`
    dataOf(await ask('/api/password/forgot', { email }))
    dataOf(await service.call('POST', '/api/email/verify', { token, json: {} }))
    dataOf(await ask('/api/signup', { email: signedUp, first_name: 'Ada', password: PASSWORD }))
    dataOf(
      await service.call('POST', '/api/invitations/create', { json: { email: invited, first_name: 'Ada' } }),
    )
    const moved = await makeUser(service, { email: `scanned${++count}@example.com`, password: PASSWORD })
    const [now, next] = [`scanned${++count}@example.com`, `scanned${++count}@example.com`]
    const changeTo = async (email: string) =>
      dataOf(
        await service.call('POST', '/api/email/change', {
          token: moved.token,
          json: { email, current_password: PASSWORD },
        }),
      )
    await changeTo(now)
    const [{ code: change }] = await waitingMails(service, now, 'email-change')
    const { token: ofMoved } = moved
    dataOf(await service.call('POST', '/api/email/confirm', { token: ofMoved, json: { code: change } }))
    await changeTo(next)
    await service.runJob('send-mails')
    const addresses = [email, signedUp, invited, moved.email, next]
    const mails = (await Promise.all(addresses.map((each) => mailsTo(service, each)))).flat()
    const links = mails.flatMap(({ html = '', text = '' }) =>
      [...`${text} ${html}`.matchAll(/https:\/\/accounts\.example\.com([^\s"<#]*)#?([^\s"<]*)/g)].map(
        ([, path, code]) => ({ path: path as string, code: (code as string).replace('undo=', '') }),
      ),
    )
    assert.ok(new Set(links.map(({ path }) => path)).size >= 4, JSON.stringify(links))
    const before = await dumpOf(service)
    for (const { path, code } of links) {
      const api = [
        '/api/password/reset',
        '/api/signup/verify',
        '/api/email/confirm',
        '/api/invitations/accept',
        '/api/email/undo',
      ]
      // Some scanners send what follows # to the server.
      for (const url of [path, `${path}?code=${code}`, ...api, ...api.map((each) => `${each}?code=${code}`)])
        for (const method of ['GET', 'HEAD', 'POST'] as const) {
          // Nothing but the code undoes a change: that is the call of the page, which no scanner makes of a link.
          if (method === 'POST' && url.startsWith('/api/email/undo?')) continue
          const answer = await service.app.inject({ method, url, ...(method === 'POST' && { payload: '' }) })
          assert.ok(answer.statusCode < 300 || answer.statusCode >= 400, `${method} ${url} redirects`)
          assert.ok(answer.statusCode < 500, `${method} ${url}: ${answer.statusCode}`)
        }
    }
    assert.deepEqual(await dumpOf(service), before)
    const undo = links.filter(({ path }) => path === '/change-email')
    assert.ok(undo.length >= 3, 'of a verification, a change, and its undo')
    const reset = links.find(({ path }) => path === '/reset')
    dataOf(await ask('/api/password/reset', { code: reset?.code, password: PASSWORD }))
  })
})

describe('API8: the folder of mails that are files', () => {
  it('cannot be written for a while: nothing is lost, and no part of a mail is left', async () => {
    const { email } = await makeUser(service, { email: `waits${++count}@example.com` })
    await service.runJob('send-mails')
    const mail = join(folder, 'mail')
    rmSync(mail, { recursive: true, force: true })
    // In the way of the folder: also root cannot write.
    writeFileSync(mail, '')
    dataOf(await ask('/api/password/forgot', { email }))
    await service.runJob('send-mails')
    const waiting = await storedMail(service, email)
    assert.deepEqual([waiting.state, waiting.attempts], ['waiting', 1])
    assert.match(waiting.reply as string, /cannot be written/)
    rmSync(mail)
    service.clock.advance(2 * 60_000)
    await service.runJob('send-mails')
    assert.equal((await storedMail(service, email)).state, 'sent')
    assert.equal((await mailsTo(service, email)).length, 1)
  })
})
