import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach } from 'node:test'
import { type Outcome, runHere, temporaryFolder } from './process.ts'
import { type Service, startService } from './service.ts'

/** A service, and commands on its database in a folder that is new for each test. */
export function useTransfer() {
  let service: Service
  let folder = temporaryFolder()
  before(async () => {
    service = await startService()
  })
  beforeEach(() => {
    folder.remove()
    folder = temporaryFolder()
  })
  after(async () => {
    folder.remove()
    await service.stop()
  })
  const at = {
    service: () => service,
    get folder() {
      return folder.path
    },
    get env() {
      return { DATABASE_URL: service.config.databaseUrl }
    },
    file: (name: string) => join(folder.path, name),
    write: (name: string, ...lines: (string | object)[]) =>
      writeFileSync(
        at.file(name),
        lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
      ),
    read: (name: string) => readFileSync(at.file(name), 'utf8'),
    has: (name: string) => existsSync(at.file(name)),
    run: (args: string[], more: Parameters<typeof runHere>[3] = {}): Promise<Outcome> =>
      runHere(folder.path, args, at.env, more),
    done: async (...args: string[]): Promise<Outcome> => {
      const outcome = await at.run(args)
      assert.equal(outcome.code, 0, outcome.err)
      return outcome
    },
    /** Asserts exit code 1 and an error. @returns the output */
    fails: async (...args: string[]): Promise<Outcome> => {
      const outcome = await at.run(args)
      assert.equal(outcome.code, 1, outcome.out)
      assert.match(outcome.err, /^error: /m)
      return outcome
    },
    user: async (email: string) => {
      const { status, body } = await service.call('GET', `/api/users/email/${email}`)
      return status === 200 ? body.data : undefined
    },
    userCount: async (): Promise<number> => {
      const query = service.connection.db.selectFrom('users').select((eb) => eb.fn.countAll().as('count'))
      return Number((await query.executeTakeFirstOrThrow()).count)
    },
    store: async (email: string) =>
      service.connection.db
        .selectFrom('users')
        .where('email_key', '=', email)
        .selectAll()
        .executeTakeFirstOrThrow(),
  }
  return at
}
