import { UserCreate } from '../../contract/users.ts'
import { HashFault } from '../credentials/hashes/format.ts'
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
import { inEnglish, type RowFault, TransferError } from './error.ts'
import type { RawRow, RowPosition } from './records.ts'

/** A row that is valid on its own, without a look at other rows or the database. */
export interface UserRow extends RowPosition {
  email: string
  emailKey: string
  /** The given fields, with secrets as they are stored. */
  values: Fields
  /** The digest of a plain-text password, to compare with the account's names. */
  chosen: string | undefined
  /** Ids, uuids or slugs of the roles to assign. */
  roles: (string | number)[]
}

/** A row that cannot be imported, with the reasons. */
export interface RejectedRow extends RowPosition {
  faults: RowFault[]
}

export type ReadRow = UserRow | RejectedRow

/** All fields of a create over HTTP except tokens, which no file may contain. */
const { api_token: _, ...properties } = UserCreate.properties
const { required } = UserCreate
const OWN_COLUMNS = ['password_hash', 'roles']
const KNOWN = [...Object.keys(properties), ...OWN_COLUMNS]

/** Fields that the service sets, such as `id`: exports contain them, imports ignore them. */
const SET_BY_SERVICE = readOnlyNames(users)

/** The columns that a file of rejected rows adds. */
export const REJECTION = { prefix: 'rejected_', columns: ['row', 'field', 'code', 'message'] } as const

const isIgnoredColumn = (name: string, ignored: ReadonlySet<string>) =>
  ignored.has(name) ||
  name.startsWith(REJECTION.prefix) ||
  (SET_BY_SERVICE.has(name) && !KNOWN.includes(name))

/** Columns that the import ignores although the caller did not name them. */
export const columnsIgnoredByDefault = (heading: readonly string[], ignored: ReadonlySet<string>): string[] =>
  heading.filter(
    (name) => isIgnoredColumn(name, ignored) && !ignored.has(name) && !name.startsWith(REJECTION.prefix),
  )

/** @throws TransferError if a column is no field of a user: otherwise every row would be rejected */
export function refuseUnknownColumns(heading: readonly string[], ignored: ReadonlySet<string>): void {
  const twice = heading.find((name, index) => heading.indexOf(name) !== index)
  if (twice !== undefined) throw new TransferError(`The file has two columns named ${twice}.`)
  const unknown = heading.filter((name) => !KNOWN.includes(name) && !isIgnoredColumn(name, ignored))
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

const readFields = reader({ properties, required }, { unknown: 'refuse', nullIsAbsent: true })

/** Reads a row by the rules of `POST /api/users`. A plain-text password takes the time of one hash. */
export async function readUserRow(
  { number, raw, fields, fault }: RawRow,
  ignored: ReadonlySet<string>,
): Promise<ReadRow> {
  const place = { number, raw }
  if (fault) return { ...place, faults: [fault] }
  const { password_hash: hash, roles, ...rest } = fields
  for (const name of Object.keys(rest)) if (isIgnoredColumn(name, ignored)) delete rest[name]
  const faults: RowFault[] = []
  const values = collectFaults(faults, () => withActivity(readFields(rest))) ?? {}
  const converted =
    isGiven(hash) && !ignored.has('password_hash') ? convertedHash(hash, rest.password, faults) : undefined
  const names = isGiven(roles) && !ignored.has('roles') ? roleNames(roles, faults) : []
  if (faults.length > 0) return { ...place, faults }
  try {
    const { chosen, values: hashed } = takeChosenPassword(await hashSecrets(values, undefined))
    if (converted !== undefined) hashed.password_hash = converted
    const email = values.email as string
    return { ...place, email, emailKey: fold(email), values: hashed, chosen, roles: names }
  } catch (error) {
    return { ...place, faults: faultsOf(error) }
  }
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

function convertedHash(hash: unknown, password: unknown, faults: RowFault[]): string | undefined {
  if (isGiven(password)) {
    const message = 'password and password_hash contradict each other. Give only one of them.'
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

/** Slugs, ids or uuids: a list, or in a cell separated by commas, semicolons or spaces. */
function roleNames(roles: unknown, faults: RowFault[]): (string | number)[] {
  const names = typeof roles === 'string' ? roles.split(/[\s,;|]+/).filter((name) => name !== '') : roles
  if (Array.isArray(names) && names.every((name) => ['string', 'number'].includes(typeof name))) {
    return [...new Set(names)]
  }
  faults.push({ field: 'roles', code: 'invalid_type', message: 'roles must be a list of slugs.' })
  return []
}

function collectFaults<T>(faults: RowFault[], run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    faults.push(...faultsOf(error))
    return undefined
  }
}

/** @throws any error that is not a refusal */
export function faultsOf(error: unknown): RowFault[] {
  if (!(error instanceof Refusal)) throw error
  const { details, code, message } = error
  return details.length > 0 ? details.map(inEnglish) : [{ field: '', code, message }]
}
