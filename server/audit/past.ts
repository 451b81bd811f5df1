import {
  AliasNode,
  type FromNode,
  IdentifierNode,
  type JoinNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  ParensNode,
  type RawBuilder,
  type SqlBool,
  sql,
  TableNode,
} from 'kysely'
import { featuresOf } from '../db/per-db.ts'
import { isAmong } from '../db/queries/id-lists.ts'
import { endOfVersion, laterEntries, readNumbered } from '../db/queries/numbered-entries.ts'
import type { Db, PastKind } from '../db/tables.ts'

/*
 * The tables that decide access, as they were. A question about the past is asked by the same queries as one about now, on a database
 * whose tables are replaced by what they had at that time: the rows of today that nothing has ended since, and the versions that
 * ended later.
 */

export interface PastTable {
  /** Of today, by the columns of `past_versions`. */
  columns: Readonly<Record<string, string>>
  /** The action of the entry that tells of a new row; for links, between the records on its sides. */
  begins: string
}

const same = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, column]))

const record = (type: string, ...columns: string[]): PastTable => ({
  columns: same('uuid', 'is_active', 'deleted_at', ...columns),
  begins: `${type}.create`,
})

const link = (left: string, right: string, begins: string): PastTable => ({
  columns: { left_id: left, right_id: right, ...same('is_active', 'expires_at', 'created_at') },
  begins,
})

export const PAST_TABLES: Readonly<Record<PastKind, PastTable>> = {
  users: record('users'),
  roles: record('roles', 'slug', 'name'),
  permissions: record('permissions', 'slug', 'name'),
  taxonomies: record('taxonomies', 'slug', 'name', 'parent_id', 'type_id'),
  taxonomy_types: record('taxonomy-types', 'slug', 'name'),
  user_roles: link('user_id', 'role_id', 'users.roles.add'),
  role_permissions: link('role_id', 'permission_id', 'roles.permissions.add'),
  user_taxonomies: link('user_id', 'taxonomy_id', 'users.taxonomies.add'),
}

/** Whether the past of a table is kept. */
export const isPastKind = (table: string): table is PastKind => Object.hasOwn(PAST_TABLES, table)

/** Whether a column has one of some ids. */
export type IsOneOf = (column: RawBuilder<unknown>) => RawBuilder<SqlBool>
export type PastSide = 'record_id' | 'left_id' | 'right_id'

/**
 * The rows that a question can concern, by what is on their sides. Without it, SQLite reads whole tables with all their versions
 * where tables are joined.
 */
export type PastScope = Partial<Record<PastKind, Partial<Record<PastSide, IsOneOf>>>>

/** The ids that are, or were at any time, on one side of rows with some ids on another. */
export function everOn(side: PastSide, kind: PastKind, by: PastSide, isOneOf: IsOneOf): IsOneOf {
  const live = (one: PastSide) =>
    sql.ref(one === 'record_id' ? 'id' : (PAST_TABLES[kind].columns[one] as string))
  return (column) => sql`${column} in (
    select ${live(side)} from ${sql.table(kind)} as stored where ${isOneOf(live(by))}
    union all select ${sql.ref(side)} from past_versions where kind = ${kind} and ${isOneOf(sql.ref(by))})`
}

/** The permissions that have, or had at any time, one of these slugs. */
export const everNamed =
  (slugs: readonly string[]): IsOneOf =>
  (column) =>
    sql`${column} in (
    select id from permissions as stored where slug in (${sql.join(slugs)})
    union all select record_id from past_versions where kind = 'permissions' and slug in (${sql.join(slugs)}))`

