import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A link that ends is in force until then. */
export const isBefore = (now: string, expiresAt: string | null): boolean =>
  expiresAt === null || expiresAt > now

/** The earlier of two ends; null is none. */
export const earlierEnd = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one

/** The later of two ends; null is none. */
export const laterEnd = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? null : other > one ? other : one

/** The one end is after the other; null is none. */
export const isLater = (one: string | null, other: string | null): boolean =>
  other !== null && (one === null || one > other)

/** A link counts while it is active and has not expired: one that was read. */
export const isInForce = (link: { is_active: boolean; expires_at: string | null }, now: string): boolean =>
  link.is_active && isBefore(now, link.expires_at)

/** The same in a statement. @param link the table's name there */
export function linkIsInForce(link: string, now: string): RawBuilder<SqlBool> {
  const [isActive, expiresAt] = [sql.ref(`${link}.is_active`), sql.ref(`${link}.expires_at`)]
  return sql<SqlBool>`(${isActive} = true and (${expiresAt} is null or ${expiresAt} > ${now}))`
}
