import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rowsOf } from './database.ts'
import { eventually } from './eventually.ts'
import { ask } from './http.ts'

/** A user whose creation was answered with 201: each is two rows, the user and their token, in one transaction. */
export interface Acknowledged {
  email: string
  api_token: string
}

/** Makes a write take several pages of the file, so that a kill may fall between them. */
const LARGE = { text: 'x'.repeat(40_000) }

/** Clients that create users one after the other, until they are stopped or the service is gone. */
export function startWriters(
  url: string,
  token: string,
  { clients, name }: { clients: number; name: string },
) {
  const acknowledged: Acknowledged[] = []
  let isStopped = false

  async function write(client: number): Promise<void> {
    for (let number = 1; !isStopped; number++) {
      const user = {
        email: `${name}-${client}-${number}@example.com`,
        api_token: randomBytes(30).toString('hex'),
      }
      const json = { ...user, first_name: 'Ann', meta: LARGE }
      const answer = await ask(`${url}/api/users/create`, { token, json }).catch(() => undefined)
      if (answer === undefined) return
      // On a busy machine the service may refuse a write, which is not acknowledged then.
      if (answer.body.code === 'overloaded') continue
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      acknowledged.push(user)
    }
  }

  const ended = Promise.all(Array.from({ length: clients }, (_, client) => write(client)))
  return {
    acknowledged,
    /** Waits until this many more writes are acknowledged. */
    more: (count: number) => {
      const enough = acknowledged.length + count
      return eventually(() => assert.ok(acknowledged.length >= enough, `${acknowledged.length} of ${enough}`))
    },
    /** Resolves once the service is gone. */
    ended,
    stop: () => {
      isStopped = true
      return ended
    },
  }
}

/** Asserts that the file is intact, every user in it complete, and the acknowledged ones among them. */
export function assertHolds(file: string, acknowledged: readonly Acknowledged[]): void {
  assert.deepEqual(rowsOf(file, 'pragma integrity_check'), [{ integrity_check: 'ok' }])
  assert.deepEqual(rowsOf(file, 'pragma foreign_key_check'), [])
  const halves = rowsOf(
    file,
    `select email from users left join tokens on tokens.user_id = users.id and tokens.name = 'assigned'
      where email <> 'root@example.com' and tokens.id is null`,
  )
  assert.deepEqual(halves, [])
  const stored = new Set(rowsOf(file, 'select email from users').map(({ email }) => email))
  const lost = acknowledged.filter(({ email }) => !stored.has(email))
  assert.deepEqual(lost, [], `${lost.length} of ${acknowledged.length} acknowledged writes are lost`)
}
