import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Slug } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import type { Requirement } from '../access/guard.ts'
import type { AnswerBudget } from '../capacity/answer-budget.ts'
import type { ClientMemory } from '../capacity/client-memory.ts'
import type { Trashed } from '../db/dialect.ts'
import type { Fields } from '../values/fields.ts'
import type { SelectedIds } from '../values/selected-ids.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call an endpoint: everyone, everyone signed in, or callers who meet a row of the access matrix. */
export type Access = 'public' | 'signed-in' | Requirement

/** Headers of an answer; several cookies are set by one header each. */
export type AnswerHeaders = Record<string, string | readonly string[]>

/** The result of an operation; only writes have `messages`. */
export interface Answer {
  data: unknown
  messages?: string[]
  status?: number
  /** The record's version, for the ETag. */
  version?: number
  /** Additional headers, with lower-case names. */
  headers?: AnswerHeaders
  /** The complete text, if it is already serialized. */
  text?: Buffer[]
  /** The data as JSON, if it is already serialized. */
  json?: string
  /** A response of a length that is not known before its end, in place of `data`. */
  stream?: AnswerStream
  /** Counts or logs what was done. Called once the writes are committed: before, a transaction may be retried or rolled back. */
  onCommitted?: () => void
  /** Whether it is a stored response to the same `Idempotency-Key`. */
  isReplayed?: boolean
}

/** A response that is written bit by bit, for as long as the client listens. It counts as sent once its head is written. */
export interface AnswerStream {
  contentType: string
  /** Called once the head is written. The client may have disconnected by then. */
  begin: (raw: ServerResponse, sender: Sender) => void
}

/** What sends responses. */
export interface Sender {
  /** Counts the bytes that clients have not read. */
  memory: ClientMemory
  /** If true, connections are closed after the response. */
  isStopping: () => boolean
}

/** One operation of the API: its route, access, description and handler. */
export interface Endpoint {
  /** Unique; with the method, the operationId. */
  name: string
  methods: readonly Method[]
  /** Fastify's pattern: `/api/users/:column/:value`. */
  path: string
  /** Schemas of path parameters that are more specific than text. */
  pathSchemas?: Record<string, TSchema>
  tag: string
  summary: string
  description?: string
  access: Access
  /** Open to whoever must add a second factor before anything else. */
  isForEnrolment?: boolean
  /** A trusted client may call it for a person who uses it: limits then count the person's address. */
  isForEndUsers?: boolean
  /** The records that `{column}/{value}` of a write selects: live ones by default. */
  selects?: Trashed
  /** Whether it changes records. A write repeats its response for the same `Idempotency-Key`. */
  effect: 'read' | 'write'
  /** Selects among endpoints on the same path and method by the payload; the first match is called. */
  when?: (sent: Fields, body: unknown) => boolean
  /** Of endpoints on the same path and method: described after the others, whose example is shown. */
  isDescribedLast?: boolean
  /**
   * The optional parameter that selects it. It is described last, and its answers are marked: only clients that send the parameter
   * receive them.
   */
  selectedBy?: string
  /** The fields read from query string and body together. */
  input: TObject
  /** Reads and lists ignore names they don't know; writes refuse them. */
  unknown: 'refuse' | 'ignore'
  /** Whether null and empty values count as absent; on updates they clear the field. */
  nullIsAbsent?: boolean
  readOnly?: ReadonlySet<string>
  /** The body is not an object of fields: one member of a relation, or an array of them. */
  members?: boolean
  /** The relation has only one member. */
  isToOne?: boolean
  /** The body is an array, each item of this schema. */
  items?: TSchema
  /** The response's status, and the schema of its `data`. */
  status?: 200 | 201 | 202
  data: TSchema
  /** A response that is no JSON envelope. */
  streams?: {
    description: string
    /** A header of the response. */
    header: string
    /** By media type. */
    examples: Readonly<Record<string, string>>
  }
  /** Another status of a success, with the same schema. */
  otherStatus?: 202
  /** The schema of `data` with `variant=2`, if the contract has a second shape. */
  variant?: TSchema
  messages?: readonly string[]
  /** The most messages, if there may be more than in the example. */
  maxMessages?: number
  /** A write that runs anew each time, also with the same `Idempotency-Key`. */
  ignoresIdempotencyKey?: boolean
  /** The response contains a secret, so it is not stored for an `Idempotency-Key`. */
  isShownOnce?: boolean
  /** A successful response has sentences in the language of the client, and names it in `Content-Language`. */
  isInLanguage?: boolean
  /** A successful response may set a cookie. */
  setsCookie?: boolean
  refusals: readonly number[]
  example?: { input?: Fields; path?: Record<string, string> }
  /** Only reads records: it takes a read slot, and a replica may serve it if it has all of the caller's writes. */
  isRecords?: boolean
  /** Reads records or counts beside other things, from the cache of records where it has them. */
  usesRecordCache?: boolean
  /**
   * Refuses or counts a call before it gets any response, including one stored for an `Idempotency-Key`. Limits guesses
   * that a stored response could confirm.
   */
  admit?: (call: Call) => Promise<void>
  /** Work on the input that must not hold a transaction open, such as hashing a password. */
  prepare?: (call: Call) => Promise<unknown>
  handle: (call: Call) => Answer | Promise<Answer>
}

