import type { Answer } from './answer.ts'
import type * as f from './fields.ts'
import { secret } from './secrets.ts'
import type { Service } from './service.ts'

export type Fields = Record<string, unknown>
/** A record as it was answered. */
export type Item = Answer['body']

/** What the shared suite knows of a resource: one entry, and all of the suite runs for it. */
export interface Factory {
  /** The least that a create takes, different each time. */
  valid: (service: Service) => Promise<Fields> | Fields
  /** Every field that create and update take. None: records come by another way than HTTP, see `make`. */
  fields: Record<string, f.Field>
  /** Attributes that are read and never written, beside those that every record has. */
  also: string[]
  /** Fields whose values no two live records share, and how those are compared. */
  unique: Record<string, 'exact' | 'caseless'>
  /** What `include` names, beside the authors that every record has. */
  relations: string[]
  /** The attributes that the contract names for selecting: held to an index. */
  selectors: string[]
  /** A text attribute that `q` searches. */
  label: string
  /** An attribute whose value several records may share, and two values for it. */
  shared: { column: string; value: unknown; other: unknown }
  /** How a record is made that is not created over HTTP. @returns its id */
  store?: (service: Service, fields: Fields) => Promise<number>
}

let number = 0
/** Different each time, and in order. */
export const next = () => String(++number).padStart(4, '0')

/** Registrations need a password. */
export const PASSWORD = secret('an unusual phrase')
