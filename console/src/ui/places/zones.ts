import { containsWords } from '../words.ts'

export interface Zone {
  /** In the IANA time zone database. */
  id: string
  /** Such as `Paris` or `North Dakota, Center`. */
  city: string
  /** Minutes ahead of UTC now. */
  minutes: number
}

/** The offset now, as `Intl` formats it: `GMT+05:30`, `GMT-3` or `GMT`. */
function minutesOf(id: string, now: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: id, timeZoneName: 'longOffset' }).formatToParts(now)
  const [, sign, hours = 0, minutes = 0] =
    /([+-])(\d+)(?::(\d+))?/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Undefined for a name that the browser does not know. */
export function zoneMinutes(id: string, now: Date): number | undefined {
  try {
    return id === '' ? undefined : minutesOf(id, now)
  } catch {
    return undefined
  }
}

/** `UTC+05:30`. */
export function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  return `UTC${minutes < 0 ? '−' : '+'}${two(size / 60)}:${two(size % 60)}`
}

const cityOf = (id: string) => id.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ') || id

/** Every zone with its current offset, those nearest to the browser's first. */
export function listZones(own: string, now: Date): Zone[] {
  const ids = new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])
  const zones = [...ids].map((id) => ({ id, city: cityOf(id), minutes: minutesOf(id, now) }))
  const [first] = zones
  const from = first?.minutes ?? 0
  const distance = ({ minutes }: Zone) => Math.abs(minutes - from)
  return zones.sort((one, other) => {
    if (one === first) return -1
    if (other === first) return 1
    return distance(one) - distance(other) || one.id.localeCompare(other.id)
  })
}

/** An offset as it is typed: `+2`, `UTC-3:30`, `gmt+0530`. */
const OFFSET = /^(?:utc|gmt)?\s*([+\-−])\s*(\d{1,2})(?::?(\d{2}))?$/i

/** Whether the zone is found by a part of its name, or by its offset. */
export function isZoneFound({ id, city, minutes }: Zone, typed: string): boolean {
  const [, sign, hours, rest = 0] = OFFSET.exec(typed.trim()) ?? []
  if (sign !== undefined) return minutes === (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(rest))
  return containsWords(`${id} ${city} ${offsetText(minutes)}`, typed)
}
