import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import type { TObject, TProperties, TSchema } from 'typebox'
import type { Subject } from '../../../contract/permissions.ts'
import type { Ctx } from '../../access/context.ts'
import type { GrantExtension } from '../../access/rules.ts'
import type { AnswerBudget } from '../../capacity/answer-budget.ts'
import type { Database, LinkTableName, RecordTableName } from '../../db/tables.ts'
import type { Lock } from '../../db/transactions/locks.ts'
import type { RowLock } from '../../db/transactions/row-locks.ts'
import type { Endpoint } from '../../http/endpoint.ts'
import { type Message, told } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'

/**
 * The one room where Kysely's types are widened: a resource's table is known at run time only. The names that
 * reach SQL from here come from resource definitions, which are checked against the tables, never from a caller.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type AnyDatabase = any

export type Where = Expression<SqlBool>

export type Column<T extends RecordTableName> = keyof Database[T] & string
export type Row<T extends RecordTableName = RecordTableName> = Selectable<Database[T]>

/** A stored row whose resource is not known here; the columns every record has are. */
export type AnyRow = Fields & { id: number; uuid: string; version: number; deleted_at: string | null }

/** Values that no two live records share. A null among them makes no conflict, but for `nullsEqual`. */
export interface Unique<T extends RecordTableName> {
  field: string
  columns: readonly Column<T>[]
  nullsEqual?: boolean
}

/** An input that names another record. `by` says what may name it; the id is kept in `column`. */
export interface ReferenceField<T extends RecordTableName> {
  to: Subject
  column: Column<T>
  by: 'id' | 'any'
}

/** Links that a relation goes through, between the ids of either side. */
export interface Links {
  table: LinkTableName
  from: string
  to: string
}

export type Relation =
  /** This record's column holds the other's id. */
  | { kind: 'one'; to: Subject; column: string; as?: string }
  /** The others' column holds this record's id. */
  | { kind: 'many'; to: Subject; column: string }
  /** Through a link table. */
  | {
      kind: 'links'
      to: Subject
      links: Links
      mayChange: LinkRule
      /** How those on the other side are locked; `update`, unless their version stays. */
      lock?: RowLock
      /** They are locked before the record: rows of two tables are locked in one order, whichever side is asked. */
      isFarFirst?: boolean
      /** Taken before the record, where rows of either side have no such order since sets are replaced from both. */
      locks?: readonly Lock[]
      /** What follows from a change, in the same transaction. */
      afterChange?: LinkRule
      /** Which of the counts that are kept is the number of live records it leads to. */
      countedBy?: string
    }
  /** Follows from other links; read-only. Gives pairs of ids, and the id of the link behind each. */
  | {
      kind: 'derived'
      to: Subject
      links: Links
      pairs: DerivedPairs
      known?: KnownIds
      linksEach?: LinksEach
      among?: Among
      explain?: Explain
    }

export type OneRelation = Extract<Relation, { kind: 'one' }>

/** Ids of the records on the other side, highest first, where they are known without asking the database. */
export type KnownIds = (
  ctx: Ctx,
  fromId: number,
) => readonly number[] | undefined | Promise<readonly number[] | undefined>

/** About how many links are looked at for each record on the other side, where that is known without asking the database. */
export type LinksEach = (ctx: Ctx, fromId: number) => number | undefined | Promise<number | undefined>

/**
 * What holds, at a given time, of all records related with one, where it finds them quicker than their pairs do. Lists
 * for which the same holds are the same list.
 */
export type Among = (ctx: Ctx, fromId: number) => Promise<((now: string) => Where) | undefined>

/** Adds to the records related with one why they are: what `explain=true` asks for. @throws Refusal 403 */
export interface Explain {
  parameter: TProperties
  add: (ctx: Ctx, fromId: number, records: Fields[], budget: AnswerBudget) => Promise<void>
}

/** Rows `{from_id, to_id, link_id}` in force now, for the given records on the `from` side, and on the other if given. */
export type DerivedPairs = (
  ctx: Ctx,
  fromIds: readonly number[],
  toIds?: readonly number[],
) => Expression<unknown>

/**
 * What must hold before a relation's links change, or is done once they have.
 * @throws Refusal when the caller may not, or the change would break a rule
 */
type LinkRule = (ctx: Ctx, from: AnyRow, change: LinkChange) => Promise<void>

