// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeActor } from '../../support/actors.ts'
import type { Item } from '../../support/factories.ts'
import type { CallOptions } from '../../support/service.ts'
import { rowsFor } from '../../support/shared-records.ts'
import { useService } from '../../support/suite.ts'

/** "Did you mean …?" for a misspelt name that is close to one of a record that the caller may read. */

let term: Item

const { service, call, make, unchanged } = useService({}, async () => {
  await make('taxonomy-types', { name: 'Harbour' })
  term = await make('taxonomies', { name: 'Marseille', type: 'harbour' })
  await make('roles', { name: 'Librarian' })
})

/** Each place of a name, the permissions that its call needs, and the permission to read that the hint also needs. */
const CASES: {
  what: string
  ask: () => [method: string, path: string, options?: CallOptions]
  needs: string[]
  reads?: string
  meant: string
}[] = [
  {
    what: 'a selector of a read',
    ask: () => ['GET', '/api/roles/slug/librarain'],
    needs: ['can-read-roles'],
    meant: 'librarian',
  },
  {
    what: 'a selector of a write',
    ask: () => ['POST', '/api/roles/slug/libarian/delete'],
    needs: ['can-delete-roles'],
    reads: 'can-read-roles',
    meant: 'librarian',
  },
  {
    what: 'a reference in a selector',
    ask: () => ['GET', '/api/taxonomies/type/harbor'],
    needs: ['can-read-taxonomies'],
    reads: 'can-read-taxonomy-types',
    meant: 'harbour',
  },
  {
    what: 'a permission by its slug',
    ask: () => ['GET', '/api/permissions/slug/can-reed-users'],
    needs: ['can-read-permissions'],
    meant: 'can-read-users',
  },
  {
    what: 'a type of a new term',
    ask: () => ['POST', '/api/taxonomies/create', { json: { name: 'Brest', type: 'Harbor' } }],
    needs: ['can-create-taxonomies'],
    reads: 'can-read-taxonomy-types',
    meant: 'harbour',
  },
  {
    what: 'a parent of a new term',
    ask: () => [
      'POST',
      '/api/taxonomies/create',
      { json: { name: 'Brest', type: 'harbour', parent: 'marseilles' } },
    ],
    needs: ['can-create-taxonomies'],
    reads: 'can-read-taxonomies',
    meant: 'marseille',
  },
  {
    what: 'a parent of a new type',
    ask: () => ['POST', '/api/taxonomy-types/create', { json: { name: 'Quay', parent: 'harbuor' } }],
    needs: ['can-create-taxonomy-types'],
    reads: 'can-read-taxonomy-types',
    meant: 'harbour',
  },
  {
    what: 'the term that another is merged into',
    ask: () => ['POST', `/api/taxonomies/id/${term.id}/merge`, { json: { into: 'marseile' } }],
    needs: ['can-update-taxonomies', 'can-delete-taxonomies'],
    reads: 'can-read-taxonomies',
    meant: 'marseille',
  },
  {
    what: 'a type of a tree',
    ask: () => ['GET', '/api/taxonomies/tree', { query: { type: 'harbours' } }],
    needs: ['can-read-taxonomies'],
    reads: 'can-read-taxonomy-types',
    meant: 'harbour',
  },
  {
    what: 'a type in a filter of a list',
    ask: () => ['GET', '/api/taxonomies', { query: { types: 'harbours' } }],
    needs: ['can-read-taxonomies'],
    reads: 'can-read-taxonomy-types',
    meant: 'harbour',
  },
  {
    what: 'a role to assign',
    ask: () => ['POST', '/api/users/1/relationships/roles', { json: ['librarin'] }],
    needs: ['can-assign-roles', 'can-read-users', 'can-read-roles'],
    meant: 'librarian',
  },
  {
    what: 'a role of the matrix',
    ask: () => ['GET', '/api/role-permissions', { query: { roles: 'librarin' } }],
    needs: ['can-read-roles', 'can-read-permissions'],
    meant: 'librarian',
  },
  {
    what: 'a role in a change of the matrix',
    ask: () => [
      'POST',
      '/api/role-permissions/changes',
      { json: { changes: [{ role: 'librarin', permission: 'can-read-users', held: true }] } },
    ],
    needs: ['can-assign-permissions', 'can-read-roles', 'can-read-permissions'],
    meant: 'librarian',
  },
  {
    what: 'a permission in a change of the matrix',
    ask: () => [
      'POST',
      '/api/role-permissions/changes',
      { json: { changes: [{ role: 'librarian', permission: 'can-read-user', held: true }] } },
    ],
    needs: ['can-assign-permissions', 'can-read-roles', 'can-read-permissions'],
    meant: 'can-read-users',
  },
  {
    what: 'a permission of a token',
    ask: () => [
      'POST',
      '/api/users/id/1/tokens/create',
      { json: { name: 'Script', permissions: ['can-read-user'] } },
    ],
    needs: ['can-read-users', 'can-assign-api-tokens'],
    reads: 'can-read-permissions',
    meant: 'can-read-users',
  },
  {
    what: 'a column of a selector',
    ask: () => ['GET', '/api/roles/slgu/editor'],
    needs: ['can-read-roles'],
    meant: 'slug',
  },
  {
    what: 'a column of a filter',
    ask: () => ['GET', '/api/roles', { query: { 'filter[detials]': 'x' } }],
    needs: ['can-read-roles'],
    meant: 'details',
  },
  {
    what: 'a column of a sort',
    ask: () => ['GET', '/api/roles', { query: { sort: 'nmae' } }],
    needs: ['can-read-roles'],
    meant: 'name',
  },
  {
    what: 'a relation to include',
    ask: () => ['GET', '/api/roles', { query: { include: 'permisions' } }],
    needs: ['can-read-roles'],
    meant: 'permissions',
  },
  {
    what: 'an attribute of a link',
    ask: () => [
      'POST',
      '/api/users/1/relationships/roles',
      { json: [{ id: 'librarian', expires_on: null }] },
    ],
    needs: ['can-assign-roles', 'can-read-users', 'can-read-roles'],
    meant: 'expires_at',
  },
]

