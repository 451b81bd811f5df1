import assert from 'node:assert/strict'
import {
  assertAllSucceed,
  assertAnswers,
  assertOnlyRefused,
  countAnswers,
  type Kind,
  kind,
  NEIGHBOURS,
  type Neighbours,
  type Sent,
} from '../../../support/neighbours.ts'
import { idsWhere, TREES } from './references.ts'

const moves: Kind[] = [
  kind('create terms under one parent: each name once', ['POST /taxonomies/create'], async (neighbours) => {
    const [parent = 0] = await neighbours.make('taxonomies', 1)
    const type = await typeOf(neighbours, parent)
    const create = (name: string): Sent => ['POST', '/api/taxonomies/create', { name, type, parent }]
    // Each name twice.
    const word = neighbours.word()
    const answers = await neighbours.all((n) => create(`${word}${n >> 1}`))
    assertAnswers(answers, { 201: NEIGHBOURS / 2, '409 slug_taken': NEIGHBOURS / 2 })
    const name = neighbours.word()
    assertAnswers(await neighbours.all(() => create(name)), { 201: 1, '409 slug_taken': NEIGHBOURS - 1 })
  }),
  kind(
    'move terms below two parents, four clients for each term, and to the top',
    ['POST /taxonomies/{column}/{value}/move', 'POST PUT PATCH DELETE /taxonomies/{id}/relationships/parent'],
    async (neighbours) => {
      const ids = await neighbours.make('taxonomies', NEIGHBOURS + 2)
      const [one, other] = ids.splice(NEIGHBOURS)
      const methods = ['POST', 'PUT', 'PATCH', 'move']
      const move = (n: number, id: number | undefined, parent: number | undefined): Sent =>
        methods[n % 4] === 'move'
          ? ['POST', `/api/taxonomies/id/${id}/move`, { parent }]
          : [methods[n % 4] as string, `/api/taxonomies/${id}/relationships/parent`, parent]
      assertAllSucceed(await neighbours.all((n) => move(n, ids[n >> 2], n % 3 === 0 ? one : other)))
      assertAllSucceed(
        await neighbours.all((n) => ['DELETE', `/api/taxonomies/${ids[n]}/relationships/parent`]),
      )
    },
  ),
  ...TREES.map((name) =>
    kind(
      `move ${name} below one another, which never closes a loop`,
      [`POST /${name}/{column}/{value}/update`],
      async (neighbours) => {
        const ids = await neighbours.make(name, 8)
        const answers = await neighbours.all((n) => [
          'POST',
          `/api/${name}/id/${ids[n % 8]}/update`,
          { parent: ids[(n + 1 + (n >> 3)) % 8] },
        ])
        assertOnlyRefused(answers, '409 loop')
        assert.ok(countAnswers(answers)['409 loop'], 'none would have closed a loop')
      },
    ),
  ),
  kind('move several terms at a time, in different orders', ['PUT PATCH /taxonomies'], async (neighbours) => {
    const ids = await neighbours.make('taxonomies', 10)
    const parents = ids.splice(8)
    const answers = await neighbours.all((n) => {
      const items = ids.map((id) => ({ id, parent: parents[n % 2] }))
      return [n % 4 < 2 ? 'PUT' : 'PATCH', '/api/taxonomies', n % 3 === 0 ? items : items.toReversed()]
    })
    assertAllSucceed(answers)
    const below = await Promise.all(parents.map((id) => idsWhere(neighbours, 'taxonomies', 'parent_id', id)))
    assert.deepEqual(below.map(({ length }) => length).sort(), [0, 8])
  }),
]

/** Terms below one parent in the manual order. */
async function inOrder(
  { ask }: Neighbours,
  parent: number,
): Promise<{ id: number; position: number | null }[]> {
  const { list } = await ask('GET', `/api/taxonomies/tree?parent=${parent}&order=position&per_page=1000`)
  return list.data
}

