import assert from 'node:assert/strict'
import type { Subject } from '../../../../contract/permissions.ts'
import {
  assertAll,
  assertTold,
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

/** What each of some records refers to, written by two clients each. */
const referenceOf = (name: Subject, relation: string, to: Subject, { isRequired = false } = {}): Kind =>
  kind(
    `the ${relation} of ${name} is set and cleared, of each by two`,
    [`POST PUT PATCH DELETE /${name}/{id}/relationships/${relation}`],
    async ({ make, all }) => {
      const ids = await make(name, NEIGHBOURS / 2)
      const targets = await make(to, 2)
      const path = (n: number) => `/api/${name}/${ids[n >> 1]}/relationships/${relation}`
      const method = (n: number) => ['POST', 'PUT', 'PATCH'][n % 3] as string
      assertAll(await all((n) => [method(n), path(n), targets[n % 2]]))
      assertTold(await all((n) => ['DELETE', path(n)]), {
        [isRequired ? '422 required' : 200]: NEIGHBOURS,
      })
    },
  )

const OTHERS = 16

/** The records below one: they come, stay and go, each by four clients; and all of them are replaced. */
const childrenOf = (name: Tree, relation: 'children' | 'taxonomies'): Kind =>
  kind(
    `${relation} of one of ${name} come, go and are replaced`,
    [`POST PUT PATCH DELETE /${name}/{id}/relationships/${relation}`],
    async (neighbours) => {
      const below = relation === 'taxonomies' ? relation : name
      const [first = 0, ...others] = await neighbours.make(below, OTHERS + 1)
      // Terms are below one of their own type.
      const id = below === name ? first : ((await neighbours.make(name, 1))[0] as number)
      const linked = () => idsWhere(neighbours, below, below === name ? 'parent_id' : 'type_id', id)
      const write = (method: string, members: (at: number) => unknown) =>
        neighbours.all(
          (n): Sent => [method, `/api/${name}/${id}/relationships/${relation}`, members(n % OTHERS)],
        )
      assertAll(await write('POST', (at) => [others[at]]))
      assert.deepEqual(await linked(), others)
      assertAll(await write('PATCH', (at) => [others[at]]))
      if (below === name) {
        assertAll(await write('DELETE', (at) => [others[at]]))
        assert.deepEqual(await linked(), [])
        assertAll(await write('PUT', (at) => [others[at], others[(at + 1) % OTHERS]]))
        assert.equal((await linked()).length, 2)
      } else {
        // A term has to have a type.
        assertTold(await write('DELETE', (at) => [others[at]]), { '422 required': NEIGHBOURS })
        assertAll(await write('PUT', () => others))
      }
    },
  )

/** What refers to others, and what others refer to. */
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
