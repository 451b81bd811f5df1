// Engines: SQLite
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freePort } from '../support/free-port.ts'
import { runHere, temporaryFolders } from '../support/process.ts'
import { type Receiver, startReceiver, stopServers } from '../support/smtp.ts'

after(stopServers)

const newFolder = temporaryFolders()
let receiver: Receiver
before(async () => {
  receiver = await startReceiver()
})

const SECRET = 'a secret of ann'
const testMail = (cwd: string, env: Record<string, string> = {}, to = 'you@example.com') =>
  runHere(cwd, ['mail', 'test', '--to', to], env)
const urlOf = (port: number) => `smtp://ann:${encodeURIComponent(SECRET)}@127.0.0.1:${port}`

describe('rolecall mail test', () => {
  it('sends one mail and prints the conversation without the password; it needs no database', async () => {
    receiver.accept()
    const folder = newFolder()
    const env = { MAIL_URL: urlOf(receiver.server.port), MAIL_FROM: 'Example <a@example.com>' }
    const { code, out, err } = await testMail(folder, env)
    assert.equal(code, 0, err)
    assert.equal(err, 'The server accepted the mail to you@example.com.\n')
    const [mail] = receiver.received
    assert.deepEqual([mail?.recipient, mail?.subject], ['you@example.com', 'A test from Rolecall'])
    for (const line of [/^S: 220 /m, /^C: EHLO /m, /^C: MAIL FROM:<a@example\.com>/m, /^S: 250 /m])
      assert.match(out, line)
    for (const secret of [SECRET, Buffer.from(`\0ann\0${SECRET}`).toString('base64'), btoa(SECRET)])
      assert.ok(!`${out}${err}`.includes(secret))
    assert.deepEqual(readdirSync(folder), [])
  })

  it('says why the mail could not be sent', async () => {
    const env = { MAIL_URL: urlOf(receiver.server.port), MAIL_FROM: 'a@example.com' }
    receiver.behave({ password: () => false })
    const wrong = await testMail(newFolder(), env)
    assert.deepEqual(
      [wrong.code, wrong.err],
      [1, 'error: The mail could not be sent: AUTH PLAIN: 535 5.7.8 wrong password\n'],
    )
    receiver.behave({ recipient: () => ({ code: 550, text: '5.1.1 unknown' }) })
    assert.match((await testMail(newFolder(), env)).err, /could not be sent: 550 5\.1\.1 unknown\n$/)
    const down = await testMail(newFolder(), { ...env, MAIL_URL: urlOf(await freePort()) })
    assert.match(down.err, /^error: The mail could not be sent: .*ECONNREFUSED/)
    assert.match((await testMail(newFolder(), env, 'nobody')).err, /--to must be an email address/)
  })

  it('writes a file without MAIL_URL', async () => {
    const folder = newFolder()
    const { code, err } = await testMail(folder, { DEFAULT_LANGUAGE: 'fr' })
    assert.equal(code, 0, err)
    const [name = ''] = readdirSync(join(folder, 'data/mail'))
    assert.match(name, /^\d{4}-.*Z-test-0\.eml$/)
    assert.equal(err, `MAIL_URL is not set. Written to ${join(folder, 'data/mail', name)}.\n`)
    assert.match(readFileSync(join(folder, 'data/mail', name), 'utf8'), /Content-Language: fr/)
  })
})
