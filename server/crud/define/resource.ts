import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import type { TObject, TProperties, TSchema } from 'typebox'
import type { ObjectSchema } from '../../../contract/fields.ts'
import { type Slug, SUBJECTS, type Subject, slugToReadOf } from '../../../contract/permissions.ts'
import type { ACTORS } from '../../access/actor.ts'
import type { Ctx, Registry } from '../../access/context.ts'
import type { ResourceAccess } from '../../access/matrix.ts'
import type { GrantExtension } from '../../access/rules.ts'
import type { AnswerBudget } from '../../capacity/answer-budget.ts'
import type { Database, LinkTable, LinkTableName, RecordTableName } from '../../db/tables.ts'
import type { Lock } from '../../db/transactions/locks.ts'
import type { RowLock } from '../../db/transactions/row-locks.ts'
import type { SentStatement } from '../../db/transactions/sent-statements.ts'
import type { OtherLanguage } from '../../messages/languages.ts'
import { Noun } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import type { ReadRecord } from '../../values/read-record.ts'

/**
 * Widens Kysely's types, since a resource's table is known only at run time. Names in SQL come from resource definitions,
 * never from a caller. Types and test/unit/crud/registry.test.ts compare the definitions with the tables.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type AnyDatabase = any

export type Where = Expression<SqlBool>

export type Column<T extends RecordTableName> = keyof Database[T] & string
/** A column of one of these tables. */
type AnyColumn<T extends RecordTableName = RecordTableName> = T extends T ? Column<T> : never
export type TableRow<T extends RecordTableName = RecordTableName> = Selectable<Database[T]>

/** A stored row of any resource, with the columns that all records have. */
export type AnyRow = Fields & { id: number; uuid: string; version: number; deleted_at: string | null }

/** A row as a write left it, with the columns that responses contain. */
export type WrittenRow = Fields & { id: number }

export type RecordWrite = SentStatement<WrittenRow>

/** Values that are unique among live records. Nulls never conflict, except with `nullsEqual`. */
export interface Unique<T extends RecordTableName> {
  field: string
  columns: readonly Column<T>[]
  nullsEqual?: boolean
}

/** An input that names another record: `by` its id only, or by any identifier. The id is stored in `column`. */
export interface ReferenceField<T extends RecordTableName> {
  to: Subject
  column: Column<T>
  by: 'id' | 'any'
}

/** The columns of a link table for the ids of both sides. */
type SideColumn<T extends LinkTableName> = Exclude<keyof Database[T], keyof LinkTable>

/** The link table of a relation, and its columns for the ids of both sides. */
export type Links = {
  [T in LinkTableName]: { table: T; from: SideColumn<T>; to: SideColumn<T> }
}[LinkTableName]

export type Relation<T extends RecordTableName = RecordTableName> =
  /** A column of this record holds the other record's id. */
  | { kind: 'one'; to: Subject; column: AnyColumn<T>; as?: string }
  /** A column of the other records holds this record's id. */
  | { kind: 'many'; to: Subject; column: AnyColumn }
  /** Through a link table. */
  | {
      kind: 'links'
      to: Subject
      links: Links
      mayChange: LinkRule
      /** The lock on records of the other side; default `update`, which is needed if their version changes. */
      lock?: RowLock
      /** Lock the related records before this one: writes from both sides then lock in the same order. */
      locksRelatedFirst?: boolean
      /** Advisory locks, acquired first: needed if both sides can replace sets, so that rows have no common lock order. */
      locks?: readonly Lock[]
      /** The links give authority: a user who removes their own may end their own authority. */
      givesAuthority?: true
      /** Runs after a change, in the same transaction. */
      afterChange?: LinkRule
      /** The stored count of related live records. */
      countedBy?: string
    }
  /** Derived from other links; read-only. `pairs` selects pairs of ids, each with the id of its link in `links`. */
  | {
      kind: 'derived'
      to: Subject
      links: Links
      pairs: DerivedPairs
      /** The link tables that `pairs` reads: related records change when one of their links expires. */
      derivedFrom: readonly LinkTableName[]
      /** The largest table that `pairs` reads: it decides whether the read would block the event loop. */
      largestTable: RecordTableName
      idsInMemory?: IdsInMemory
      estimateLinksPerRecord?: EstimateLinksPerRecord
      relatedCondition?: RelatedCondition
      explain?: Explain
    }

export type OneRelation = Extract<Relation, { kind: 'one' }>
export type DerivedRelation = Extract<Relation, { kind: 'derived' }>

/** Ids of the records on the other side, highest first, if they are in memory. */
export type IdsInMemory = (
  ctx: Ctx,
  fromId: number,
) => readonly number[] | undefined | Promise<readonly number[] | undefined>

