const DAY_MS = 86_400_000

/** So many days after a time, or before it. @param time as it is stored: ISO 8601 in UTC */
export const addDays = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * DAY_MS).toISOString()
