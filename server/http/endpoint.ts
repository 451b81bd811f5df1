import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Slug } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import type { Requirement } from '../access/requirement.ts'
import type { AnswerBudget } from '../capacity/answer-budget.ts'
import type { Fields } from '../values/fields.ts'
import type { Answer } from './response/envelope.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call an endpoint: everyone, everyone signed in, or who meets a row of the access matrix. */
export type Access = 'public' | 'signed-in' | Requirement

/** One operation of the API: its route, its guard, its description and what it does. */
export interface Endpoint {
  /** Unique; with the method, the operationId. */
  name: string
  methods: readonly Method[]
  /** Fastify's pattern: `/api/users/:column/:value`. */
  path: string
  /** Schemas of the path's parts, where they say more than that it is text. */
  pathSchemas?: Record<string, TSchema>
  tag: string
  summary: string
  description?: string
  access: Access
  /** Told from others on the same path and method by what is sent; the first that fits is called. */
  when?: (sent: Fields, body: unknown) => boolean
  /** The fields read from query string and body together. */
  input: TSchema
  /** Reads and lists ignore names they don't know; writes refuse them. */
  unknown: 'refuse' | 'ignore'
  /** Null and empty count as not given; on updates they clear the field. */
  nullIsAbsent?: boolean
  readOnly?: ReadonlySet<string>
  /** The body is not an object of fields: one member of a relation, or an array of them. */
  members?: boolean
  /** Of those, one alone. */
  isToOne?: boolean
  /** The body is an array, each item of this schema. */
  items?: TSchema
  /** The answer's status, the schema of its `data`, and an example. */
  status?: 200 | 201
  data: TSchema
  /** The schema of `data` with `variant=2`, where the contract has a second shape of it. */
  variant?: TSchema
  messages?: readonly string[]
  /** Its answer shows a secret, this once: it is not kept for an `Idempotency-Key`. */
  isShownOnce?: boolean
  /** Its success may come with a cookie. */
  setsCookie?: boolean
  refusals: readonly number[]
  example?: { input?: Fields; path?: Record<string, string> }
  /** Reads records and writes nothing: a replica may answer, if it shows all that the caller wrote. */
  isRecords?: boolean
  /**
   * Refuses or counts a call before anything is told of it, an answer kept for an `Idempotency-Key` too: where a kept answer
   * would confirm a guess, guesses are limited here.
   */
  admit?: (call: Call) => Promise<void>
  /** Work on the input that must not hold a transaction open, such as hashing a password. */
  prepare?: (call: Call) => Promise<unknown>
  handle: (call: Call) => Answer | Promise<Answer>
}

/** One call of an endpoint: authenticated, guarded, its fields read. */
export interface Call {
  ctx: Ctx
  /** The selector and other parts of the path, decoded. */
  params: Record<string, string>
  input: Fields
  /** All that was sent, unread: list parameters and members of relations are read from it. */
  sent: Fields
  /** `filter[<field>]`, apart from the plain `filter`. */
  filters: Fields
  body: unknown
  /** The caller lacks these, and may reach their own record alone. */
  ownOnly: readonly Slug[] | undefined
  /** What the endpoint's `prepare` made. */
  prepared?: unknown
  /** What its answer may hold: each try of the operation begins with one of its own. */
  budget: (copies?: number) => AnswerBudget
  /** Where clients reach the service, if that is set. */
  publicUrl: string | undefined
  /** The second of the contract's page shapes was asked for. */
  isVariant2: boolean
  request: FastifyRequest
}