/** Estimates the links read per record on the other side, if the number is in memory. */
export type EstimateLinksPerRecord = (
  ctx: Ctx,
  fromId: number,
) => number | undefined | Promise<number | undefined>

/**
 * A condition that selects all records related with one at a given time, if it is faster than their pairs. Lists with the
 * same condition share a cache entry.
 */
export type RelatedCondition = (ctx: Ctx, fromId: number) => Promise<((now: string) => Where) | undefined>

/** For `explain=true`: adds to each related record the reasons for its relation. @throws Refusal 403 */
export interface Explain {
  parameter: TProperties
  add: (ctx: Ctx, fromId: number, records: readonly ReadRecord[], budget: AnswerBudget) => Promise<void>
}

/** Selects `{from_id, to_id, link_id}` in force now, for the given records on the `from` side and optionally the other. */
export type DerivedPairs = (
  ctx: Ctx,
  fromIds: readonly number[],
  toIds?: readonly number[],
) => Expression<unknown>

/**
 * A hook before or after a change of a relation's links.
 * @throws Refusal if the caller may not change them, or the change would break a rule
 */
type LinkRule = (ctx: Ctx, from: AnyRow, change: LinkChange) => Promise<void>

/** What a write changes in a record's links: ids on the other side. */
export interface LinkChange {
  /** Added or changed links, which may be in force afterwards. */
  granted: readonly number[]
  /** Links that were removed, deactivated or given an expiry. */
  weakened: readonly number[]
  /** Granted links that are in force anew or for longer than before. */
  lengthened: ReadonlyMap<number, GrantExtension>
}

/** A list parameter of one resource, in addition to those of all lists. */
export interface ListParameter<T extends RecordTableName = RecordTableName> {
  schema: TSchema
  /** Whether its condition depends on the rows of other tables. */
  readsOtherTables?: true
  /** Links that its condition compares with the time of the request: the list changes when one of them expires. */
  expiringLinks?: LinkTableName
  /** `values` are all of the list's parameters. */
  apply: (ctx: Ctx, values: never, eb: ExpressionBuilder<Database, T>) => Promise<Expression<SqlBool>>
}

/** The writes of a resource. An override has the same signature and may call the default. */
export interface Operations {
  create: (ctx: Ctx, resource: Resource, values: Fields) => Promise<RecordWrite>
  update: (ctx: Ctx, resource: Resource, row: AnyRow, changes: Fields) => Promise<RecordWrite>
  remove: (ctx: Ctx, resource: Resource, row: AnyRow, options: { cascade: boolean }) => Promise<void>
  restore: (ctx: Ctx, resource: Resource, row: AnyRow, options: { cascade: boolean }) => Promise<void>
  /** Deletes the row itself, live or soft-deleted. */
  destroy: (ctx: Ctx, resource: Resource, row: AnyRow) => Promise<void>
}

export interface Shapes {
  /** A create returns the record directly in `data`, and as `item` like the others. */
  createdInData?: true
  /** Variant 2 of the list is the page itself, without `list`. */
  listVariant2?: 'page'
  /** The names of the record in the responses of its relations, in place of the singular. */
  recordNames?: readonly string[]
  /** By relation: a second name of the page, in variant 2. */
  pageNamesInVariant2?: Record<string, string>
}

export interface Tree {
  /** The fields whose changes move a record. */
  movedBy: readonly string[]
}

