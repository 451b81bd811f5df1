// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { settingsAsMarkdown } from '../../server/config/config.ts'
import { prepare } from '../../server/prepare.ts'
import type { Answer } from '../support/answer.ts'
import { type Service, startService } from '../support/service.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** The curl commands of the README, in order. */
const commands = [...readme.matchAll(/^curl .*$/gm)].map(([command]) => command)

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

describe('The README', () => {
  let service: Service
  let token = ''

  before(async () => {
    service = await startService({ adminEmail: undefined, adminPassword: undefined })
  })
  after(() => service.stop())

  const run = (text: string): Promise<Answer> => {
    const { method, path, headers, payload } = readCommand(text, token)
    return service.call(method, path, { token: null, headers, ...(payload !== undefined && { payload }) })
  }

  it('lists every setting', () => {
    assert.ok(
      readme.includes(settingsAsMarkdown()),
      'the table of settings is not that of server/config/config.ts',
    )
  })

  it('contains commands that work word for word: set up, sign in, create a user, assign a role, check, explain, create a token', async () => {
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
