// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newDatabase } from '../../support/databases.ts'
import { ADMINISTRATOR, ask, signInAt } from '../../support/http.ts'
import { type Served, serveIn, temporaryFolders } from '../../support/process.ts'

/** Two processes on one database place terms at the same moment. */

const newFolder = temporaryFolders()
const TERMS = 32

let database: Awaited<ReturnType<typeof newDatabase>>
let served: Served[] = []
let token: string

before(async () => {
  database = await newDatabase()
  const serve = () =>
    serveIn(newFolder(), { ...ADMINISTRATOR, DATABASE_URL: database.url, SIGNIN_RATE_LIMIT: '0' })
  served = [await serve(), await serve()]
  token = await signInAt(served[0]?.url ?? '')
})
after(async () => {
  for (const { child } of served) child.kill('SIGKILL')
  await database?.drop()
})

const send = async (n: number, path: string, json: object) => {
  const { status, body } = await ask(`${served[n % 2]?.url}/api/${path}`, { token, json })
  assert.ok(status < 300, JSON.stringify(body))
  return body.data
}

describe('Two processes', () => {
  it('place terms beside each other, and none is lost', async () => {
    await send(0, 'taxonomy-types/create', { name: 'Place' })
    const outline = ['Pivot', ...Array.from({ length: TERMS }, (_, n) => `Term ${n}`)].join('\n')
    const { terms } = await send(0, 'taxonomies/outline', { type: 'place', outline })
    const [pivot, ...ids] = terms.map(({ id }: { id: number }) => id)
    for (const round of [0, 1]) {
      await Promise.all(
        ids.map((id: number, n: number) =>
          send(n, `taxonomies/id/${id}/move`, { [(n + round) % 3 === 0 ? 'before' : 'after']: pivot }),
        ),
      )
      const { body } = await ask(
        `${served[round]?.url}/api/taxonomies/tree?type=place&order=position&per_page=100`,
        { token },
      )
      const order: { id: number; position: number }[] = body.data.list.data
      assert.equal(new Set(order.map(({ position }) => position)).size, TERMS + 1)
      const at = order.findIndex(({ id }) => id === pivot)
      assert.deepEqual(
        ids.map((id: number) => order.findIndex((term) => term.id === id) < at),
        ids.map((_: number, n: number) => (n + round) % 3 === 0),
      )
    }
  })
})
