// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { connect } from '../../server/db/connect.ts'
import { engine, newDatabase, TEST_SECRET } from '../support/databases.ts'
import { ADMINISTRATOR, ask, signInAt } from '../support/http.ts'
import { serveIn, temporaryFolders } from '../support/process.ts'

const ROOT = join(import.meta.dirname, '../..')
const newFolder = temporaryFolders()

interface Ended {
  code: number
  stdout: string
  stderr: string
}

describe('npm run seed', () => {
  let database: Awaited<ReturnType<typeof newDatabase>>
  const settings = () => ({ ...ADMINISTRATOR, SECRET: TEST_SECRET, DATABASE_URL: database.url })
  const seed = (): Promise<Ended> =>
    promisify(execFile)(process.execPath, [join(ROOT, 'bin/seed.ts')], {
      cwd: newFolder(),
      env: settings(),
    }).then(
      (ended) => ({ code: 0, ...ended }),
      (error) => error,
    )
  before(async () => {
    database = await newDatabase()
  })
  after(() => database.drop())

  it('fills a new database that a service can serve', async () => {
    const { code, stdout, stderr } = await seed()
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^The database is filled\. For all commands/)
    assert.ok(!stdout.includes(ADMINISTRATOR.ADMIN_PASSWORD))
    if (engine === 'postgres') assert.ok(!stdout.includes(database.url), 'its password is not shown')
    const service = await serveIn(newFolder(), {
      ...settings(),
      PERMISSIONS_FILE: join(ROOT, 'bin/seed/permissions.json'),
    })
    const token = await signInAt(service.url)
    const total = async (path: string) => (await ask(`${service.url}${path}`, { token })).body.data.list.total
    assert.ok((await total('/api/users')) > 30)
    assert.ok((await total('/api/taxonomies')) > 20)
    assert.ok((await total('/api/registrations?status=email-verified')) > 0)
    const { body } = await ask(`${service.url}/api/users/email/amara.okafor@example.com/roles`, { token })
    assert.ok(body.data.roles.total > 0)
    const tokens = await ask(`${service.url}/api/users/email/${ADMINISTRATOR.ADMIN_EMAIL}/tokens`, { token })
    assert.deepEqual(
      tokens.body.data.list.data.filter(({ name }: { name: string }) => name === 'seed'),
      [],
      'its own token is revoked',
    )
    await service.end('SIGTERM')
  })

  it('changes nothing in a database that is in use', async () => {
    const states = async () => {
      const connection = connect(database.url)
      try {
        return await connection.db.selectFrom('users').select(['id', 'version']).orderBy('id').execute()
      } finally {
        await connection.close()
      }
    }
    const before = await states()
    const { code, stdout, stderr } = await seed()
    assert.equal(code, 1)
    assert.equal(stdout, '')
    assert.match(stderr, /^error: This database has \d+ users and registrations already\. Name a new one/)
    assert.deepEqual(await states(), before)
  })
})

describe('npm run repl', () => {
  it('reports a missing database in one line', async () => {
    const folder = newFolder()
    const ended: Ended = await promisify(execFile)(process.execPath, [join(ROOT, 'bin/repl.ts')], {
      cwd: folder,
      env: { DATABASE_URL: `sqlite:${join(folder, 'none.db')}` },
    }).catch((error) => error)
    assert.equal(ended.code, 1)
    assert.match(ended.stderr, /^error: There is no database at .*\n$/)
  })

  it("evaluates expressions with the service's own modules", async () => {
    const database = await newDatabase()
    const connection = connect(database.url)
    await connection.migrate()
    await connection.close()
    const running = promisify(execFile)(process.execPath, [join(ROOT, 'bin/repl.ts')], {
      cwd: newFolder(),
      env: { DATABASE_URL: database.url },
    })
    running.child.stdin?.end('await db.selectFrom("users").select("id").execute()\nresources.users.table\n')
    const { stdout } = await running
    assert.match(stdout, /rolecall> \[\]/)
    assert.match(stdout, /'users'/)
    await database.drop()
  })
})
