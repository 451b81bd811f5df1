import type { Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import { findAccount } from '../accounts/session.ts'
import { settings } from '../config/config.ts'
import { expiryOf, issueToken } from '../credentials/tokens.ts'
import { systemContext } from '../prepare.ts'
import { singleLineFault } from '../values/single-line.ts'
import { CommandError, configOf, type Shell, withCurrentDatabase } from './shell.ts'

interface Options {
  user: string
  name: string
  days?: string
}

const MAX_NAME = 150

/** Creates a token for a user. Only the token goes to the standard output, so that scripts can read it. */
export async function createToken(shell: Shell, { user, name, days }: Options): Promise<void> {
  const config = configOf(shell)
  const ttlDays = days === undefined ? config.tokenTtlDays : readDays(days)
  const tokenName = name.trim()
  if (tokenName === '' || tokenName.length > MAX_NAME) {
    throw new CommandError(`--name must be 1 to ${MAX_NAME} characters.`)
  }
  const must = singleLineFault(tokenName)
  if (must !== undefined) throw new CommandError(`--name must ${must}.`)
  const { token, expiresAt } = await withCurrentDatabase(config, (connection) =>
    inTransaction(systemContext(connection), async (ctx) => {
      const expiresAt = expiryOf(ctx, ttlDays)
      const { token } = await issueToken(ctx, {
        userId: await activeUser(ctx, user),
        name: tokenName,
        expiresAt,
      })
      return { token, expiresAt }
    }),
  )
  const end = expiresAt === null ? 'does not expire' : `expires at ${expiresAt}`
  shell.tell(`A token for ${user}. It ${end}, and is shown this once.`)
  shell.print(token)
}

function readDays(text: string): number {
  const { expected, read } = settings.tokenTtlDays
  const days = read(text, '')
  if (days === undefined) throw new CommandError(`--days must be ${expected}.`)
  return days
}

async function activeUser(ctx: Ctx, user: string): Promise<number> {
  const account = await findAccount(ctx, user.trim())
  if (!account) throw new CommandError(`There is no user with the email or username ${user}.`)
  if (!account.is_active)
    throw new CommandError(`The user ${user} is inactive, so that a token would not work.`)
  return account.id
}
