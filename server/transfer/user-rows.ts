import { type TSchema, Type } from 'typebox'
import { UserCreate } from '../../contract/users.ts'
import { HashFault } from '../credentials/hashes/form.ts'
import { importHash } from '../credentials/hashes/imported.ts'
import { takeChosenPassword } from '../credentials/own-names.ts'
import { readOnlyNames } from '../crud/endpoints/route-parts.ts'
import { fold } from '../db/queries/texts.ts'
import { Refusal } from '../errors.ts'
import { hashSecrets } from '../resources/people/people.ts'
import { users } from '../resources/users/index.ts'
import { withActivity } from '../resources/users/writes.ts'
import type { Fields } from '../values/fields.ts'
import { nearest } from '../values/nearest.ts'
import { reader } from '../values/validate.ts'
import { type Fault, inEnglish, TransferError } from './error.ts'
import type { Place, RawRow } from './records.ts'

/** A row that is fit to be a user, as far as it alone can tell. */
export interface UserRow extends Place {
  email: string
  emailKey: string
  /** What is given of a user, secrets as they are kept. */
  values: Fields
  /** Of a password in clear, what it is compared with the account's names by. */
  chosen: string | undefined
  /** What names the roles to give. */
  roles: (string | number)[]
}

/** A row that cannot be taken, and why. */
export interface RejectedRow extends Place {
  faults: Fault[]
}

export type ReadRow = UserRow | RejectedRow

/** All that a create over HTTP takes, but for tokens: those are shown once and in no file. */
const { api_token: _, ...properties } = (UserCreate as unknown as { properties: Record<string, TSchema> })
  .properties
const { required } = UserCreate as unknown as { required: string[] }
const OWN_COLUMNS = ['password_hash', 'roles']
const KNOWN = [...Object.keys(properties), ...OWN_COLUMNS]

/** What the service itself sets, such as `id`: an export has it, and an import passes it over. */
const SET_BY_SERVICE = readOnlyNames(users)

/** What a file of rejected rows adds to each. */
export const REJECTION = { prefix: 'rejected_', columns: ['row', 'field', 'code', 'message'] } as const

const isPassedOver = (name: string, ignored: ReadonlySet<string>) =>
  ignored.has(name) ||
  name.startsWith(REJECTION.prefix) ||
  (SET_BY_SERVICE.has(name) && !KNOWN.includes(name))

/** Columns that say nothing to an import, and are not asked to be passed over. */
export const passedOver = (heading: readonly string[], ignored: ReadonlySet<string>): string[] =>
  heading.filter(
    (name) => isPassedOver(name, ignored) && !ignored.has(name) && !name.startsWith(REJECTION.prefix),
  )

/** @throws TransferError where a file has columns that say nothing of a user: every row of it would be refused */
export function refuseUnknownColumns(heading: readonly string[], ignored: ReadonlySet<string>): void {
  const twice = heading.find((name, index) => heading.indexOf(name) !== index)
  if (twice !== undefined) throw new TransferError(`The file has two columns named ${twice}.`)
  const unknown = heading.filter((name) => !KNOWN.includes(name) && !isPassedOver(name, ignored))
  if (unknown.length > 0) {
    const names = unknown.map((name) => {
      const closest = nearest(name, KNOWN)
      return closest === undefined ? name : `${name} (did you mean ${closest}?)`
    })
    throw new TransferError(
      `Users have no ${names.join(', ')}. Rename what is meant otherwise; --ignore ${unknown.join(',')} passes the rest over.`,
    )
  }
  const missing = required.filter((name) => !heading.includes(name))
  if (missing.length > 0)
    throw new TransferError(
      `The file has no column ${missing.join(', ')}. Its first line must name the columns.`,
    )
}

const readFields = reader(Type.Unsafe({ properties, required }), { unknown: 'refuse', nullIsAbsent: true })

/** Reads a row by the rules of `POST /api/users`. A password in clear takes as long as a hash does to make. */
export async function readUserRow(
  { number, raw, fields, fault }: RawRow,
  ignored: ReadonlySet<string>,
): Promise<ReadRow> {
  const place = { number, raw }
  if (fault) return { ...place, faults: [fault] }
  const { password_hash: hash, roles, ...rest } = fields
  for (const name of Object.keys(rest)) if (isPassedOver(name, ignored)) delete rest[name]
  const faults: Fault[] = []
  const values = caught(faults, () => withActivity(readFields(rest))) ?? {}
  const kept =
    isGiven(hash) && !ignored.has('password_hash') ? keptHash(hash, rest.password, faults) : undefined
  const names = isGiven(roles) && !ignored.has('roles') ? roleNames(roles, faults) : []
  if (faults.length > 0) return { ...place, faults }
  try {
    const { chosen, values: sealed } = takeChosenPassword(await hashSecrets(values, undefined))
    if (kept !== undefined) sealed.password_hash = kept
    const email = values.email as string
    return { ...place, email, emailKey: fold(email), values: sealed, chosen, roles: names }
  } catch (error) {
    return { ...place, faults: faultsOf(error) }
  }
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

function keptHash(hash: unknown, password: unknown, faults: Fault[]): string | undefined {
  if (isGiven(password)) {
    const message = 'password and password_hash are the same fact; give one of them.'
    faults.push({ field: 'password_hash', code: 'contradiction', message })
  }
  try {
    return importHash(typeof hash === 'string' ? hash.trim() : hash)
  } catch (error) {
    if (!(error instanceof HashFault)) throw error
    const message = `password_hash ${error.message}.`
    faults.push({ field: 'password_hash', code: 'invalid_format', message })
    return undefined
  }
}

/** Slugs, ids or uuids: a list or, in a cell, with commas, semicolons or spaces between. */
function roleNames(roles: unknown, faults: Fault[]): (string | number)[] {
  const names = typeof roles === 'string' ? roles.split(/[\s,;|]+/).filter((name) => name !== '') : roles
  if (Array.isArray(names) && names.every((name) => ['string', 'number'].includes(typeof name))) {
    return [...new Set(names)]
  }
  faults.push({ field: 'roles', code: 'invalid_type', message: 'roles must be a list of slugs.' })
  return []
}

function caught<T>(faults: Fault[], run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    faults.push(...faultsOf(error))
    return undefined
  }
}

/** @throws what is no refusal */
export function faultsOf(error: unknown): Fault[] {
  if (!(error instanceof Refusal)) throw error
  const { details, code, message } = error
  return details.length > 0 ? details.map(inEnglish) : [{ field: '', code, message }]
}
