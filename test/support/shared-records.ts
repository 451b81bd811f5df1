import type { Subject } from '../../contract/permissions.ts'
import { inTransaction } from '../../server/access/transaction.ts'
import { insertRow } from '../../server/crud/write/rows.ts'
import { systemContext } from '../../server/prepare.ts'
import { registry } from '../../server/resources/index.ts'
import type { Service } from './service.ts'

type Fields = Record<string, unknown>

/** The row of a record of each resource. @param word different for each record */
const ROWS: Partial<Record<Subject, (word: string) => Fields>> = {
  registrations: (word) => ({ ...person(word), status: 'email-verified' }),
  users: (word) => ({ ...person(word), is_active: true }),
  roles: (word) => ({ name: word, slug: word, type: 'backend', is_active: true }),
  permissions: (word) => ({ name: word, slug: word, module: 'neighbours', is_active: true }),
  taxonomies: (word) => ({ name: word, slug: word, parent_id: null, is_active: true, meta: {} }),
  'taxonomy-types': (word) => ({ name: word, slug: word, parent_id: null, is_active: true, meta: {} }),
  webhooks: (word) => ({
    url: `https://${word}.example.com/`,
    events: ['roles.*'],
    is_active: true,
    authority: { user_id: 1, maker_id: null, through_id: null, permissions: null },
    sealed: 'not opened by these tests',
  }),
}
/** Of other resources. */
const named = (word: string): Fields => ({ name: word, slug: word, is_active: true })

const person = (word: string) => ({
  email: `${word}@example.com`,
  username: word,
  first_name: 'Neighbour',
  meta: {},
})

/** Inserts records in one transaction, without hashing passwords. @returns their ids */
export const rowsFor = (
  service: Service,
  name: Subject,
  records: readonly (Fields & { word: string })[],
): Promise<number[]> =>
  inTransaction({ ...systemContext(service.connection), now: service.clock.now }, async (ctx) => {
    const ids: number[] = []
    for (const { word, ...fields } of records) {
      const values = { ...(ROWS[name] ?? named)(word), ...fields }
      const { id } = await (await insertRow(ctx, registry.named(name), values)).result
      ids.push(id)
    }
    return ids
  })