const places: Kind[] = [
  kind(
    'place terms beside one sibling, while others create, rename and delete siblings: each has a place of its own',
    [
      'POST /taxonomies/{column}/{value}/move',
      'POST /taxonomies/create',
      'POST /taxonomies/{column}/{value}/delete',
      'PATCH /taxonomies/{id}',
    ],
    async (neighbours) => {
      const [parent = 0, ...ids] = await neighbours.make('taxonomies', NEIGHBOURS + 2)
      const pivot = ids.pop() as number
      const type = await typeOf(neighbours, parent)
      await neighbours.ask(
        'PATCH',
        '/api/taxonomies',
        [...ids, pivot].map((id) => ({ id, parent })),
      )
      const answers = await neighbours.all((n) => {
        const id = ids[n]
        if (n % 8 === 5) return ['POST', '/api/taxonomies/create', { name: neighbours.word(), type, parent }]
        if (n % 8 === 6) return ['POST', `/api/taxonomies/id/${id}/delete`, {}]
        if (n % 8 === 7) return ['PATCH', `/api/taxonomies/${id}`, { name: neighbours.word() }]
        return ['POST', `/api/taxonomies/id/${id}/move`, { [n % 2 === 0 ? 'before' : 'after']: pivot }]
      })
      assertOnlyRefused(answers)
      const placed = (await inOrder(neighbours, parent)).filter(({ position }) => position !== null)
      const positions = placed.map(({ position }) => position)
      assert.equal(new Set(positions).size, positions.length, 'two terms have one position')
      const at = placed.findIndex(({ id }) => id === pivot)
      for (const [n, id] of ids.entries()) {
        if (n % 8 > 4) continue
        const place = placed.findIndex((term) => term.id === id)
        assert.ok(place >= 0 && place < at === (n % 2 === 0), 'a placing was lost')
      }
    },
  ),
  kind('paste one outline: its terms are created once', ['POST /taxonomies/outline'], async (neighbours) => {
    const [parent = 0] = await neighbours.make('taxonomies', 1)
    const type = await typeOf(neighbours, parent)
    const word = neighbours.word()
    const outline = `${word} a\n  ${word} b\n  ${word} c\n${word} d`
    const answers = await neighbours.all(() => ['POST', '/api/taxonomies/outline', { type, parent, outline }])
    assertAllSucceed(answers)
    assert.equal(answers.filter(({ data }) => data.created === 4).length, 1)
    assert.equal(answers.filter(({ data }) => data.existing === 4).length, NEIGHBOURS - 1)
  }),
]

const MERGE = 'POST /taxonomies/{column}/{value}/merge'
const merge = (from: number | undefined, into: number | undefined): Sent => [
  'POST',
  `/api/taxonomies/id/${from}/merge`,
  { into },
]

/** Terms of one type, each of which classifies the same users. */
async function classifying(neighbours: Neighbours, count: number) {
  const ids = await neighbours.make('taxonomies', count)
  const users = await neighbours.make('users', 6)
  for (const id of ids) await neighbours.ask('POST', `/api/taxonomies/${id}/relationships/users`, users)
  return { ids, users }
}

const merges: Kind[] = [
  kind('merge terms into one, each its own', [MERGE], async (neighbours) => {
    const { ids, users } = await classifying(neighbours, NEIGHBOURS + 1)
    const into = ids.pop()
    assertAllSucceed(await neighbours.all((n) => merge(ids[n], into)))
    const { count_users } = await neighbours.ask('GET', `/api/taxonomies/${into}`)
    assert.equal(count_users, users.length)
  }),
  kind('merge one term into others: once', [MERGE], async (neighbours) => {
    const { ids } = await classifying(neighbours, 5)
    const from = ids.pop()
    const answers = await neighbours.all((n) => merge(from, ids[n % 4]))
    assertAnswers(answers, { 200: 1, '404 not_found': NEIGHBOURS - 1 })
  }),
  kind(
    'merge terms into each other in a circle, while others assign users to them: one is left',
    [MERGE, 'POST /taxonomies/{id}/relationships/users', 'POST /taxonomies/create'],
    async (neighbours) => {
      const { ids } = await classifying(neighbours, 8)
      const [type] = (
        await neighbours.service.connection.db
          .selectFrom('taxonomies')
          .where('id', '=', ids[0] as number)
          .select('type_id')
          .execute()
      ).map(({ type_id }) => type_id)
      const users = await neighbours.make('users')
      const answers = await neighbours.all((n) => {
        const [id, next] = [ids[n % 8], ids[(n + 1) % 8]]
        if (n < 8) return merge(id, next)
        if (n % 2 === 0) return ['POST', `/api/taxonomies/${id}/relationships/users`, [users[n]]]
        return ['POST', '/api/taxonomies/create', { name: neighbours.word(), type, parent: id }]
      })
      // A request after the merge of its term does not find it.
      assertOnlyRefused(answers, '404 not_found', '422 not_found', '409 loop')
    },
  ),
]

