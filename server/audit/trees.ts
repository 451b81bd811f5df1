import type { Selectable } from 'kysely'
import type { Ctx } from '../access/context.ts'
import type { AuditTreeTable, Db } from '../db/tables.ts'
import { type Hash, TreeEdge } from './merkle-tree.ts'

export type AuditTree = Selectable<AuditTreeTable>

/** The tree that grows: the last one. */
export const currentTree = (db: Db): Promise<AuditTree | undefined> =>
  db.selectFrom('audit_trees').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

interface NewTree {
  origin: string
  /** The number of the entry that is its first leaf. */
  first: number
  /** Of the restart that begins it; the first tree has none. */
  note?: string
}

export const beginTree = ({ db }: Ctx, { origin, first, note }: NewTree): Promise<AuditTree> =>
  db
    .insertInto('audit_trees')
    .values({
      ...{ origin, first, size: 0, roots: [], sealer: null, lease_ends_at: null },
      restart_note: note ?? null,
      is_restart_shipped: false,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const edgeOf = ({ size, roots }: Pick<AuditTree, 'size' | 'roots'>): TreeEdge =>
  new TreeEdge(
    size,
    roots.map((root) => Buffer.from(root, 'base64')),
  )

export const asText = (hash: Hash): string => hash.toString('base64')