/** An endpoint whose functions know the types of its input, and of what its `prepare` returns. */
interface TypedEndpoint<Schema extends TSchema, Prepared>
  extends Omit<Endpoint, 'input' | 'admit' | 'prepare' | 'handle'> {
  input: Schema
  admit?: (call: Call<InputOf<Schema>>) => Promise<void>
  prepare?: (call: Call<InputOf<Schema>>) => Promise<Prepared>
  handle: (call: Call<InputOf<Schema>, Prepared>) => Answer | Promise<Answer>
}

/** The static type of the schema; `Fields` for a schema that is only known at run time. */
type InputOf<Schema extends TSchema> =
  Static<Schema> extends Fields ? (keyof Static<Schema> extends never ? Fields : Static<Schema>) : Fields

/** Write `prepare` above `handle`: otherwise TypeScript cannot infer its type. */
export const defineEndpoint = <Schema extends TSchema, Prepared = undefined>(
  endpoint: TypedEndpoint<Schema, Prepared>,
): Endpoint => endpoint as unknown as Endpoint

export const takesIdempotencyKey = ({ effect, ignoresIdempotencyKey }: Endpoint): boolean =>
  effect === 'write' && !ignoresIdempotencyKey

/** Reads of those who are signed in may ask for a state that is new enough: `X-At-Least`. */
export const takesPosition = ({ effect, access }: Endpoint): boolean =>
  effect === 'read' && access !== 'public'

/** Strangers do not learn how far the database has come: the difference between two answers would tell what others have written. */
export const tellsPosition = ({ effect, access }: Endpoint): boolean =>
  effect === 'write' && access !== 'public'

/** One call of an endpoint: authenticated, authorized, its fields validated. */
export interface Call<Input = Fields, Prepared = unknown> {
  ctx: Ctx
  /** The selector and other parts of the path, decoded. */
  params: Record<string, string>
  input: Input
  /** The unvalidated input: list parameters and members of relations are read from it. */
  sent: Fields
  /** `filter[<field>]`, without the plain `filter`. */
  filters: Fields
  body: unknown
  /** The caller lacks these permissions and can reach only their own record. */
  ownOnly: readonly Slug[] | undefined
  /** The result of the endpoint's `prepare`. */
  prepared: Prepared
  /** Of a write in a large table whose selector has no index: what it matched before the transaction. */
  selectedIds?: SelectedIds | undefined
  /** Creates the budget of the response: a new one for each retry of the operation. */
  budget: (copies?: number) => AnswerBudget
  /** The URL by which clients reach the service, if it is set. */
  publicUrl: string | undefined
  /** The client requested the second of the contract's page shapes. */
  isVariant2: boolean
  request: FastifyRequest
}
