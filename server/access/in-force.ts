import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether an expiry lies in the future; null: never expires. */
export const isBefore = (now: string, expiresAt: string | null): boolean =>
  expiresAt === null || expiresAt > now

/** The earlier of two expiries; null: never. */
export const earlierEnd = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one

/** The later of two expiries; null: never. */
export const laterEnd = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? null : other > one ? other : one

/** Whether `one` expires after `other`; null: never. */
export const isLater = (one: string | null, other: string | null): boolean =>
  other !== null && (one === null || one > other)

/** Whether a link that was read is in force: active and not expired. */
export const isInForce = (link: { is_active: boolean; expires_at: string | null }, now: string): boolean =>
  link.is_active && isBefore(now, link.expires_at)

/** The same as an SQL condition. @param link the name of the table in the statement */
export const linkIsInForce = (link: string, now: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(`${link}.is_active`)} = true and ${endsAfter(`${link}.expires_at`, now)})`

/** Whether a stored expiry is later than a time, as an SQL condition; null: never expires. */
export const endsAfter = (column: string, time: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(column)} is null or ${sql.ref(column)} > ${time})`
