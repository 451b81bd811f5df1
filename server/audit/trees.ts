import type { Selectable } from 'kysely'
import type { Ctx } from '../access/context.ts'
import type { AuditTreeTable, Db } from '../db/tables.ts'
import { type Hash, TreeEdge } from './merkle-tree.ts'

export type AuditTree = Selectable<AuditTreeTable>

/** The tree that grows: the last one. */
export const currentTree = (db: Db): Promise<AuditTree | undefined> =>
  db.selectFrom('audit_trees').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

/** Begins a tree. @param first the number of the entry that is its first leaf */
export const beginTree = ({ db }: Ctx, origin: string, first: number): Promise<AuditTree> =>
  db
    .insertInto('audit_trees')
    .values({ origin, first, size: 0, roots: [], sealer: null, lease_ends_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()

export const edgeOf = ({ size, roots }: Pick<AuditTree, 'size' | 'roots'>): TreeEdge =>
  new TreeEdge(
    size,
    roots.map((root) => Buffer.from(root, 'base64')),
  )

export const asText = (hash: Hash): string => hash.toString('base64')
