const DAY_MS = 86_400_000

/** Adds days to a time; negative ones subtract. @param time ISO 8601 in UTC, as stored */
export const addDays = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * DAY_MS).toISOString()
