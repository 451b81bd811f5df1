const DAY_MS = 86_400_000

/** Adds milliseconds to a time; negative ones subtract. @param time ISO 8601 in UTC, as stored */
export const addMs = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString()

/** The same for days. */
export const addDays = (time: string, days: number): string => addMs(time, days * DAY_MS)
