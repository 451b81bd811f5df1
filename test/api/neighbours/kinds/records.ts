import assert from 'node:assert/strict'
import type { Subject } from '../../../../contract/permissions.ts'
import { registry } from '../../../../server/resources/index.ts'
import { factoryOf } from '../../../support/factories.ts'
import {
  assertAllSucceed,
  assertAnswers,
  type Kind,
  kind,
  NEIGHBOURS,
  type Neighbours,
  type Sent,
} from '../../../support/neighbours.ts'

const PASSWORD = 'a phrase nobody guesses'

interface Shape {
  /** The minimal fields of a create. */
  fields: (word: string, type: number) => object
  /** A change, different for each client. */
  change: (number: number) => object
  /** The refusal of a unique value that is taken, and the field with that value; absent without one. */
  taken?: string
  name: (word: string) => object
}

const person = {
  change: (number: number) => ({ title: `Title ${number}` }),
  taken: '409 email_taken',
  name: (word: string) => ({ email: `${word}@example.com` }),
}
const named = { taken: '409 name_taken', name: (name: string) => ({ name }) }

const WRITABLE: Partial<Record<Subject, Shape>> = {
  users: { ...person, fields: (word) => ({ email: `${word}@example.com`, first_name: 'N' }) },
  registrations: {
    ...person,
    fields: (word) => ({ email: `${word}@example.com`, first_name: 'N', password: PASSWORD }),
  },
  roles: { ...named, fields: (name) => ({ name }), change: (n) => ({ details: `Details ${n}` }) },
  taxonomies: {
    ...named,
    fields: (name, type) => ({ name, type }),
    change: (n) => ({ notes: `Note ${n}` }),
  },
  'taxonomy-types': { ...named, fields: (name) => ({ name }), change: (n) => ({ is_active: n % 3 === 0 }) },
  webhooks: {
    fields: (word) => ({ url: `https://${word}.example.com/`, events: 'roles.*' }),
    change: (n) => ({ description: `Description ${n}` }),
    name: (description) => ({ description }),
  },
}

// Other resources are named, and have two values of an attribute in their factory.
for (const { name, schemas } of registry.all) {
  if (!schemas.create || WRITABLE[name]) continue
  const { column, value, other } = factoryOf(name).shared
  const change = (number: number) => ({ [column]: number % 2 === 0 ? value : other })
  WRITABLE[name] = { ...named, fields: (name) => ({ name }), change }
}

async function makeTrashed({ make, ask }: Neighbours, name: Subject, count?: number): Promise<number[]> {
  const ids = await make(name, count)
  await ask('DELETE', `/api/${name}`, { ids })
  return ids
}

const inQuery = (fields: object) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))

/** The requests of a create, of an update, and of an operation by a selector. */
function create(name: string, number: number, fields: object): Sent {
  if (number % 3 === 0) return ['GET', `/api/${name}/create?${inQuery(fields)}`]
  return ['POST', number % 3 === 1 ? `/api/${name}/create` : `/api/${name}`, fields]
}
const creates = (name: string) => [`GET POST /${name}/create`, `POST /${name}`]

function update(name: string, number: number, id: number | undefined, changes: object): Sent {
  if (number % 4 === 0) return ['GET', `/api/${name}/id/${id}/update?${inQuery(changes)}`]
  if (number % 4 === 1) return ['POST', `/api/${name}/id/${id}/update`, changes]
  return [number % 4 === 2 ? 'PUT' : 'PATCH', `/api/${name}/${id}`, changes]
}
const updates = (name: string) => [`GET POST /${name}/{column}/{value}/update`, `PUT PATCH /${name}/{id}`]

