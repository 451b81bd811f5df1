/** The moment that a day ends where who says it is; null for none. */
export const endOfDay = (day: string): string | null =>
  day === '' ? null : new Date(`${day}T23:59:59.999`).toISOString()

/** The day of a moment, as inputs of days have it. */
export function dayOf(at: string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
