// Engines: SQLite
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { temporaryFolder } from '../support/process.ts'
import { ADMIN, type Service, startService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../..')
const GENERATOR = join(ROOT, 'client/node_modules/openapi-typescript/bin/cli.js')
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')

/** The README's story, written with only the generated types. */
const STORY = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

const [baseUrl = '', email = '', password = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl })

const signedIn = await client.POST('/api/signin', { body: { email, password } })
if (!signedIn.data) throw new Error(signedIn.error.errors.join(' '))
// Absent only with session=cookie, which this program does not ask for.
const token: string = signedIn.data.data.item.api_token ?? ''
client.use({
  onRequest: ({ request }) => request.headers.set('authorization', 'Bearer ' + token),
})

const body = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace', password: 'analytical engines' }
const created = await client.POST('/api/users/create', { body })
if (!created.data) throw new Error(created.error.errors.join(' '))
const { id, name } = created.data.data.item

const permission = { column: 'email' as const, value: 'ada@example.com', slug: 'can-update-taxonomies' }
const check = () =>
  client.GET('/api/users/{column}/{value}/permissions/{slug}', { params: { path: permission } })
const earlier = (await check()).data?.data === true
const given = await client.POST('/api/users/{id}/relationships/roles', {
  params: { path: { id: String(id) } },
  body: ['editor'],
})
const later = (await check()).data?.data === true

const again = await client.POST('/api/users/create', { body })
const refusal = again.error?.code
console.log(JSON.stringify({ id, name, earlier, given: given.response.status, later, refusal }))
`

/** Mistakes in the story: the correct part, the mistake, and the expected compiler error. */
const MISTAKES: Record<string, { right: string; wrong: string; error: RegExp }> = {
  'a misspelt field': {
    right: '{ body: { email, password } }',
    wrong: '{ body: { email, pasword: password } }',
    error: /'pasword' does not exist/,
  },
  'a value of another type': {
    right: '{ id: String(id) }',
    wrong: '{ id }',
    error: /'number' is not assignable to type 'string'/,
  },
  'an unknown field of a response': {
    right: '{ id, name } =',
    wrong: '{ id, fullname: name } =',
    error: /'fullname' does not exist/,
  },
  'an unknown path': {
    right: "'/api/users/{id}/relationships/roles'",
    wrong: "'/api/users/{id}/relationships/rolls'",
    error: /rolls/,
  },
}

const programs = [STORY, ...Object.values(MISTAKES).map(({ right, wrong }) => STORY.replace(right, wrong))]
const nameOf = (index: number) => `story-${index}.mts`

describe('A client generated from the served description', () => {
  const folder = temporaryFolder()
  let service: Service
  let origin = ''
  /** The output of the compiler for all programs. */
  let output: string[] = []
  const run = (script: string, args: string[]) =>
    promisify(execFile)(process.execPath, [script, ...args], { cwd: folder.path })
  const write = (name: string, content: string) => writeFileSync(join(folder.path, name), content)

  before(async () => {
    service = await startService()
    origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
    write('openapi.json', await (await fetch(`${origin}/openapi.json`)).text())
    symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'))
    await run(GENERATOR, ['openapi.json', '--output', 'schema.d.ts'])
    for (const [index, program] of programs.entries()) write(nameOf(index), program)
    const settings = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--types', 'node']
    const target = ['--module', 'nodenext', '--target', 'esnext']
    const { stdout } = await run(COMPILER, [
      ...settings,
      ...target,
      ...programs.map((_program, index) => nameOf(index)),
    ]).catch((failed: { stdout: string }) => failed)
    output = stdout.split('\n')
  })
  after(async () => {
    await service.stop()
    folder.remove()
  })

  const errorsOf = (index: number) => output.filter((line) => line.startsWith(`${nameOf(index)}(`))

  for (const [index, [name, mistake]] of Object.entries(MISTAKES).entries()) {
    it(`does not compile with ${name}`, () => {
      const [first = '', ...others] = errorsOf(index + 1)
      assert.match(first, mistake.error)
      assert.deepEqual(others, [])
    })
  }

  it("compiles, and runs the README's story", async () => {
    assert.deepEqual(errorsOf(0), [])
    assert.ok(output.join('').includes(nameOf(1)), 'the compiler has read the programs')
    const { stdout } = await run(nameOf(0), [origin, ADMIN.email, ADMIN.password])
    assert.deepEqual(JSON.parse(stdout), {
      id: 2,
      name: 'Ada Lovelace',
      earlier: false,
      given: 200,
      later: true,
      refusal: 'email_taken',
    })
  })
})
