import type { TSchema } from 'typebox'
import { invalidField } from '../errors.ts'
import { say } from '../messages/say.ts'
import type { Fields } from './fields.ts'

/** The limit of a URL. It also applies to parameters in a body, since each of a page's URLs repeats them. */
export const MAX_QUERY_BYTES = 16_384

/** Whether the operation has list parameters: they are limited like the query of a URL, even in a body. */
export const takesQuery = ({ properties = {} }: TSchema & { properties?: Fields }): boolean =>
  'per_page' in properties || 'include' in properties

/** @throws Refusal 422 naming the longest parameter, if all together are too long */
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
  if (total <= MAX_QUERY_BYTES) return
  throw invalidField(
    longest.name,
    'too_long',
    say`The parameters of a list have at most ${MAX_QUERY_BYTES} bytes together, as an address has them; shorten ${longest.name}.`,
  )
}

/** The URL-encoded length. Does not encode values that exceed the limit anyway. Other values than text are short, or refused later. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string')
    return value.length > MAX_QUERY_BYTES
      ? value.length
      : new URLSearchParams([['', value]]).toString().length - 1
  if (!Array.isArray(value)) return 0
  let sum = 0
  for (const one of value) {
    sum += bytesOf(one) + '%2C'.length
    if (sum > MAX_QUERY_BYTES) break
  }
  return sum
}
