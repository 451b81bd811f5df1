const pad = (value: number) => String(value).padStart(2, '0')

/** The last moment of a day, where the browser is. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString()

/** The day, where the browser is, as a date input has it. */
export function dayOf(at: string | null | undefined): string {
  if (!at) return ''
  const date = new Date(at)
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

export const today = (): string => dayOf(new Date().toISOString())

export const isOver = (at: string | null | undefined): boolean =>
  Boolean(at) && Date.parse(at as string) <= Date.now()
