import type { Logger } from 'pino'
import { type Config, mailFolderOf } from '../config/config.ts'
import { setupLink } from '../credentials/setup-codes.ts'
import type { Prepared } from '../prepare.ts'
import { version } from '../version.ts'
import type { Shell } from './shell.ts'

/** A running service. */
export interface RunningService {
  logger: Logger
  /** Refuses new requests, finishes those in flight, then closes the database. */
  stop: () => Promise<void>
}

export function report({ migrated, permissions, firstAdministrator }: Prepared, logger: Logger): void {
  if (migrated.length > 0) logger.info({ migrated }, 'database migrated')
  const { undeclared, trashed } = permissions
  const isOdd = undeclared.length + trashed.length > 0
  const shortened = Object.fromEntries(
    Object.entries(permissions).map(([what, slugs]) => [what, some(slugs)]),
  )
  logger[isOdd ? 'warn' : 'info'](shortened, 'permissions synced')
  reportAdministrator(firstAdministrator, logger)
}

function reportAdministrator(first: Prepared['firstAdministrator'], logger: Logger): void {
  switch (first?.kind) {
    case 'created':
      logger.info(
        { user: first.id },
        'the first administrator was created from ADMIN_EMAIL and ADMIN_PASSWORD',
      )
      break
    case 'taken-over':
      logger.warn(
        { user: first.id },
        'a user with ADMIN_EMAIL existed and is the administrator now: their password is ADMIN_PASSWORD, and their tokens have ended; check their profile',
      )
      break
    case 'setup-code':
      logger.warn(
        'there is no administrator: open the setup link that is printed below to create one; sign-up is closed until then',
      )
      break
    case 'ignored':
      logger.info(
        'ADMIN_EMAIL and ADMIN_PASSWORD are ignored, since there is an administrator: remove them; rolecall admin create adds another',
      )
  }
}

const MAX_LOGGED = 20

/** Shortens a list for the log; `permissions sync` prints all. */
const some = (slugs: readonly string[]): readonly string[] =>
  slugs.length <= MAX_LOGGED
    ? slugs
    : [...slugs.slice(0, MAX_LOGGED), `and ${slugs.length - MAX_LOGGED} more`]

/** Prints all lines with one write, so that no log line interrupts them. The log is written in the background: a line of it may follow. */
export function greet({ print }: Shell, config: Config, port: number, prepared: Prepared): void {
  const address = addressOf(config, port)
  const base = config.publicUrl ?? address
  const { firstAdministrator: first } = prepared
  const lines = [
    `Rolecall ${version} listens at ${address}`,
    `The console is at ${base}/`,
    `The API is described at ${base}/docs`,
  ]
  if (config.databaseUrl === 'sqlite::memory:')
    lines.push('The database is in memory and is lost when this process ends.')
  if (config.mailUrl === undefined)
    lines.push(`Mail is not sent but written into ${mailFolderOf(config)}; MAIL_URL names a server.`)
  if (first?.kind === 'created' || first?.kind === 'taken-over') {
    lines.push(`The first administrator is ${first.email}`)
  }
  if (first?.kind === 'setup-code') {
    // Stands out from the log lines around it, and can be clicked.
    lines.push(
      '',
      'Create the first administrator. This link works once, for one hour:',
      setupLink(base, first.code),
      '',
    )
  }
  print(lines.join('\n'))
}

/** The address for a browser on this machine. */
function addressOf({ host }: Config, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
