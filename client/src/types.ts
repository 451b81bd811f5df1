/** Types of requests and responses, all derived from the generated description. */
import type { paths } from './api.ts'

export type Path = keyof paths

/** The methods of a path, such as `'GET' | 'POST'`. */
export type MethodOf<P extends Path> = {
  [M in keyof paths[P]]: M extends 'get' | 'post' | 'put' | 'patch' | 'delete'
    ? [Exclude<paths[P][M], undefined>] extends [never]
      ? never
      : Uppercase<M>
    : never
}[keyof paths[P]] &
  string

export type Operation<P extends Path, M extends string> =
  Lowercase<M> extends keyof paths[P] ? Exclude<paths[P][Lowercase<M>], undefined> : never

type Json<T> = T extends { content: { 'application/json': infer J } } ? J : never

type Success<O> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 202 ? Json<R[S]> : never }[keyof R]
  : never

/** The `data` of an operation's response. */
export type Data<O> = Success<O> extends infer A ? (A extends { data: infer D } ? D : A) : never

/** The request body of an operation; never, if it has none. */
export type Body<O> = O extends { requestBody?: infer B }
  ? [Exclude<B, undefined>] extends [never]
    ? never
    : Json<Exclude<B, undefined>>
  : never

type Part<O, K extends 'query' | 'path'> = O extends { parameters: { [P in K]?: infer T } }
  ? [Exclude<T, undefined>] extends [never]
    ? never
    : Exclude<T, undefined>
  : never
export type QueryOf<O> = Part<O, 'query'>
export type PathParameters<O> = Part<O, 'path'>

/** `users`, `roles` and the others. */
export type ResourceName = { [P in Path]: P extends `/api/${infer N}/{id}` ? N : never }[Path]

type Get<P extends Path> = Operation<P, 'GET'>

/** A record of a resource in a response. */
export type RecordOf<N extends ResourceName> = Data<Get<`/api/${N}/{id}`>>

/** The bodies of a create and of an update. Never, if the resource has no such operation. */
export type CreateOf<N extends ResourceName> =
  PathOf<`/api/${N}/create`> extends infer P extends Path ? Body<Operation<P, 'POST'>> : never
export type ChangesOf<N extends ResourceName> = Body<Operation<`/api/${N}/{id}`, 'PATCH'>>

type PathOf<P extends string> = P extends Path ? P : never

type Primitive = string | number | boolean

/** A value, or conditions that must all hold. Null means "has no value", `{ not: null }` "has a value". */
export type Condition<T = Primitive> = Operand<T> | Conditions<T>
export type Operand<T = Primitive> = Scalar<T> | Date | null
/** For references to records: an id, uuid or slug. */
type Scalar<T> = Extract<T, Primitive> | ([Extract<T, object>] extends [never] ? never : string | number)
export interface Conditions<T = Primitive> {
  eq?: Operand<T>
  not?: Operand<T>
  lt?: Operand<T>
  lte?: Operand<T>
  gt?: Operand<T>
  gte?: Operand<T>
  /** Contained in the text, ignoring case. */
  like?: string
  /** From the first to the second, inclusive. */
  btw?: readonly [Operand<T>, Operand<T>]
}

/** Conditions on attributes: `filter[…]` of the API. */
export type Where<R> = { readonly [K in keyof R]?: Condition<R[K]> }

/** `'name'`, `'name:desc'`, or several. */
type Sort = string | readonly string[]
/** `'roles'`, `'roles.permissions'`, or several. */
type Include = string | readonly string[]

type Listing<O, R> = Omit<QueryOf<O>, 'sort' | 'include' | `filter[${string}]`> & {
  sort?: Sort
  include?: Include
  where?: Where<R>
}

/** The parameters of a list. */
export type ListParams<N extends ResourceName> = Listing<Get<`/api/${N}`>, RecordOf<N>>
export interface GetParams {
  include?: Include
  /** `'true'` includes soft-deleted records, `'only'` finds only these. */
  trashed?: 'true' | 'false' | 'only'
}

export interface Page<R> {
  data: R[]
  /** Records on all pages. */
  total: number
  current_page: number
  last_page: number
  per_page: number
}
export type PageOf<N extends ResourceName> =
  Data<Get<`/api/${N}`>> extends infer D
    ? D extends { list: infer L extends Page<RecordOf<N>> }
      ? L
      : never
    : never

type RelationPath<N extends ResourceName, R extends string> = PathOf<`/api/${N}/{id}/relationships/${R}`>
export type RelationName<N extends ResourceName> = {
  [P in Path]: P extends `/api/${N}/{id}/relationships/${infer R}` ? R : never
}[Path]
/** A page of records, or a record or null. */
export type Related<N extends ResourceName, R extends RelationName<N>> =
  Data<Get<RelationPath<N, R>>> extends {
    [K in R]: infer T
  }
    ? T
    : never
export type RelatedRecord<N extends ResourceName, R extends RelationName<N>> =
  Related<N, R> extends Page<infer T> ? T : Exclude<Related<N, R>, null>
export type RelationParams<N extends ResourceName, R extends RelationName<N>> = Listing<
  Get<RelationPath<N, R>>,
  RelatedRecord<N, R>
>
/** An id, a uuid or a slug, optionally with the link's attributes; or several. Never, if the relation is read-only. */
export type Members<N extends ResourceName, R extends RelationName<N>> = Body<
  Operation<RelationPath<N, R>, 'PUT'>
>

/** An id or a uuid. */
export type Id = number | string
/** An id, a uuid, or an attribute that identifies the record: `{ email: 'ada@example.com' }`. */
export type Key = Id | Readonly<Record<string, string | number>>

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal
  /** Timeout of one attempt in milliseconds. */
  timeout?: number
}

export interface ReadOptions extends CallOptions {
  /**
   * The position of a write or an event: the read sees it, whichever process answers. The service refuses a position that it has
   * not reached with `unknown_position` (409), for example after a restore from a backup.
   */
  atLeast?: string | undefined
}

export interface WriteOptions extends CallOptions {
  /** `etagOf(record)`: the write is refused if the record has changed since. */
  ifMatch?: string
  /** Your own key, if a write must not be repeated even after your program restarts. */
  idempotencyKey?: string
}
