import type { Answer } from './answer.ts'
import type * as f from './fields.ts'
import { secret } from './secrets.ts'
import type { Service } from './service.ts'

export type Fields = Record<string, unknown>
/** A record as the API returns it. */
export type Item = Answer['body']

/** What the shared suite knows of a resource, for which the whole suite runs. */
export interface Factory {
  /** The minimal fields of a create, different each time. */
  valid: (service: Service) => Promise<Fields> | Fields
  /** Every field that create and update accept. None: records are not created over HTTP, see `make`. */
  fields: Record<string, f.Field>
  /** Read-only attributes, beside those that every record has. */
  also: string[]
  /** Fields with values that are unique among live records, and how these are compared. */
  unique: Record<string, 'exact' | 'caseless'>
  /** Relations for `include`, beside the authors that every record has. */
  relations: string[]
  /** The selectors of the contract, each of which must have an index. */
  selectors: string[]
  /** A text attribute that `q` searches. */
  label: string
  /** An attribute whose value several records may share, and two values for it. */
  shared: { column: string; value: unknown; other: unknown }
  /** Stores a record of a resource that is not created over HTTP. @returns its id */
  store?: (service: Service, fields: Fields) => Promise<number>
}

let number = 0
/** Different each time, and in order. */
export const next = () => String(++number).padStart(4, '0')

/** Registrations need a password. */
export const PASSWORD = secret('an unusual phrase')