export interface Resource<T extends RecordTableName = RecordTableName> {
  /** In URLs and permission slugs. */
  name: Subject
  /** The singular name, in responses and messages. */
  singular: string
  /** Introduces the resource in the API's reference. */
  description: string
  /** Its names in the other languages of messages. */
  nouns: Record<OtherLanguage, { singular: string; plural: string; isFeminine?: true }>
  table: T
  /** `short`: the record within others, with columns of its table. Without `create` or `update`, the resource does not have that operation. */
  schemas: { item: TObject; short: TObject; create?: ObjectSchema; update?: ObjectSchema }
  access: ResourceAccess
  /** For resources that users hold: the fields shown to a holder who may not read the resource. */
  inShort?: readonly string[]
  /** The text that `q` searches. */
  search: (row: TableRow<T>) => (string | null)[]
  /** Attributes whose values are part of that text. */
  inSearchText: readonly Column<T>[]
  /** What `q` searches in addition to the text: folded columns, and the id. */
  searchAlso?: (ctx: Ctx, q: string) => { columns: readonly Column<T>[]; id?: number | undefined }
  /** Compared case-insensitively: each is stored lower-cased in `<column>_key`. */
  caseless?: readonly Column<T>[]
  /** Of those, the ones whose parts the text index finds. */
  searchedKeys?: readonly Column<T>[]
  /** Columns with secrets, each with the field that sets it. The audit trail records only that they changed. */
  secrets?: Partial<Record<Column<T>, string>>
  /** Attributes that the audit trail leaves out: counters, and times of use. */
  unrecorded?: readonly Column<T>[]
  /** Contact details: hidden from callers without the permission to see them, except in their own record. */
  contact?: readonly Column<T>[]
  /** The column with the id of the user who owns the record. */
  ownerColumn?: Column<T>
  /** Unique columns by which ids are cached in memory, for checks. Only of users: their changes alone evict these ids. */
  cachedIds?: T extends typeof ACTORS ? ReadonlySet<string> : never
  unique: readonly Unique<T>[]
  /** Columns beside the unique ones that have an index, of all records or of live ones. Only for tables that grow large. */
  indexed?: { all: readonly Column<T>[]; live: readonly Column<T>[] }
  references?: Record<string, ReferenceField<T>>
  /** Counts of related records, in the order of the ids. */
  counted?: Record<string, (ctx: Ctx, ids: readonly number[]) => Promise<number[]>>
  /** What lists can be sorted by beside attributes: values from other tables. */
  sortedBy?: Record<string, Expression<unknown>>
  relations: Record<string, Relation<T>>
  listParameters?: Record<string, ListParameter<T>>
  /** Records have a `parent_id`; `with_children` lists roots with their subtrees. */
  tree?: Tree
  /** Changes of its links raise its own version and not that of the records on the other side. */
  ownsLinks?: true
  /** What the response to a create shows once, beside the record. @param read runs in the transaction of the create */
  shownOnce?: { schema: TProperties; read: (ctx: Ctx, id: number) => Promise<Fields> }
  /** Work on a write's input that must not hold a transaction open, such as hashing a password. */
  prepare?: (input: Fields, ctx: Ctx) => Promise<Fields>
  /** Prepares the creation of many records: acquires locks and looks up values for all of them at once. */
  reserve?: (ctx: Ctx, items: readonly Fields[]) => Promise<void>
  /** Where the contract's responses differ from those of other resources. */
  shapes?: Shapes
  /** Fields of their own record that every user may change. */
  ownFields?: readonly string[]
  /** For users: fields whose changes may end the authority of the record's owner. */
  authorityFields?: readonly string[]
  operations?: Partial<Operations>
}

/** Checks a definition's names against the tables, by its type. */
export const defineResource = <T extends RecordTableName>(definition: Resource<T>): Resource =>
  definition as unknown as Resource

/** The resources of one service. Definitions name each other, as they can't import each other in a circle. */
export class ResourceRegistry implements Registry {
  /** In the order of the contract. */
  readonly all: readonly Resource[]
  readonly #byName: ReadonlyMap<Subject, Resource>

  /** @throws Error unless it has one resource for each subject of contract/permissions.ts */
  constructor(all: readonly Resource[]) {
    this.all = all
    this.#byName = new Map(all.map((resource) => [resource.name, resource]))
    const names = all.map(({ name }) => name)
    const repeated = names.filter((name, index) => names.indexOf(name) !== index)
    if (repeated.length > 0) throw new Error(`Two resources are named ${repeated.join(', ')}.`)
    const missing = SUBJECTS.filter((subject) => !this.#byName.has(subject))
    if (missing.length > 0)
      throw new Error(
        `The registry has no resource for ${missing.join(', ')}: list it in server/resources/index.ts.`,
      )
  }

  named(name: Subject): Resource {
    const resource = this.#byName.get(name)
    if (!resource) throw new Error(`The registry has no resource named ${name}.`)
    return resource
  }
}

/** `Ctx` is declared below this folder, so it can't name the type of a resource. */
export const resourceNamed = ({ registry }: Pick<Ctx, 'registry'>, name: Subject): Resource =>
  registry.named(name) as Resource

/** The permission to read records of the resource. */
export const slugToRead = ({ name }: Pick<Resource, 'name'>): Slug => slugToReadOf(name)

export const mayRead = ({ actor }: Ctx, resource: Resource): boolean => actor.grants.has(slugToRead(resource))

/** The singular name in words: `taxonomy type`. */
export const nounOf = ({ singular, nouns: { fr } }: Resource): Noun =>
  new Noun(singular.replaceAll('_', ' '), { fr: { text: fr.singular, isFeminine: fr.isFeminine ?? false } })

/** The plural name, as in paths: `taxonomy-types`. */
export const pluralOf = ({ name, nouns: { fr } }: Resource): Noun =>
  new Noun(name, { fr: { text: fr.plural, isFeminine: fr.isFeminine ?? false } })