const bySelector = (name: string, what: string, number: number, id: number | undefined): Sent => [
  number % 2 === 0 ? 'GET' : 'POST',
  `/api/${name}/id/${id}/${what}`,
]
/** Nobody holds a deleted permission, so that only a super administrator may restore it. */
const restore = ({ service }: Neighbours, name: string, number: number, id: number | undefined): Sent => {
  const [method, path] = bySelector(name, 'restore', number, id)
  return [method, path, undefined, name === 'permissions' ? { token: service.token } : {}]
}
const tables = (name: string, what: string) => [`GET POST /${name}/{column}/{value}/${what}`]

async function stored({ service }: Neighbours, name: Subject, ids: readonly number[]) {
  const rows = await service.connection.db
    .selectFrom(registry.named(name).table)
    .where('id', 'in', ids)
    .select(['version', 'deleted_at'])
    .execute()
  return {
    changes: rows.reduce((sum, { version }) => sum + version - 1, 0),
    live: rows.filter(({ deleted_at }) => deleted_at === null).length,
    all: rows.length,
  }
}

/** Two clients act on each record: the first one succeeds, and the second one finds it done. */
const ONCE = { 200: NEIGHBOURS / 2, '404 not_found': NEIGHBOURS / 2 }
const PAIRS = NEIGHBOURS / 2
const ofPair = (number: number) => number >> 1

const SOME = 6
/** In the given order, or in the other. */
const inEitherOrder = <T>(items: T[], number: number): T[] => (number % 2 === 0 ? items : items.toReversed())

const createsOf = (name: Subject, { fields, taken }: Shape): Kind[] => [
  kind(`create ${name}`, creates(name), async (neighbours) => {
    const [type = 0] = await neighbours.make('taxonomy-types', 1)
    const word = neighbours.word()
    // People without a username would all be given the same one.
    const nth = (n: number) => (taken === person.taken ? { email: `${word}.info@${n}.org` } : {})
    const answers = await neighbours.all((n) =>
      create(name, n, { ...fields(`${word}${n}`, type), ...nth(n) }),
    )
    assertAllSucceed(answers, 201)
    if (taken !== person.taken) return
    const usernames = answers.map(({ data }) => data.item.username)
    const expected = Array.from({ length: NEIGHBOURS }, (_, n) => `${word}.info${n === 0 ? '' : n + 1}`)
    assert.deepEqual(usernames.sort(), expected.sort())
  }),
  ...(taken === undefined
    ? []
    : [
        kind(
          `create ${name} with one name: one succeeds, and the others are refused`,
          creates(name),
          async (neighbours) => {
            const [type = 0] = await neighbours.make('taxonomy-types', 1)
            const same = fields(neighbours.word(), type)
            const refusal = name === 'taxonomies' ? '409 slug_taken' : taken
            assertAnswers(await neighbours.all((n) => create(name, n, same)), {
              201: 1,
              [refusal]: NEIGHBOURS - 1,
            })
          },
        ),
      ]),
]

const updatesOf = (name: Subject, { change, taken, name: rename }: Shape): Kind[] => [
  kind(`update one of ${name}: no update is lost`, updates(name), async (neighbours) => {
    const ids = await neighbours.make(name, 1)
    assertAllSucceed(await neighbours.all((n) => update(name, n, ids[0], change(n))))
    assert.equal((await stored(neighbours, name, ids)).changes, NEIGHBOURS)
  }),
  ...(taken === undefined
    ? []
    : [
        kind(
          `give ${name} one name: one succeeds, and the others are refused`,
          updates(name),
          async (neighbours) => {
            const ids = await neighbours.make(name)
            const same = rename(neighbours.word())
            const answers = await neighbours.all((n) => update(name, n, ids[n], same))
            assertAnswers(answers, { 200: 1, [taken]: NEIGHBOURS - 1 })
          },
        ),
      ]),
  kind(
    `update several ${name} at a time, in different orders`,
    [`PUT PATCH /${name}`],
    async (neighbours) => {
      const ids = await neighbours.make(name, SOME)
      const answers = await neighbours.all((n) => {
        const items = ids.map((id) => ({ id, ...change(n) }))
        return [n % 4 < 2 ? 'PUT' : 'PATCH', `/api/${name}`, inEitherOrder(items, n)]
      })
      assertAllSucceed(answers)
      assert.equal((await stored(neighbours, name, ids)).changes, NEIGHBOURS * SOME)
    },
  ),
]

