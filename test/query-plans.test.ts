import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Subject } from '../contract/permissions.ts'
import { inTransaction } from '../server/access/context.ts'
import { resourceNamed } from '../server/crud/resource.ts'
import { insertRow } from '../server/crud/store.ts'
import { systemContext } from '../server/prepare.ts'
import { type Service, startService } from './support/service.ts'

const ROWS = 3000

const person = (number: number) => ({
  email: `person${number}@example.com`,
  username: `person${number}`,
  first_name: `First${number}`,
  last_name: `Last${number % 50}`,
  phone: String(1_000_000 + number),
  meta: {},
})
const named = (number: number) => ({
  name: `Name ${number}`,
  slug: `name-${number}`,
  is_active: number % 97 !== 0,
})

/** A record of each resource, by its number. */
const RECORDS: Record<Subject, (number: number) => Record<string, unknown>> = {
  registrations: (number) => ({ ...person(number), status: 'email-verified' }),
  users: (number) => ({ ...person(number), is_active: number % 97 !== 0 }),
  roles: (number) => ({ ...named(number), type: 'backend' }),
  permissions: (number) => ({ ...named(number), module: `module${number % 40}`, section: null }),
  taxonomies: (number) => ({ ...named(number), type_id: (number % 50) + 1, parent_id: null, meta: {} }),
  'taxonomy-types': (number) => ({ ...named(number), parent_id: null, meta: {} }),
}

interface Documented {
  selectors: string[]
  sorts: string[]
  lists: string[]
}

const dated = ['id', 'created_at', 'updated_at']
const PEOPLE = {
  selectors: [
    'id/7',
    'uuid/01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b57',
    'email/PERSON7@example.com',
    'username/person7',
  ],
  sorts: [...dated, 'name', 'first_name', 'last_name', 'email', 'username'],
}
const NAMED = {
  selectors: ['id/7', 'uuid/01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b57', 'name/Name%207', 'slug/name-7'],
  sorts: [...dated, 'name', 'slug'],
}

/** What the contract and its decisions name, for each resource. */
const DOCUMENTED: Record<Subject, Documented> = {
  registrations: { ...PEOPLE, lists: ['trashed=only', 'filter[status]=user-created'] },
  users: {
    ...PEOPLE,
    lists: ['trashed=only', 'status=inactive', 'filter[last_name]=Last7', 'filter[phone]=1000007'],
  },
  roles: { ...NAMED, lists: ['trashed=only', 'filter=inactive'] },
  permissions: {
    selectors: [...NAMED.selectors, 'module/module7'],
    sorts: NAMED.sorts,
    lists: ['trashed=only', 'filter=inactive', 'filter=module7&section=x'],
  },
  taxonomies: {
    selectors: [...NAMED.selectors, 'parent_id/7'],
    sorts: NAMED.sorts,
    lists: ['trashed=only', 'status=inactive', 'types=name-7', 'filter[parent_id]=7'],
  },
  'taxonomy-types': {
    selectors: NAMED.selectors,
    sorts: NAMED.sorts,
    lists: ['trashed=only', 'filter[parent_id]=7'],
  },
}

describe('the plans of queries, by SQLite', () => {
  let service: Service

  before(async () => {
    service = await startService()
    await inTransaction(systemContext(service.connection), async (ctx) => {
      for (const name of [
        'taxonomy-types',
        'taxonomies',
        'registrations',
        'users',
        'roles',
        'permissions',
      ] as const) {
        const record = RECORDS[name]
        for (let number = 1; number <= ROWS; number++)
          await insertRow(ctx, resourceNamed(name), record(number))
      }
    })
  })
  after(() => service.stop())

  /** The plans of the statements that a call runs on this table, a line for each step. */
  async function plansOf(path: string, table: string): Promise<{ statement: string; plan: string }[]> {
    service.statements.kept = []
    const { status, body } = await service.call('GET', path)
    assert.ok(status === 200 || status === 404, JSON.stringify(body))
    const statements = service.statements.kept.filter(({ sql }) => sql.includes(`from "${table}"`))
    delete service.statements.kept
    assert.ok(statements.length > 0)
    return Promise.all(
      statements.map(async ({ sql: statement, parameters }) => {
        const texts = statement.split('?')
        const explain = texts
          .slice(1)
          .reduce(
            (query, text, index) => sql`${query}${parameters[index]}${sql.raw(text)}`,
            sql`explain query plan ${sql.raw(texts[0] as string)}`,
          )
        const { rows } = await explain.execute(service.connection.db)
        return { statement, plan: (rows as { detail: string }[]).map(({ detail }) => detail).join('\n') }
      }),
    )
  }

  for (const [name, { selectors, sorts, lists }] of Object.entries(DOCUMENTED) as [Subject, Documented][]) {
    const table = name.replaceAll('-', '_')

    it(`${name}: every documented selector finds by an index, also among soft-deleted records`, async () => {
      for (const selector of selectors) {
        for (const query of ['', '?trashed=true']) {
          for (const { plan, statement } of await plansOf(`/api/${name}/${selector}${query}`, table)) {
            assert.doesNotMatch(plan, /\bSCAN\b/, `${selector}${query}\n${statement}\n${plan}`)
          }
        }
      }
    })

    it(`${name}: every documented sort walks an index, and sorts nothing`, async () => {
      for (const sort of sorts.flatMap((attribute) => [attribute, `${attribute}:desc`])) {
        for (const { plan } of await plansOf(`/api/${name}?sort=${sort}`, table)) {
          assert.doesNotMatch(plan, /TEMP B-TREE FOR (ORDER|LAST|RIGHT)/, `${sort}\n${plan}`)
          // A list walks its table in the order of ids; in any other order only by an index.
          if (!sort.startsWith('id'))
            assert.doesNotMatch(plan, new RegExp(`SCAN ${table}$`, 'm'), `${sort}\n${plan}`)
        }
      }
    })

    it(`${name}: every documented filter of few among many finds them by an index`, async () => {
      for (const list of lists) {
        for (const { plan } of await plansOf(`/api/${name}?${list}`, table)) {
          assert.doesNotMatch(plan, new RegExp(`SCAN ${table}$`, 'm'), `${list}\n${plan}`)
        }
      }
    })
  }

  it('is told by this test where there is no index: a search for a part of a text walks the table', async () => {
    const [first] = await plansOf('/api/users?q=person7', 'users')
    assert.match(first?.plan ?? '', /\bSCAN users\b/)
  })
})