/** What a write does to a record's links: ids on the far side. */
export interface LinkChange {
  /** Added or changed, so that they may count afterwards. */
  granted: readonly number[]
  /** Taken away, deactivated or given an end. */
  weakened: readonly number[]
  /** Of those granted, the ones that count for longer than before, or anew. */
  lengthened: ReadonlyMap<number, GrantExtension>
}

/** A list parameter of the resource's own, beside those that all lists take. */
export interface ListParameter<T extends RecordTableName = RecordTableName> {
  schema: TSchema
  /** `values` are all of the list's parameters. */
  apply: (ctx: Ctx, values: never, eb: ExpressionBuilder<Database, T>) => Promise<Expression<SqlBool>>
}

/** The writes of a resource. A difference is a function of the same shape, which may call the default. */
export interface Operations {
  create: (ctx: Ctx, resource: Resource, values: Fields) => Promise<number>
  update: (ctx: Ctx, resource: Resource, row: AnyRow, changes: Fields) => Promise<void>
  remove: (ctx: Ctx, resource: Resource, row: AnyRow, options: { cascade: boolean }) => Promise<void>
  restore: (ctx: Ctx, resource: Resource, row: AnyRow, options: { cascade: boolean }) => Promise<void>
  /** Deletes the row itself, live or soft-deleted. */
  destroy: (ctx: Ctx, resource: Resource, row: AnyRow) => Promise<void>
}

export interface Resource<T extends RecordTableName = RecordTableName> {
  /** In URLs and permission slugs. */
  name: Subject
  /** What one of them is called, in answers and messages. */
  singular: string
  table: T
  schemas: { item: TObject; create?: TSchema; update?: TSchema }
  /** Of those that users hold: what is shown of one to its holder, who may not read it. */
  inShort?: readonly string[]
  /** The text that `q` searches. */
  search: (row: Row<T>) => (string | null)[]
  /** Attributes whose values are parts of that text. */
  inSearchText: readonly Column<T>[]
  /** More that `q` searches, beside the text: folded columns, and the id. */
  searchAlso?: (ctx: Ctx, q: string) => { columns: readonly Column<T>[]; id?: number | undefined }
  /** Compared without regard to case: each is kept lower-cased in `<column>_key`. */
  caseless?: readonly Column<T>[]
  /** Hidden from callers without `can-see-users-contact-details`, but for their own record. */
  contact?: readonly Column<T>[]
  /** The user whose own record it is. */
  ownerColumn?: Column<T>
  /** Of users: the columns that name one live record each, whose ids are kept in memory for checks. */
  keptIds?: ReadonlySet<string>
  unique: readonly Unique<T>[]
  references?: Record<string, ReferenceField<T>>
  /** Counts of others, which are kept: for each of these records, in order. */
  counted?: Record<string, (ctx: Ctx, ids: readonly number[]) => Promise<number[]>>
  relations: Record<string, Relation>
  listParameters?: Record<string, ListParameter<T>>
  /** `with_children` lists roots with their subtrees. */
  isTree?: boolean
  /** Work on a write's input that must not hold a transaction open, such as hashing a password. */
  prepare?: (input: Fields, ctx: Ctx) => Promise<Fields>
  /** What many new records need together, before any of them is stored: locks, and values that are looked up at once. */
  reserve?: (ctx: Ctx, items: readonly Fields[]) => Promise<void>
  /** Fields of their own record that every user may change. */
  ownFields?: readonly string[]
  operations?: Partial<Operations>
  /** Operations that no other resource has. */
  endpoints?: (resource: Resource) => Endpoint[]
}

const catalog = new Map<Subject, Resource>()

/** Checks a definition's names against the tables, and makes it known to relations of other resources. */
export function defineResource<T extends RecordTableName>(definition: Resource<T>): Resource {
  const resource = definition as unknown as Resource
  catalog.set(resource.name, resource)
  return resource
}

export function resourceNamed(name: Subject): Resource {
  const resource = catalog.get(name)
  if (!resource) throw new Error(`No resource is defined under the name ${name}.`)
  return resource
}

/** What a person calls one of them: `taxonomy type`. */
export const nounOf = ({ singular }: Resource): Message => told(singular.replaceAll('_', ' '))

/** And several, as the path has them: `taxonomy-types`. */
export const pluralOf = ({ name }: Pick<Resource, 'name'>): Message => told(name)
