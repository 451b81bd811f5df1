import { below, mix, percent, pick, uuidOf } from './random.ts'
import { registrationsOf, type Shape } from './shape.ts'
import { COUNTRIES, DOMAINS, FIRST_NAMES, LAST_NAMES, PEOPLE_OF_A_RARE_NAME, RARE_NAMES } from './words.ts'

type Row = Record<string, unknown>

/** The administrator who created everything else; other users' ids are their number plus one. */
export const ADMINISTRATOR_ID = 1
export const userId = (number: number): number => number + 1

const FIRST_DAY = Date.UTC(2023, 0, 1)
const LAST_DAY = Date.UTC(2026, 0, 1)
const YEAR_MS = 31_557_600_000

export const at = (ms: number): string => new Date(ms).toISOString()

/** Users are created one after the other over three years. */
const createdMs = (number: number, { users }: Shape): number =>
  FIRST_DAY + Math.floor(((LAST_DAY - FIRST_DAY) * number) / (users + 1))

export const createdAt = (number: number, shape: Shape): string => at(createdMs(number, shape))

const rarePeople = RARE_NAMES.length * PEOPLE_OF_A_RARE_NAME

function lastNameOf(number: number, { users }: Shape): string {
  const every = Math.max(1, Math.floor(users / rarePeople))
  const rank = number / every
  return Number.isInteger(rank) && rank <= rarePeople
    ? (RARE_NAMES[Math.floor((rank - 1) / PEOPLE_OF_A_RARE_NAME)] as string)
    : pick(LAST_NAMES, number, 2)
}

const ascii = (text: string) => text.normalize('NFKD').replaceAll(/[^\w]/g, '').toLowerCase()

/** Numbers start at 1. */
export const isTrashed = (number: number): boolean => mix(number, 3) % 97 === 0
export const isActive = (number: number): boolean => mix(number, 4) % 61 !== 0
export const isInForce = (number: number): boolean => !isTrashed(number) && isActive(number)

export function nameOf(number: number, shape: Shape) {
  const first = pick(FIRST_NAMES, number, 1)
  const last = lastNameOf(number, shape)
  const username = `${ascii(first)}.${ascii(last)}.${number.toString(36)}`
  return { first, last, username, email: `${username}@${pick(DOMAINS, number, 5)}` }
}

export const userUuid = (number: number, shape: Shape): string => uuidOf(createdMs(number, shape), number, 1)

export const phoneOf = (number: number): string | null =>
  percent(80, number, 6) ? String(2_000_000_000 + (mix(number, 7) % 8_000_000_000)) : null

/** The columns that registrations and users share. */
function person(number: number, shape: Shape, birthYears: number): Row {
  const { first, last, username, email } = nameOf(number, shape)
  const [country_code, country, country_calling_code, timezone] = pick(COUNTRIES, number, 8)
  const created = createdMs(number, shape)
  const isByAdministrator = percent(20, number, 9)
  return {
    created_at: at(created),
    updated_at: at(created + below(1_000_000_000, number, 10)),
    deleted_at: isTrashed(number) ? at(created + 2_000_000_000) : null,
    created_by: isByAdministrator ? ADMINISTRATOR_ID : null,
    updated_by: isByAdministrator ? ADMINISTRATOR_ID : null,
    deleted_by: isTrashed(number) ? ADMINISTRATOR_ID : null,
    email,
    email_key: email,
    username,
    username_key: username,
    display_name: percent(5, number, 11) ? `${first} ${last.charAt(0)}` : null,
    title: percent(10, number, 12) ? 'Dr.' : null,
    first_name: first,
    middle_name: percent(10, number, 13) ? pick(FIRST_NAMES, number, 14) : null,
    last_name: last,
    gender: null,
    country_calling_code,
    phone: phoneOf(number),
    bio: percent(20, number, 15) ? `${first} works from ${country}, mostly on weekdays.` : null,
    timezone,
    birth: at(created - Math.floor(birthYears * YEAR_MS)).slice(0, 10),
    country,
    country_code,
    created_ip: `203.0.113.${below(256, number, 16)}`,
    meta: { plan: percent(30, number, 17) ? 'pro' : 'free', source: pick(DOMAINS, number, 18) },
  }
}

/** @param passwordHash the same for all: hashing a million passwords would take a night */
export function userRow(number: number, shape: Shape, passwordHash: string): Row {
  const created = createdMs(number, shape)
  const registration = registrationOfUser(number, shape)
  return {
    id: userId(number),
    uuid: userUuid(number, shape),
    ...person(number, shape, 18 + below(60, number, 19)),
    password_hash: passwordHash,
    registration_id: registration ?? null,
    invited_by: percent(5, number, 20) ? userId(1 + below(Math.max(1, number - 1), number, 21)) : null,
    is_active: isActive(number),
    last_login_at: percent(60, number, 22) ? at(created + below(2_000_000_000, number, 23)) : null,
    foreign_user_id: percent(50, number, 24) ? 5_000_000 + number : null,
  }
}

/** Every tenth user came from a registration, of which every third is still pending or verified. */
const isOfUser = (registration: number): boolean => registration % 3 === 0

const registrationOfUser = (number: number, shape: Shape): number | undefined => {
  const registration = number / 10
  const isOne = Number.isInteger(registration) && registration <= registrationsOf(shape)
  return isOne && isOfUser(registration) ? registration : undefined
}

export const registrationUuid = (number: number, shape: Shape): string =>
  uuidOf(createdMs(number * 10, shape), number, 2)

const STATUSES = ['email-verification-pending', 'email-verified'] as const

export function registrationRow(number: number, shape: Shape): Row {
  const user = isOfUser(number) ? number * 10 : undefined
  // A registration without a user has a name that no user has.
  const row = person(user ?? number + shape.users, shape, 18 + below(60, number, 19))
  const created_at = createdAt(number * 10, shape)
  return {
    id: number,
    uuid: registrationUuid(number, shape),
    ...row,
    created_at,
    updated_at: created_at,
    deleted_at: null,
    deleted_by: null,
    status: user === undefined ? pick(STATUSES, number, 25) : 'user-created',
    user_id: user === undefined ? null : userId(user),
    user_created_at: user === undefined ? null : createdAt(user, shape),
  }
}
