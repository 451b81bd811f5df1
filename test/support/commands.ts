import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, beforeEach } from 'node:test'
import { rowsOf } from './database.ts'
import { PASSWORD } from './http.ts'
import { DATABASE, type Outcome, runHere, temporaryFolder } from './process.ts'

export const WITH_PASSWORD = { ADMIN_PASSWORD: PASSWORD }

type Environment = Record<string, string>

/** Commands, run in a folder that is new for each test. */
export function commandsInNewFolders() {
  let current = temporaryFolder()
  beforeEach(() => {
    current.remove()
    current = temporaryFolder()
  })
  after(() => current.remove())

  const at = {
    get folder() {
      return current.path
    },
    file: (name: string) => join(current.path, name),
    read: (sql: string, name = DATABASE) => rowsOf(at.file(name), sql),
    run: (args: string[], env: Environment = {}) => runHere(current.path, args, env),
    done: async (args: string[], env: Environment = {}): Promise<Outcome> => {
      const outcome = await at.run(args, env)
      assert.equal(outcome.code, 0, outcome.err)
      return outcome
    },
    /** Asserts one line on standard error, nothing on standard output, and the exit code. */
    fails: async (args: string[], reason: RegExp, env: Environment = {}, code = 1): Promise<void> => {
      const outcome = await at.run(args, env)
      assert.equal(outcome.code, code, outcome.out)
      assert.equal(outcome.out, '')
      assert.match(outcome.err, reason)
      assert.match(outcome.err, /^error: [^\n]+\n$/)
    },
    makeAdministrator: async (): Promise<void> => {
      await at.done(['migrate'])
      await at.done(['admin', 'create', '--email', 'root@example.com'], WITH_PASSWORD)
    },
  }
  return at
}
