import { UserCreate } from '../../contract/users.ts'
import type { Ctx } from '../access/context.ts'
import { keepSuperAdministrator } from '../access/rules.ts'
import { reservedAddresses } from '../credentials/mailed-codes.ts'
import { ownNameFault } from '../credentials/own-names.ts'
import { type AnyRow, resourceNamed } from '../crud/define/resource.ts'
import { findNamed } from '../crud/query/names.ts'
import { anyTable, storedRows } from '../crud/query/store.ts'
import { valueTaken } from '../crud/write/rows.ts'
import { lineFaults } from '../crud/write/single-lines.ts'
import { referenceNotFound } from '../crud/write/write.ts'
import { chunks } from '../db/queries/chunks.ts'
import { fold } from '../db/queries/texts.ts'
import { usernameFaults } from '../resources/people/usernames.ts'
import { users } from '../resources/users/index.ts'
import type { Fields } from '../values/fields.ts'
import { inEnglish, type RowFault } from './error.ts'
import type { Seen } from './seen.ts'
import { type Owner, type Taken, takenBy } from './taken.ts'
import { faultsOf, type RejectedRow, type UserRow } from './user-rows.ts'
import type { usernameMaker } from './usernames.ts'

/** What happens to a row whose email a user has already, stored before or created by an earlier row. */
export const ON_CONFLICT = ['skip', 'update', 'fail'] as const
export type OnConflict = (typeof ON_CONFLICT)[number]

export interface Create {
  row: UserRow
  values: Fields
  roles: number[]
}

export interface Update {
  row: UserRow
  /** Undefined if an earlier row of the batch creates the user. */
  user: AnyRow | undefined
  changes: Fields
  roles: number[]
}

/** The rows of a batch by what to do with them; each row is in one list. */
export interface Plan {
  create: Create[]
  update: Update[]
  unchanged: UserRow[]
  skip: UserRow[]
  reject: RejectedRow[]
  /** Emails and usernames of the rows to create. */
  keys: string[]
}

interface Options {
  onConflict: OnConflict
  makeUsername: ReturnType<typeof usernameMaker>
  seen?: Seen | undefined
}

/** Plans from what is stored now, and changes nothing. */
export async function planBatch(ctx: Ctx, rows: readonly UserRow[], options: Options): Promise<Plan> {
  const plan: Plan = { create: [], update: [], unchanged: [], skip: [], reject: [], keys: [] }
  const taken = await takenBy(ctx, rows, options.seen)
  const links = await linksNamed(ctx, rows)
  const reserved = await reservedAddresses(
    ctx,
    rows.map(({ emailKey }) => emailKey),
  )
  const stored = options.onConflict === 'update' ? await usersOf(ctx, rows, taken) : new Map<Owner, AnyRow>()
  for (const row of rows) {
    const owner = await taken.ownerOfEmail(row.emailKey)
    if (owner !== undefined && options.onConflict === 'skip') {
      plan.skip.push(row)
      continue
    }
    const { values, roles, faults } = links(row)
    const isReserved = owner === undefined && reserved.has(row.emailKey)
    if (isReserved || (owner !== undefined && options.onConflict === 'fail'))
      faults.push(...faultsOf(valueTaken(users, 'email')))
    const user = owner === undefined ? undefined : stored.get(owner)
    faults.push(...(await nameConflicts(taken, row, owner, user)))
    const ownName = ownNameFault(row.chosen, { ...user, ...row.values })
    if (ownName) faults.push(inEnglish(ownName))
    if (faults.length > 0) plan.reject.push({ ...row, faults })
    else if (owner === undefined) await planCreate(plan, taken, { row, values, roles }, options)
    else {
      await planUpdate(ctx, plan, { row, user: stored.get(owner), changes: values, roles })
      // If another row changes the user too, it reads them again after this row is written.
      stored.delete(owner)
    }
  }
  plan.keys = taken.keys()
  return plan
}