/** The rows of a table after the entry with this number. */
function rowsAt(
  db: Db,
  kind: PastKind,
  { number, scope }: { number: number; scope: PastScope },
): RawBuilder<unknown> {
  const { columns, begins } = PAST_TABLES[kind]
  const isConcerned = Object.entries(scope[kind] ?? {}).map(([side, isOneOf]) => isOneOf(sql.ref(side)))
  const isLink = 'left_id' in columns
  const [subject, other] = isLink ? ['left_id', 'right_id'] : ['record_id', undefined]
  const [type] = begins.split('.')
  /** @param row whose columns are those of `past_versions` @param end the number at which it ended; null: not yet */
  const hasBegun = (row: string, end: RawBuilder<unknown>) => sql`not exists (
    select 1 from ${laterEntries(db, number)} as begun
    where begun.action = ${begins} and begun.subject_type = ${type} and begun.subject_id = ${sql.ref(`${row}.${subject}`)}
      ${other === undefined ? sql`` : sql`and begun.other_id = ${sql.ref(`${row}.${other}`)}`}
      and (${end} is null or begun.number <= ${end}))`
  const endedLater = (version: string) =>
    sql`${sql.ref(`${version}.kind`)} = ${kind}
      and (${sql.ref(`${version}.until`)} is null or ${sql.ref(`${version}.until`)} > ${number})`
  const live = Object.entries(columns).map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`)
  const named = Object.entries(columns).map(([name, column]) => sql`${sql.ref(name)} as ${sql.ref(column)}`)
  return sql`
    select record_id as id, ${sql.join(named)}
    from (select id as record_id, ${sql.join(live)} from ${sql.table(kind)} as stored) as live
    where not exists (select 1 from past_versions as ended where ${endedLater('ended')} and ended.record_id = live.record_id)
      and ${sql.join([hasBegun('live', sql`null`), ...isConcerned], sql` and `)}
    union all
    select record_id as id, ${sql.join(named)}
    from past_versions as version
    where ${endedLater('version')}
      and not exists (
        select 1 from past_versions as earlier
        where ${endedLater('earlier')} and earlier.record_id = version.record_id and earlier.id < version.id)
      and ${sql.join([hasBegun('version', sql`version.until`), ...isConcerned], sql` and `)}`
}

/** Replaces the tables of a query by what they had. */
class Replacement extends OperationNodeTransformer {
  readonly #rowsOf: (kind: PastKind) => OperationNode

  constructor(rowsOf: (kind: PastKind) => OperationNode) {
    super()
    this.#rowsOf = rowsOf
  }

  protected override transformFrom(node: FromNode): FromNode {
    return super.transformFrom({ ...node, froms: node.froms.map((from) => this.#replaced(from)) })
  }

  protected override transformJoin(node: JoinNode): JoinNode {
    return super.transformJoin({ ...node, table: this.#replaced(node.table) })
  }

  #replaced(node: OperationNode): OperationNode {
    if (AliasNode.is(node) && TableNode.is(node.node)) {
      const rows = this.#rows(node.node)
      return rows ? AliasNode.create(rows, node.alias) : node
    }
    if (!TableNode.is(node)) return node
    const rows = this.#rows(node)
    return rows ? AliasNode.create(rows, IdentifierNode.create(nameOf(node))) : node
  }

  #rows(node: TableNode): OperationNode | undefined {
    const name = nameOf(node)
    return isPastKind(name) ? ParensNode.create(this.#rowsOf(name)) : undefined
  }
}

const nameOf = ({ table }: TableNode) => table.identifier.name

/**
 * A database that reads the tables that decide access as they were after the entry with this number. Of users it has only what
 * decides access; entities that are gone are there again.
 * @param scope of tables that it names, only these rows are there
 */
export function pastDb(db: Db, number: number, scope: PastScope = {}): Db {
  const replacement = new Replacement((kind) => rowsAt(db, kind, { number, scope }).toOperationNode())
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => replacement.transformNode(node) as typeof node,
    transformResult: async ({ result }) => result,
  }
  const past = db.withPlugin(plugin)
  featuresOf(past).isRedirected = true
  return past
}

/** Links that begin in this transaction, of which no entry of their own tells: until now, they led nowhere. */
export async function beginNow(db: Db, kind: PastKind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { column, value } = endOfVersion(db)
  await sql`insert into past_versions (kind, record_id, is_active, ${column})
    select ${kind}, id, false, ${value} from ${sql.table(kind)} where ${isAmong(db, sql.ref('id'), ids)}`.execute(
    db,
  )
}

/** From now on, the past is known since the entry with this number, whose entries before may be deleted. */
export async function setPastSince(db: Db, number: number): Promise<void> {
  const [entry] = await readNumbered(db, number - 1, 1)
  if (entry)
    await db
      .updateTable('installation')
      .set({ value: entry.numbered_at })
      .where('name', '=', 'past.since')
      .where('value', '<', entry.numbered_at)
      .execute()
}

/** The time from which the past is known: what ended before it was not kept. */
export async function pastSince(db: Db): Promise<string> {
  const { value } = await db
    .selectFrom('installation')
    .where('name', '=', 'past.since')
    .select('value')
    .executeTakeFirstOrThrow()
  return value
}