/** A parent or a type is deleted while others add children. */
const removals: Kind[] = [
  ...TREES.map((name) =>
    kind(
      `delete one of ${name} while others add children: none is left there`,
      [`POST /${name}/{column}/{value}/delete`, `POST /${name}/create`, `PATCH /${name}/{id}`],
      async (neighbours) => {
        const ids = await neighbours.make(name)
        const [parent] = ids
        const type = name === 'taxonomies' ? await typeOf(neighbours, parent as number) : undefined
        const answers = await neighbours.all((n) => {
          if (n % 16 === 9) return ['POST', `/api/${name}/id/${parent}/delete`, { cascade: true }]
          if (n % 2 === 0) return ['PATCH', `/api/${name}/${ids[n + 1]}`, { parent }]
          return ['POST', `/api/${name}/create`, { name: neighbours.word(), parent, ...(type && { type }) }]
        })
        assertOnlyRefused(answers, '404 not_found', '422 not_found')
        assert.deepEqual(await idsWhere(neighbours, name, 'parent_id', parent as number), [])
      },
    ),
  ),
  kind(
    'delete and restore a type while others create, change and move its terms',
    [
      'POST /taxonomy-types/{column}/{value}/delete',
      'POST /taxonomy-types/{column}/{value}/restore',
      'POST /taxonomies/create',
      'PATCH /taxonomies/{id}',
    ],
    async (neighbours) => {
      const [type, ...ids] = [
        (await neighbours.make('taxonomy-types', 1))[0],
        ...(await neighbours.make('taxonomies')),
      ]
      const path = `/api/taxonomy-types/id/${type}`
      const answers = await neighbours.all((n) => {
        if (n % 8 === 3) return ['POST', `${path}/delete`, { cascade: true }]
        if (n % 8 === 6) return ['POST', `${path}/restore`, { cascade: true }]
        if (n % 2 === 0) return ['PATCH', `/api/taxonomies/${ids[n]}`, { type }]
        return ['POST', '/api/taxonomies/create', { name: neighbours.word(), type }]
      })
      assertOnlyRefused(answers, '404 not_found', '422 not_found')
    },
  ),
  kind(
    'destroy types and terms while others add children to them',
    [
      'DELETE /taxonomy-types/{id}',
      'DELETE /taxonomies/{id}',
      'POST /taxonomies/create',
      'POST /taxonomy-types/create',
    ],
    async (neighbours) => {
      const types = await neighbours.make('taxonomy-types', 4)
      const terms = await neighbours.make('taxonomies', 4)
      const type = await typeOf(neighbours, terms[0] as number)
      const answers = await neighbours.all((n) => {
        const [term, gone] = [terms[(n >> 2) % 4], types[(n >> 2) % 4]]
        const name = neighbours.word()
        if (n % 4 === 0) return ['DELETE', `/api/taxonomies/${term}`]
        if (n % 4 === 1) return ['DELETE', `/api/taxonomy-types/${gone}`]
        if (n % 4 === 2) return ['POST', '/api/taxonomies/create', { name, type, parent: term }]
        return [
          'POST',
          n % 8 === 3 ? '/api/taxonomies/create' : '/api/taxonomy-types/create',
          n % 8 === 3 ? { name, type: gone } : { name, parent: gone },
        ]
      })
      assertOnlyRefused(answers, '404 not_found', '422 not_found', '409 has_children')
    },
  ),
]

async function typeOf({ service }: Neighbours, id: number): Promise<number> {
  const { type_id } = await service.connection.db
    .selectFrom('taxonomies')
    .where('id', '=', id)
    .select('type_id')
    .executeTakeFirstOrThrow()
  return type_id
}

/** Trees of terms and of types. */
export const trees: Kind[] = [...moves, ...places, ...merges, ...removals]