const removalsOf = (name: Subject): Kind[] => [
  kind(`delete ${name}: each once`, tables(name, 'delete'), async (neighbours) => {
    const ids = await neighbours.make(name, PAIRS)
    assertAnswers(await neighbours.all((n) => bySelector(name, 'delete', n, ids[ofPair(n)])), ONCE)
    assert.equal((await stored(neighbours, name, ids)).live, 0)
  }),
  kind(
    `delete several ${name} at a time, in different orders: each once`,
    [`DELETE /${name}`],
    async (neighbours) => {
      const ids = await neighbours.make(name, 2 * PAIRS)
      const pair = (n: number) => ids.slice(2 * ofPair(n), 2 * ofPair(n) + 2)
      assertAnswers(await neighbours.all((n) => ['DELETE', `/api/${name}`, inEitherOrder(pair(n), n)]), ONCE)
      assert.equal((await stored(neighbours, name, ids)).live, 0)
    },
  ),
  kind(`restore ${name}: each once`, tables(name, 'restore'), async (neighbours) => {
    const ids = await makeTrashed(neighbours, name, PAIRS)
    assertAnswers(await neighbours.all((n) => restore(neighbours, name, n, ids[ofPair(n)])), ONCE)
    assert.equal((await stored(neighbours, name, ids)).live, PAIRS)
  }),
  kind(`destroy ${name}: each once`, [`DELETE /${name}/{id}`], async (neighbours) => {
    const ids = await neighbours.make(name, PAIRS)
    assertAnswers(await neighbours.all((n) => ['DELETE', `/api/${name}/${ids[ofPair(n)]}`]), ONCE)
    assert.equal((await stored(neighbours, name, ids)).all, 0)
  }),
]

const several: Kind[] = [
  kind(
    'create several users with the same default usernames at a time, in different orders',
    ['POST /users'],
    async ({ all, word }) => {
      const names = [word(), word(), word()]
      const answers = await all((n) => {
        const people = names.map((name) => ({ email: `${name}@${word()}.org`, first_name: 'N' }))
        return ['POST', '/api/users', inEitherOrder(people, n)]
      })
      assertAllSucceed(answers, 201)
    },
  ),
  kind('create several terms at a time', ['POST /taxonomies'], async ({ make, all, word }) => {
    const [type] = await make('taxonomy-types', 1)
    const terms = () => Array.from({ length: SOME }, () => ({ name: word(), type }))
    assertAllSucceed(await all(() => ['POST', '/api/taxonomies', terms()]), 201)
  }),
]

/** Deleted records have the same name, which the first one that is restored gets. */
const restoredNames: Kind = kind(
  'restore roles with one name: one succeeds, and the others are refused',
  tables('roles', 'restore'),
  async (neighbours) => {
    const ids = await makeTrashed(neighbours, 'roles')
    const { db } = neighbours.service.connection
    await db.updateTable('roles').set({ name: neighbours.word() }).where('id', 'in', ids).execute()
    const answers = await neighbours.all((n) => bySelector('roles', 'restore', n, ids[n]))
    assertAnswers(answers, { 200: 1, '409 name_taken': NEIGHBOURS - 1 })
  },
)

const SUBJECTS = [...(Object.keys(WRITABLE) as Subject[]), 'permissions' as const]

/** Writes of the records of every resource. */
export const records: Kind[] = SUBJECTS.flatMap((name) => {
  const shape = WRITABLE[name]
  return [...(shape ? [...createsOf(name, shape), ...updatesOf(name, shape)] : []), ...removalsOf(name)]
}).concat(several, restoredNames)
