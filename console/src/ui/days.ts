/** The last moment of a day, where the browser is; null for none. */
export const endOfDay = (day: string): string | null =>
  day === '' ? null : new Date(`${day}T23:59:59.999`).toISOString()

/** The day of a moment, where the browser is, as inputs of days have it. */
export function dayOf(at: string | null | undefined): string {
  if (!at) return ''
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export const today = (): string => dayOf(new Date().toISOString())

/** Of a day as inputs have it. */
export const isPast = (day: string): boolean => day !== '' && day < today()

export const isOver = (at: string | null | undefined): boolean =>
  Boolean(at) && Date.parse(at as string) <= Date.now()
