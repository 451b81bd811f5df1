import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { lockUsers } from '../access/authority.ts'
import type { Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import { revokeTokensOf } from '../credentials/tokens.ts'
import type { AnyRow } from '../crud/define/resource.ts'
import { resourceNamed } from '../crud/define/resource.ts'
import { anyTable, storedRows } from '../crud/query/store.ts'
import { updateRow } from '../crud/write/rows.ts'
import { chunks } from '../db/queries/chunks.ts'
import { systemContext } from '../prepare.ts'
import { type HashRow, type LineFault, readHashRows } from './hash-rows.ts'
import { CommandError, configOf, type Shell, withCurrentDatabase } from './shell.ts'

interface Options {
  dryRun: boolean
  replace: boolean
}

/** Sets passwords from hashes of another system: all in the file, or none. */
export async function setHashes(shell: Shell, file: string, { dryRun, replace }: Options): Promise<void> {
  const config = configOf(shell)
  await withCurrentDatabase(config, async (connection) => {
    const { rows, faults } = await readHashRows(linesOf(shell, file))
    if (rows.length + faults.length === 0) throw new CommandError(`${nameOf(file)} has no lines.`)
    await inTransaction(systemContext(connection), async (ctx) => {
      const users = await usersOf(ctx, rows)
      const all = [...faults, ...repeated(rows), ...rows.flatMap((row) => faultOf(row, users, replace))]
      if (all.length > 0) throw new CommandError(complaint(file, all))
      if (!dryRun) for (const row of rows) await setHash(ctx, users.get(row.emailKey) as AnyRow, row.hash)
    })
    shell.print(
      dryRun ? `${counted(rows)} can be set. Nothing was changed.` : `${counted(rows)} set. ${RENEWED}`,
    )
  })
}

const RENEWED = 'Each hash is renewed as its user signs in.'

const counted = ({ length }: HashRow[]) => (length === 1 ? '1 password' : `${length} passwords`)

const nameOf = (file: string) => (file === '-' ? 'The standard input' : file)

async function* linesOf(shell: Shell, file: string): AsyncGenerator<string> {
  if (file === '-') return yield* createInterface({ input: shell.input(), crlfDelay: Infinity })
  try {
    const handle = await open(resolve(shell.cwd, file))
    yield* handle.readLines()
  } catch (error) {
    throw new CommandError(`The file cannot be read: ${(error as Error).message}.`)
  }
}

/** The full rows of the live users with these emails, by email. */
async function usersOf(ctx: Ctx, rows: HashRow[]): Promise<Map<string, AnyRow>> {
  const users = new Map<string, AnyRow>()
  for (const some of chunks(rows)) {
    const emails = some.map(({ emailKey }) => emailKey)
    const eb = anyTable()
    const where = eb.and([eb('users.email_key', 'in', emails), eb('users.deleted_at', 'is', null)])
    for (const user of await storedRows(ctx, 'users', where)) users.set(user.email_key as string, user)
  }
  return users
}

function repeated(rows: HashRow[]): LineFault[] {
  const first = new Map<string, number>()
  return rows.flatMap(({ line, email, emailKey }) => {
    const earlier = first.get(emailKey)
    if (earlier === undefined) first.set(emailKey, line)
    return earlier === undefined ? [] : [{ line, message: `${email} is in line ${earlier} already` }]
  })
}

function faultOf(
  { line, email, emailKey }: HashRow,
  users: Map<string, AnyRow>,
  replace: boolean,
): LineFault[] {
  const user = users.get(emailKey)
  if (!user) return [{ line, message: `there is no user with the email ${email}` }]
  if (user.password_hash === null || replace) return []
  return [{ line, message: `${email} has a password already; --replace replaces it` }]
}

/** Replacing a password revokes the tokens that were obtained with the old one. */
async function setHash(ctx: Ctx, user: AnyRow, hash: string): Promise<void> {
  await lockUsers(ctx, [user.id])
  await updateRow(ctx, resourceNamed(ctx, 'users'), user, { password_hash: hash })
  if (user.password_hash !== null) await revokeTokensOf(ctx, user.id, { exceptInUse: false })
}

const MAX_FAULTS = 20

function complaint(file: string, faults: LineFault[]): string {
  const sorted = faults.sort((a, b) => a.line - b.line)
  const shown = sorted.slice(0, MAX_FAULTS).map(({ line, message }) => `  line ${line}: ${message}.`)
  const more = faults.length - shown.length
  return [
    `${nameOf(file)} has faults, and nothing was changed:`,
    ...shown,
    ...(more > 0 ? [`  … and ${more} more.`] : []),
  ].join('\n')
}
