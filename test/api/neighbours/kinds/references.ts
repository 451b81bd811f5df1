import assert from 'node:assert/strict'
import type { Subject } from '../../../../contract/permissions.ts'
import {
  assertAllSucceed,
  assertAnswers,
  type Kind,
  kind,
  NEIGHBOURS,
  type Neighbours,
  type Sent,
} from '../../../support/neighbours.ts'

export type Tree = 'taxonomies' | 'taxonomy-types'
export const TREES: readonly Tree[] = ['taxonomies', 'taxonomy-types']

export async function idsWhere(
  { service }: Neighbours,
  name: Tree,
  column: 'parent_id' | 'type_id',
  id: number,
) {
  const rows = await service.connection.db
    .selectFrom(name === 'taxonomies' ? 'taxonomies' : 'taxonomy_types')
    .where(column as 'parent_id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The references of some records, each written by two clients. */
const referenceOf = (name: Subject, relation: string, to: Subject, { isRequired = false } = {}): Kind =>
  kind(
    `set and clear the ${relation} of ${name}, two clients for each record`,
    [`POST PUT PATCH DELETE /${name}/{id}/relationships/${relation}`],
    async ({ make, all }) => {
      const ids = await make(name, NEIGHBOURS / 2)
      const targets = await make(to, 2)
      const path = (n: number) => `/api/${name}/${ids[n >> 1]}/relationships/${relation}`
      const method = (n: number) => ['POST', 'PUT', 'PATCH'][n % 3] as string
      assertAllSucceed(await all((n) => [method(n), path(n), targets[n % 2]]))
      assertAnswers(await all((n) => ['DELETE', path(n)]), {
        [isRequired ? '422 required' : 200]: NEIGHBOURS,
      })
    },
  )

const OTHERS = 16

/** The children of one record: four clients add, keep and remove each; then all replace the set. */
const childrenOf = (name: Tree, relation: 'children' | 'taxonomies'): Kind =>
  kind(
    `add, remove and replace ${relation} of one of ${name}`,
    [`POST PUT PATCH DELETE /${name}/{id}/relationships/${relation}`],
    async (neighbours) => {
      const below = relation === 'taxonomies' ? relation : name
      const [first = 0, ...others] = await neighbours.make(below, OTHERS + 1)
      // A term and its parent have the same type.
      const id = below === name ? first : ((await neighbours.make(name, 1))[0] as number)
      const linked = () => idsWhere(neighbours, below, below === name ? 'parent_id' : 'type_id', id)
      const write = (method: string, members: (at: number) => unknown) =>
        neighbours.all(
          (n): Sent => [method, `/api/${name}/${id}/relationships/${relation}`, members(n % OTHERS)],
        )
      assertAllSucceed(await write('POST', (at) => [others[at]]))
      assert.deepEqual(await linked(), others)
      assertAllSucceed(await write('PATCH', (at) => [others[at]]))
      if (below === name) {
        assertAllSucceed(await write('DELETE', (at) => [others[at]]))
        assert.deepEqual(await linked(), [])
        assertAllSucceed(await write('PUT', (at) => [others[at], others[(at + 1) % OTHERS]]))
        assert.equal((await linked()).length, 2)
      } else {
        // A term must have a type.
        assertAnswers(await write('DELETE', (at) => [others[at]]), { '422 required': NEIGHBOURS })
        assertAllSucceed(await write('PUT', () => others))
      }
    },
  )

/** References of records, from both sides. */
export const references: Kind[] = [
  referenceOf('taxonomies', 'type', 'taxonomy-types', { isRequired: true }),
  referenceOf('taxonomy-types', 'parent', 'taxonomy-types'),
  referenceOf('users', 'invited_by', 'users'),
  referenceOf('users', 'registration', 'registrations'),
  referenceOf('registrations', 'user', 'users'),
  referenceOf('registrations', 'invited_by', 'users'),
  childrenOf('taxonomies', 'children'),
  childrenOf('taxonomy-types', 'children'),
  childrenOf('taxonomy-types', 'taxonomies'),
]
