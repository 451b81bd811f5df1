import assert from 'node:assert/strict'
import type { Subject } from '../../../../contract/permissions.ts'
import { registry } from '../../../../server/resources/index.ts'
import {
  assertAll,
  assertTold,
  type Kind,
  kind,
  NEIGHBOURS,
  type Neighbours,
  type Sent,
} from '../../../support/neighbours.ts'

const PASSWORD = 'a phrase nobody guesses'

interface Shape {
  /** The least that a create takes. */
  fields: (word: string, type: number) => object
  /** A change that each client makes differently. */
  change: (number: number) => object
  /** The unique value that is told first as taken, and what is sent for it. */
  taken: string
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
}

async function makeTrashed({ make, ask }: Neighbours, name: Subject, count?: number): Promise<number[]> {
  const ids = await make(name, count)
  await ask('DELETE', `/api/${name}`, { ids })
  return ids
}

const inQuery = (fields: object) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))

/** The ways of a create, of an update, and of what is done by table. */
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

const byTable = (name: string, what: string, number: number, id: number | undefined): Sent => [
  number % 2 === 0 ? 'GET' : 'POST',
  `/api/${name}/id/${id}/${what}`,
]
/** What is deleted is held by nobody, so that only a super administrator may bring a permission back. */
const restore = ({ service }: Neighbours, name: string, number: number, id: number | undefined): Sent => {
  const [method, path] = byTable(name, 'restore', number, id)
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

/** Two clients did each: the first did it, and the other found that it was done. */
const ONCE = { 200: NEIGHBOURS / 2, '404 not_found': NEIGHBOURS / 2 }
const PAIRS = NEIGHBOURS / 2
const ofPair = (number: number) => number >> 1

const SOME = 6
/** In one order and in the other. */
const turned = <T>(items: T[], number: number): T[] => (number % 2 === 0 ? items : items.toReversed())

const createsOf = (name: Subject, { fields, taken }: Shape): Kind[] => [
  kind(`${name} are created`, creates(name), async (neighbours) => {
    const [type = 0] = await neighbours.make('taxonomy-types', 1)
    const word = neighbours.word()
    // Of people without usernames of their own: all of them would be given the same.
    const nth = (n: number) => (taken === person.taken ? { email: `${word}.info@${n}.org` } : {})
    const answers = await neighbours.all((n) =>
      create(name, n, { ...fields(`${word}${n}`, type), ...nth(n) }),
    )
    assertAll(answers, 201)
    if (taken !== person.taken) return
    const usernames = answers.map(({ data }) => data.item.username)
    const expected = Array.from({ length: NEIGHBOURS }, (_, n) => `${word}.info${n === 0 ? '' : n + 1}`)
    assert.deepEqual(usernames.sort(), expected.sort())
  }),
  kind(
    `${name} of one name are created: one is, and the others are told`,
    creates(name),
    async (neighbours) => {
      const [type = 0] = await neighbours.make('taxonomy-types', 1)
      const same = fields(neighbours.word(), type)
      const told = name === 'taxonomies' ? '409 slug_taken' : taken
      assertTold(await neighbours.all((n) => create(name, n, same)), { 201: 1, [told]: NEIGHBOURS - 1 })
    },
  ),
]

const updatesOf = (name: Subject, { change, taken, name: rename }: Shape): Kind[] => [
  kind(`one of ${name} is updated by all: no update is lost`, updates(name), async (neighbours) => {
    const ids = await neighbours.make(name, 1)
    assertAll(await neighbours.all((n) => update(name, n, ids[0], change(n))))
    assert.equal((await stored(neighbours, name, ids)).changes, NEIGHBOURS)
  }),
  kind(
    `${name} are given one name: one gets it, and the others are told`,
    updates(name),
    async (neighbours) => {
      const ids = await neighbours.make(name)
      const same = rename(neighbours.word())
      const answers = await neighbours.all((n) => update(name, n, ids[n], same))
      assertTold(answers, { 200: 1, [taken]: NEIGHBOURS - 1 })
    },
  ),
  kind(
    `several ${name} at a time are updated, in different orders`,
    [`PUT PATCH /${name}`],
    async (neighbours) => {
      const ids = await neighbours.make(name, SOME)
      const answers = await neighbours.all((n) => {
        const items = ids.map((id) => ({ id, ...change(n) }))
        return [n % 4 < 2 ? 'PUT' : 'PATCH', `/api/${name}`, turned(items, n)]
      })
      assertAll(answers)
      assert.equal((await stored(neighbours, name, ids)).changes, NEIGHBOURS * SOME)
    },
  ),
]

const removalsOf = (name: Subject): Kind[] => [
  kind(`${name} are deleted: each once`, tables(name, 'delete'), async (neighbours) => {
    const ids = await neighbours.make(name, PAIRS)
    assertTold(await neighbours.all((n) => byTable(name, 'delete', n, ids[ofPair(n)])), ONCE)
    assert.equal((await stored(neighbours, name, ids)).live, 0)
  }),
  kind(
    `several ${name} at a time are deleted, in different orders: each once`,
    [`DELETE /${name}`],
    async (neighbours) => {
      const ids = await neighbours.make(name, 2 * PAIRS)
      const pair = (n: number) => ids.slice(2 * ofPair(n), 2 * ofPair(n) + 2)
      assertTold(await neighbours.all((n) => ['DELETE', `/api/${name}`, turned(pair(n), n)]), ONCE)
      assert.equal((await stored(neighbours, name, ids)).live, 0)
    },
  ),
  kind(`${name} are restored: each once`, tables(name, 'restore'), async (neighbours) => {
    const ids = await makeTrashed(neighbours, name, PAIRS)
    assertTold(await neighbours.all((n) => restore(neighbours, name, n, ids[ofPair(n)])), ONCE)
    assert.equal((await stored(neighbours, name, ids)).live, PAIRS)
  }),
  kind(`${name} are deleted for good: each once`, [`DELETE /${name}/{id}`], async (neighbours) => {
    const ids = await neighbours.make(name, PAIRS)
    assertTold(await neighbours.all((n) => ['DELETE', `/api/${name}/${ids[ofPair(n)]}`]), ONCE)
    assert.equal((await stored(neighbours, name, ids)).all, 0)
  }),
]

const several: Kind[] = [
  kind(
    'several users of the same default usernames are created at a time, in different orders',
    ['POST /users'],
    async ({ all, word }) => {
      const names = [word(), word(), word()]
      const answers = await all((n) => {
        const people = names.map((name) => ({ email: `${name}@${word()}.org`, first_name: 'N' }))
        return ['POST', '/api/users', turned(people, n)]
      })
      assertAll(answers, 201)
    },
  ),
  kind('several terms at a time are created', ['POST /taxonomies'], async ({ make, all, word }) => {
    const [type] = await make('taxonomy-types', 1)
    const terms = () => Array.from({ length: SOME }, () => ({ name: word(), type }))
    assertAll(await all(() => ['POST', '/api/taxonomies', terms()]), 201)
  }),
]

/** Records with one name lie in the trash; which comes back first has it. */
const restoredNames: Kind = kind(
  'roles that had one name are restored: one is, and the others are told',
  tables('roles', 'restore'),
  async (neighbours) => {
    const ids = await makeTrashed(neighbours, 'roles')
    const { db } = neighbours.service.connection
    await db.updateTable('roles').set({ name: neighbours.word() }).where('id', 'in', ids).execute()
    const answers = await neighbours.all((n) => byTable('roles', 'restore', n, ids[n]))
    assertTold(answers, { 200: 1, '409 name_taken': NEIGHBOURS - 1 })
  },
)

const SUBJECTS = [...(Object.keys(WRITABLE) as Subject[]), 'permissions' as const]

/** What is done to records of every resource. */
export const records: Kind[] = SUBJECTS.flatMap((name) => {
  const shape = WRITABLE[name]
  return [...(shape ? [...createsOf(name, shape), ...updatesOf(name, shape)] : []), ...removalsOf(name)]
}).concat(several, restoredNames)
