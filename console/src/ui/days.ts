/** For date inputs: without a last day, browsers take years of six digits. */
export const LAST_DAY = '9999-12-31'

/** The last moment of a day in the browser's time zone; null for an empty value. */
export const endOfDay = (day: string): string | null =>
  day === '' ? null : new Date(`${day}T23:59:59.999`).toISOString()

/** The first moment of a day in the browser's time zone; undefined for an empty value. */
export const startOfDay = (day: string): string | undefined =>
  day === '' ? undefined : new Date(`${day}T00:00`).toISOString()

/** The first moment after a day in the browser's time zone; undefined for an empty value. */
export function endAfterDay(day: string): string | undefined {
  if (day === '') return undefined
  const date = new Date(`${day}T00:00`)
  // Not 24 hours: days on which the clocks change have 23 or 25.
  date.setDate(date.getDate() + 1)
  return date.toISOString()
}

/** The last day before a moment in the browser's time zone, as the value of a date input. */
export const dayBefore = (at: string): string =>
  Number.isNaN(Date.parse(at)) ? '' : dayOf(new Date(Date.parse(at) - 1).toISOString())

/** The day of a moment in the browser's time zone, as the value of a date input. */
export function dayOf(at: string | null | undefined): string {
  if (!at || Number.isNaN(Date.parse(at))) return ''
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** For inputs of a day and a time. */
export const LAST_MINUTE = `${LAST_DAY}T23:59`

/** A moment to the minute in the browser's time zone, as the value of an input of a day and a time. */
export function minuteOf(at: string): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  return `${dayOf(at)}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The moment that an input of a day and a time names in the browser's time zone; undefined for an empty value. */
export const momentOf = (minute: string): string | undefined =>
  minute === '' ? undefined : new Date(minute).toISOString()

/** @param day value of a date input */
export const shownDay = (day: string, locale: string): string =>
  day && new Date(`${day}T00:00`).toLocaleDateString(locale, { dateStyle: 'medium' })

export const today = (): string => dayOf(new Date().toISOString())

/** @param day value of a date input */
export const isPast = (day: string): boolean => day !== '' && day < today()

export const isOver = (at: string | null | undefined): boolean =>
  Boolean(at) && Date.parse(at as string) <= Date.now()
