import { isIP } from 'node:net'
import Format from 'typebox/format'
import { ACTION_PREFIXES } from '../../contract/audit.ts'
import { isSubject } from '../../contract/permissions.ts'
import { type Message, say } from '../messages/say.ts'
import { didYouMean, nearest } from './nearest.ts'

const MAX_META_BYTES = 64 * 1024
/** The WHATWG's pattern, which browsers use for `<input type="email">`, with a required dot in the domain. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

export const isEmail = (value: string): boolean => EMAIL.test(value)

function isHttpUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && !/\s/.test(value)
}

const ASCII = /^[!-~]+$/

/** A user name or password would be a second secret beside the one that signs; a fragment is never sent. */
function isReceiverUrl(value: string): boolean {
  const url = isHttpUrl(value) && ASCII.test(value) ? URL.parse(value) : null
  return url !== null && url.username === '' && url.password === '' && !value.includes('#')
}

/** An action of the audit trail, all actions of a resource, or all. */
const EVENTS = /^(?:\*|[a-z][a-z-]{0,30}(?:\.[a-z][a-z-]{0,30}){0,3}(?:\.\*)?)$/

const isOfActions = (prefix: string) => (ACTION_PREFIXES as readonly string[]).includes(prefix)

/** Whether it may select an action. A resource alone selects none. */
function isEventPattern(value: string): boolean {
  const [prefix = '', ...rest] = value.split('.')
  if (!EVENTS.test(value)) return false
  return value === '*' || (isOfActions(prefix) && (rest.length > 0 || !isSubject(prefix)))
}

/** Why a well-formed pattern selects nothing. */
function eventHint(value: string): Message | '' {
  if (!EVENTS.test(value)) return ''
  const [prefix = '', ...rest] = value.split('.')
  const meant = nearest(prefix, ACTION_PREFIXES)
  const end = meant !== undefined && rest.length === 0 && isSubject(meant) ? ['*'] : rest
  const hint = didYouMean(meant && [meant, ...end].join('.'))
  return isOfActions(prefix) ? hint : say` No action begins with ${prefix}.${hint}`
}

/** Cache of valid names: `Intl` takes as long as all other checks of a record together. */
const timezones = new Set<string>()
const MAX_TIMEZONES = 1000

function isTimezone(value: string): boolean {
  if (timezones.has(value)) return true
  if (!/^[a-z]/i.test(value)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    if (timezones.size < MAX_TIMEZONES) timezones.add(value)
    return true
  } catch {
    return false
  }
}

const MAX_LANGUAGE = 35

/** Well-formed, whether or not anybody speaks it. */
function isLanguage(value: string): boolean {
  if (value.length > MAX_LANGUAGE) return false
  try {
    Intl.getCanonicalLocales(value)
    return value !== ''
  } catch {
    return false
  }
}

const today = () => new Date().toISOString().slice(0, 10)

interface OneFormat {
  accepts: (value: string) => boolean
  /** Completes "must be …". */
  expected: Message
  /** A sentence about a value that is not accepted. */
  hint?: (value: string) => Message | ''
}

/** What each `format` of our schemas accepts, and how a refusal describes it. */
const formats: Record<string, OneFormat> = {
  email: { accepts: isEmail, expected: say`an email address` },
  ip: { accepts: (value) => isIP(value) !== 0, expected: say`an IP address` },
  'http-url': { accepts: isHttpUrl, expected: say`an http or https URL` },
  'receiver-url': {
    accepts: isReceiverUrl,
    expected: say`an http or https URL without a user name, a password and a fragment`,
  },
  events: {
    accepts: isEventPattern,
    expected: say`an action such as users.update, all of a resource such as users.*, or *`,
    hint: eventHint,
  },
  timezone: { accepts: isTimezone, expected: say`a time zone name such as Europe/London` },
  language: { accepts: isLanguage, expected: say`a language tag such as en or fr-CA` },
  'past-date': { accepts: (value) => value <= today(), expected: say`a date that is not in the future` },
  phone: {
    accepts: (value) => /^\d{4,15}$/.test(value),
    expected: say`a phone number of 4 to 15 digits, such as +44 20 7946 0958`,
  },
  trashed: { accepts: () => true, expected: say`true, false or only` },
  password: { accepts: () => true, expected: say`a password` },
}

for (const [name, { accepts }] of Object.entries(formats)) Format.Set(name, accepts)

export const expectedFormat = (format: string): Message =>
  formats[format]?.expected ?? say`of the format ${format}`

/** A sentence to append to a refusal of a value, or ''. */
export const formatHint = (format: string, value: unknown): Message | '' =>
  (typeof value === 'string' && formats[format]?.hint?.(value)) || ''

/** Well below the limit of JSON.stringify: deeper data could be stored, but never returned. */
const MAX_META_DEPTH = 100

/** The rule that free-form data breaks; undefined if it is valid. */
export function metaFault(value: unknown): { code: string; must: Message } | undefined {
  if (!isWithin(value, MAX_META_DEPTH)) {
    return { code: 'too_deep', must: say`be nested at most ${MAX_META_DEPTH} deep` }
  }
  if (!isExact(value)) {
    return {
      code: 'out_of_range',
      must: say`have no number beyond ±9007199254740991, which would be rounded; send it as text`,
    }
  }
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_META_BYTES) {
    return { code: 'too_long', must: say`be at most 64 KiB as JSON` }
  }
  return undefined
}

/** Parsing may have rounded a number beyond this limit, or turned it into Infinity. */
const isExact = (value: unknown): boolean =>
  typeof value === 'number'
    ? Math.abs(value) <= Number.MAX_SAFE_INTEGER
    : typeof value !== 'object' || value === null || Object.values(value).every(isExact)

const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1)))
