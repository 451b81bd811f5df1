import type { AuditChange } from '../db/tables.ts'
import type { Fields } from '../values/fields.ts'

/** Longer values (as JSON) are not recorded. */
const MAX_VALUE_BYTES = 4096

/** The columns of a resource that entries contain. */
export interface Recorded {
  shown: readonly string[]
  /** The columns with secrets, and the field of each. Entries contain only that it changed. */
  secrets: Readonly<Record<string, string>>
}

/**
 * The fields that a write changes in a record.
 * @param before empty for a new record
 */
export function changesBetween(before: Fields, after: Fields, { shown, secrets }: Recorded): AuditChange[] {
  const changes: AuditChange[] = []
  for (const field of shown) {
    const [from, to] = [before[field] ?? null, after[field] ?? null]
    if (after[field] === undefined || isSame(from, to)) continue
    const isLong = isTooLong(from) || isTooLong(to)
    changes.push(isLong ? { field, truncated: true } : { field, from: wellFormed(from), to: wellFormed(to) })
  }
  for (const [column, field] of Object.entries(secrets))
    if (after[column] !== undefined && after[column] !== (before[column] ?? null))
      changes.push({ field, secret: true })
  return changes
}

const isSame = (one: unknown, other: unknown) =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))

function isTooLong(value: unknown): boolean {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return false
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // A character has at most three bytes for each of its UTF-16 units.
  return text.length * 3 > MAX_VALUE_BYTES && Buffer.byteLength(text) > MAX_VALUE_BYTES
}

/** Lone surrogates, which free-form data may have, have no canonical JSON. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(wellFormed)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toWellFormed(), wellFormed(inner)]),
  )
}
