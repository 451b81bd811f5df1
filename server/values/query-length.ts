import type { TSchema } from 'typebox'
import { invalidField } from '../errors.ts'
import { say } from '../messages/say.ts'
import type { Fields } from './fields.ts'

/** As much as an address may have, also where they come in a body: each of a page's URLs repeats them. */
export const MOST_QUERY_BYTES = 16_384

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
    say`The parameters of a list have at most ${MOST_QUERY_BYTES} bytes together, as an address has them; shorten ${longest.name}.`,
  )
}

/** As an address has it; of what is longer than all may be, not even that is made. Anything but text is short, or refused where it is read. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string')
    return value.length > MOST_QUERY_BYTES
      ? value.length
      : new URLSearchParams([['', value]]).toString().length - 1
  if (!Array.isArray(value)) return 0
  let sum = 0
  for (const one of value) {
    sum += bytesOf(one) + '%2C'.length
    if (sum > MOST_QUERY_BYTES) break
  }
  return sum
}