const HINT = / Did you mean ([\w-]+)\?/

describe('A misspelt name', () => {
  for (const { what, ask, needs, reads, meant } of CASES) {
    it(`${what}: gets the hint ${meant}${reads ? `, for callers who hold ${reads}` : ''}`, async () => {
      const [method, path, options] = ask()
      const askAs = async (slugs: string[]): Promise<string | undefined> => {
        const { token } = await makeActor(service(), slugs)
        const { status, body } = await unchanged(() => call(method, path, { ...options, token }))
        assert.ok(status >= 400 && status < 500 && status !== 403, JSON.stringify(body))
        const hint = HINT.exec(body.errors[0])?.[1]
        assert.equal(body.details.length === 0 || HINT.exec(body.details[0].message)?.[1] === hint, true)
        return hint
      }
      assert.equal(await askAs(reads ? [...needs, reads] : needs), meant)
      if (reads) assert.equal(await askAs(needs), undefined)
    })
  }

  it('gets no hint of a soft-deleted record, or of one that is not similar', async () => {
    const { id } = await make('roles', { name: 'Archivist' })
    const errors = async (slug: string) => (await call('GET', `/api/roles/slug/${slug}`)).body.errors
    assert.deepEqual(await errors('archivits'), ['No role matches. Did you mean archivist?'])
    await call('POST', `/api/roles/id/${id}/delete`)
    assert.deepEqual(await errors('archivits'), ['No role matches.'])
    for (const slug of ['zzzzzzzz', '123', 'x'.repeat(100), '%00']) {
      assert.deepEqual(await errors(slug), ['No role matches.'])
    }
  })

  it('gets no hint of a person', async () => {
    await make('users', { username: 'grace.hopper', email: 'grace@example.com' })
    for (const selector of ['username/grace.hoper', 'email/grace@exampel.com']) {
      assert.deepEqual((await call('GET', `/api/users/${selector}`)).body.errors, ['No user matches.'])
    }
  })

  it('is looked up beside it in the order of slugs, with the same rows and statements in a large table', async () => {
    const slug = (index: number) => ({ word: `station-${String(index).padStart(4, '0')}` })
    await rowsFor(
      service(),
      'roles',
      Array.from({ length: 1000 }, (_, index) => slug(index)),
    )
    const { statements } = service()
    statements.recorded = []
    const { body } = await call('GET', '/api/roles/slug/station-0500x')
    const { recorded = [] } = statements
    delete statements.recorded
    assert.match(body.errors[0], /Did you mean station-0500\?$/)
    const looking = recorded.filter(({ sql }) => sql.includes('order by "slug"'))
    assert.equal(looking.length, 2)
    for (const { sql } of looking) assert.match(sql, / limit 50$/)
  })

  it('gets hints for the first three of many', async () => {
    const slugs = Array.from({ length: 6 }, (_, index) => `wharf-0${index}00`)
    await rowsFor(
      service(),
      'roles',
      slugs.map((word) => ({ word })),
    )
    const json = slugs.map((slug) => `${slug}x`)
    const { body } = await call('POST', '/api/users/1/relationships/roles', { json })
    assert.equal(body.details.length, 6)
    assert.equal(body.errors.filter((error: string) => HINT.test(error)).length, 3)
  })
})
