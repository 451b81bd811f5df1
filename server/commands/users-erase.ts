import type { Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import { continueErasures } from '../audit/erasures.ts'
import { resourceNamed } from '../crud/define/resource.ts'
import { UUID } from '../crud/query/names.ts'
import { selectForWrite } from '../crud/write/select.ts'
import { systemContext } from '../prepare.ts'
import { type Erased, eraseDestroyedUser, eraseUser } from '../resources/users/erase.ts'
import { counted } from './import-summary.ts'
import { CommandError, configOf, type Shell, withCurrentDatabase } from './shell.ts'

/** Erases a user, whether or not their record is still there. */
export async function erase(shell: Shell, user: string): Promise<void> {
  const column = UUID.test(user) ? 'uuid' : 'id'
  if (column === 'id' && !/^[1-9]\d{0,14}$/.test(user))
    throw new CommandError(
      'Name the user by id or uuid: an email or username may be that of another user by now.',
    )
  const { id, erased } = await withCurrentDatabase(configOf(shell), async (connection) => {
    const ctx = systemContext(connection)
    const done = await inTransaction(ctx, (ctx) => eraseNamed(ctx, column, user.toLowerCase()), {
      isLong: true,
    })
    if (!done.erased.isComplete) await continueErasures(ctx, shell.interruption())
    return done
  })
  shell.print(
    `The user ${id} is erased. Deleted with them: registrations: ${counted(erased.registrations)}; mails: ${counted(erased.mails)}.`,
  )
  shell.tell(
    'Backups, copies and logs still have what they had. After an hour, a running service erases what was recorded meanwhile.',
  )
}

async function eraseNamed(
  ctx: Ctx,
  column: 'id' | 'uuid',
  value: string,
): Promise<{ id: number; erased: Erased }> {
  const users = resourceNamed(ctx, 'users')
  const found = await ctx.db
    .selectFrom('users')
    .where(column, '=', (column === 'id' ? Number(value) : value) as never)
    .select('id')
    .executeTakeFirst()
  if (found) {
    const selector = { column: 'id', value: String(found.id), ownOnly: undefined }
    const row = await selectForWrite(ctx, users, { selector, trashed: 'true' })
    return { id: found.id, erased: await eraseUser(ctx, users, row) }
  }
  const id = await destroyedId(ctx, column, value)
  if (id === undefined) throw new CommandError(`There is and was no user with the ${column} ${value}.`)
  return { id, erased: await eraseDestroyedUser(ctx, id) }
}

/** The id of a user whose record is gone. */
async function destroyedId({ db }: Ctx, column: 'id' | 'uuid', value: string): Promise<number | undefined> {
  if (column === 'uuid') {
    const version = await db
      .selectFrom('past_versions')
      .where('kind', '=', 'users')
      .where('uuid', '=', value)
      .select('record_id')
      .limit(1)
      .executeTakeFirst()
    return version?.record_id
  }
  const entry = await db
    .selectFrom('audit_entries')
    .where('subject_type', '=', 'users')
    .where('subject_id', '=', Number(value))
    .select('subject_id')
    .limit(1)
    .executeTakeFirst()
  return entry?.subject_id ?? undefined
}
