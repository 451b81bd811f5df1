import type { TSchema } from 'typebox'
import { invalidField } from '../errors.ts'
import type { Fields } from './parameters.ts'

/** Bytes of what a list is asked for, all its parameters together: each of its pages' URLs repeats them. */
export const MOST_QUERY_BYTES = 8192

/** Does the operation read a list, or include one? Its parameters are the query of an address, also in a body. */
export const takesQuery = ({ properties = {} }: TSchema & { properties?: Fields }): boolean =>
  'per_page' in properties || 'include' in properties

/** @throws Refusal 422 naming the longest parameter, where all are too long together */
export function refuseLongQuery(input: Fields, filters: Fields): void {
  let total = 0
  let longest = { name: '', bytes: 0 }
  const add = (name: string, value: unknown) => {
    const bytes = bytesOf(value)
    total += bytes
    if (bytes > longest.bytes) longest = { name, bytes }
  }
  for (const [name, value] of Object.entries(input)) add(name, value)
  for (const [name, value] of Object.entries(filters)) add(`filter[${name.slice(0, 100)}]`, value)
  if (total <= MOST_QUERY_BYTES) return
  throw invalidField(
    longest.name,
    'too_long',
    `The parameters of a list take at most ${MOST_QUERY_BYTES} bytes of text together; ${longest.name} alone has ${longest.bytes}. Shorten it.`,
  )
}

/** Anything else is short, or refused where it is read. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + bytesOf(one) + 1, 0)
  return 0
}
