// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { settingsAsMarkdown } from '../../server/config/config.ts'
import { prepare } from '../../server/prepare.ts'
import { dataOf } from '../support/actors.ts'
import type { Answer } from '../support/answer.ts'
import { mailFiles } from '../support/mail.ts'
import { temporaryFolder } from '../support/process.ts'
import { type Service, startService } from '../support/service.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** The curl commands of a section of the README, in order. */
const commandsIn = (heading: string): string[] => {
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) as string
  return [...section.matchAll(/^curl .*$/gm)].map(([command]) => command)
}

interface Command {
  method: string
  path: string
  headers: Record<string, string>
  payload: string | undefined
}

/** Reads a curl command as a shell would: quotes, and only the options that the README uses. */
function readCommand(text: string, token: string): Command {
  const words = [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  )
  const command: Command = { method: 'GET', path: '', headers: {}, payload: undefined }
  for (let index = 1; index < words.length; index++) {
    const word = words[index] as string
    if (word === '-X') command.method = words[++index] as string
    else if (word === '-d') command.payload = words[++index] as string
    else if (word === '-H') {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(words[++index] as string) ?? []
      command.headers[name] = value.replace('$TOKEN', token)
    } else {
      const { pathname, search } = new URL(word)
      command.path = pathname + search
    }
  }
  return command
}

const runOn = (service: Service, text: string, token = ''): Promise<Answer> => {
  const { method, path, headers, payload } = readCommand(text, token)
  return service.call(method, path, { token: null, headers, ...(payload !== undefined && { payload }) })
}

describe('The README', () => {
  let service: Service
  let token = ''

  before(async () => {
    service = await startService({ adminEmail: undefined, adminPassword: undefined })
  })
  after(() => service.stop())

  const run = (text: string) => runOn(service, text, token)

  it('lists every setting', () => {
    assert.ok(
      readme.includes(settingsAsMarkdown()),
      'the table of settings is not that of server/config/config.ts',
    )
  })

  it('contains commands that work word for word: set up, sign in, create a user, assign a role, check, explain, create a token', async () => {
    const commands = commandsIn('Start')
    const [setUp, signIn, create, assign, check, explain, makeToken] = commands
    assert.equal(commands.length, 7)
    const { firstAdministrator } = await prepare(service.connection, service.config)
    assert.ok(firstAdministrator?.kind === 'setup-code')
    assert.equal((await run((setUp as string).replace('rc_…', firstAdministrator.code))).status, 201)
    const signedIn = await run(signIn as string)
    assert.equal(signedIn.status, 200)
    token = signedIn.body.data.item.api_token
    const created = await run(create as string)
    assert.equal(created.status, 201)
    assert.equal(created.body.data.item.id, 2, 'the id that the next command uses')
    assert.equal((await run(check as string)).body.data, false)
    assert.equal((await run(assign as string)).status, 200)
    assert.equal((await run(check as string)).body.data, true)
    const { allowed, change } = (await run(explain as string)).body.data
    assert.deepEqual([allowed, change.length], [false, 1])
    const made = await run(makeToken as string)
    assert.equal(made.status, 201)
    assert.deepEqual(made.body.data.item.permissions, ['can-read-taxonomies'])
  })
})

describe('The README, with SIGNUP=verify', () => {
  let service: Service
  const data = temporaryFolder()
  after(data.remove)
  before(async () => {
    service = await startService({ signup: 'verify', dataFolder: data.path })
  })
  after(() => service.stop())

  const run = (text: string) => runOn(service, text)

  /** The code of the last mail to somebody, as the README tells to find it: from the text of the file, as an editor shows it. */
  async function mailedCode(address: string): Promise<string> {
    await service.runJob('send-mails')
    const folder = join(data.path, 'mail')
    const files = mailFiles(service).map((name) => readFileSync(join(folder, name), 'utf8'))
    const file = files.findLast((text) => text.includes(`\r\nTo: ${address}\r\n`))
    const links = [...(file ?? '').matchAll(/^https?:\S+#(\S+)\r$/gm)]
    return links[0]?.[1] as string
  }

  it('contains commands that work word for word: sign up, verify, forget a password, reset it, invite, accept', async () => {
    const commands = commandsIn('Accounts by mail')
    const [signUp, verify, forgot, reset, invite, accept] = commands
    assert.equal(commands.length, 6)
    const mail = 'mary@example.com'
    const withCode = async (text: string | undefined, address = mail) =>
      (text as string).replace('…', await mailedCode(address))
    assert.equal((await run(signUp as string)).status, 201)
    const verified = await run(await withCode(verify))
    assert.equal(verified.body.data.item.email, mail)
    assert.equal((await run(forgot as string)).status, 202)
    assert.equal((await run(await withCode(reset))).status, 200)
    const password = /"password": "([^"]+)"/.exec(reset as string)?.[1]
    const signedIn = await service.call('POST', '/api/signin', {
      token: null,
      json: { email: mail, password },
    })
    assert.equal(signedIn.status, 200)
    assert.equal((await runOn(service, invite as string, service.token)).status, 201)
    const accepted = await run(await withCode(accept, 'emmy@example.com'))
    assert.equal(accepted.body.data.item.first_name, 'Emmy')
    const { roles } = dataOf(await service.call('GET', `/api/users/id/${accepted.body.data.item.id}/roles`))
    assert.ok(roles.data.some(({ slug }: { slug: string }) => slug === 'editor'))
  })
})