/** Checks names by the rules of a create or an update over HTTP. */
async function nameConflicts(
  taken: Taken,
  { emailKey, values }: UserRow,
  owner: Owner | undefined,
  user: AnyRow | undefined,
): Promise<RowFault[]> {
  const isOthers = (holder: Owner | undefined) => holder !== undefined && holder !== owner
  const faults: RowFault[] = []
  if (owner === undefined && isOthers(await taken.ownerOfUsername(emailKey)))
    faults.push(...faultsOf(valueTaken(users, 'email')))
  faults.push(...lineFaults(UserCreate, values, user).map(inEnglish))
  const username = values.username as string | undefined
  if (username === undefined || username === user?.username) return faults
  faults.push(...usernameFaults(username).map(inEnglish))
  const key = fold(username)
  const isTaken =
    isOthers(await taken.ownerOfUsername(key)) ||
    (username.includes('@') && isOthers(await taken.ownerOfEmail(key)))
  if (isTaken) faults.push(...faultsOf(valueTaken(users, 'username')))
  return faults
}

async function planCreate(
  plan: Plan,
  taken: Taken,
  { row, values, roles }: Create,
  { makeUsername }: Options,
): Promise<void> {
  const username =
    (values.username as string | undefined) ?? (await makeUsername(row.email, taken.usernamesAmong))
  taken.take(row.emailKey, fold(username), row.number)
  plan.create.push({ row, values: { ...values, username }, roles })
}

async function planUpdate(ctx: Ctx, plan: Plan, update: Update): Promise<void> {
  const { row, user } = update
  if (user) {
    update.changes = differences(user, update.changes)
    update.roles = update.roles.filter((id) => !(user.role_ids as Set<number>).has(id))
    if (Object.keys(update.changes).length + update.roles.length === 0) {
      plan.unchanged.push(row)
      return
    }
    try {
      if (update.changes.is_active === false) await keepSuperAdministrator(ctx, [user.id])
    } catch (error) {
      plan.reject.push({ ...row, faults: faultsOf(error) })
      return
    }
  }
  plan.update.push(update)
}

const differences = (user: AnyRow, values: Fields): Fields =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(user[name])),
  )

/** The full rows of the users that the import may change, with the ids of their roles. */
async function usersOf(ctx: Ctx, rows: readonly UserRow[], taken: Taken): Promise<Map<Owner, AnyRow>> {
  const owners = await Promise.all(rows.map(({ emailKey }) => taken.ownerOfEmail(emailKey)))
  const ids = [...new Set(owners.filter((owner) => owner !== undefined && owner > 0))] as number[]
  const stored = new Map<Owner, AnyRow>()
  for (const some of chunks(ids)) {
    const links = ctx.db.selectFrom('user_roles').where('user_id', 'in', some)
    const roles = Map.groupBy(await links.select(['user_id', 'role_id']).execute(), ({ user_id }) => user_id)
    for (const user of await storedRows(ctx, 'users', anyTable()('id', 'in', some))) {
      const held = (roles.get(user.id) ?? []).map(({ role_id }) => role_id)
      stored.set(user.id, { ...user, role_ids: new Set(held) })
    }
  }
  return stored
}

/** Finds the records that rows refer to, including roles, with one query per kind. */
async function linksNamed(ctx: Ctx, rows: readonly UserRow[]) {
  const roles = resourceNamed(ctx, 'roles')
  const names = [...new Set(rows.flatMap((row) => row.roles))]
  const roleOf = names.length > 0 ? await findNamed(ctx, roles, names) : () => undefined
  const references = await Promise.all(
    Object.entries(users.references ?? {}).map(async ([field, { to }]) => {
      const target = resourceNamed(ctx, to)
      const ids = [...new Set(rows.flatMap(({ values }) => (values[field] as number | undefined) ?? []))]
      return { field, target, idOf: ids.length > 0 ? await findNamed(ctx, target, ids) : () => undefined }
    }),
  )
  return ({ values, roles: given }: UserRow) => {
    const missing = references.filter(
      ({ field, idOf }) => values[field] !== undefined && idOf(values[field] as number) === undefined,
    )
    const unknown = given.filter((name) => roleOf(name) === undefined)
    const faults = [
      ...missing.flatMap(({ field, target }) => faultsOf(referenceNotFound(field, target))),
      ...unknown.map((name) => noRole(name)),
    ]
    return { values, roles: given.flatMap((name) => roleOf(name) ?? []), faults }
  }
}

const noRole = (name: string | number): RowFault => ({
  field: 'roles',
  code: 'not_found',
  message: `roles does not match an existing role: ${String(name).slice(0, 100)}.`,
})
