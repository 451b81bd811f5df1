import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { setupLink } from '../credentials/setup-codes.ts'
import type { Prepared } from '../prepare.ts'
import { version } from '../version.ts'
import type { Shell } from './shell.ts'

/** A running service. */
export interface Service {
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
      logger.info({ user: first.id }, 'the first administrator was made, of ADMIN_EMAIL and ADMIN_PASSWORD')
      break
    case 'taken-over':
      logger.warn(
        { user: first.id },
        'there was a user of ADMIN_EMAIL: they are the administrator now, their password is ADMIN_PASSWORD, and their tokens have ended; see whether their profile is right',
      )
      break
    case 'setup-code':
      logger.warn('there is no administrator: the setup link makes one, and nobody can sign up before')
      break
    case 'ignored':
      logger.info(
        'ADMIN_EMAIL and ADMIN_PASSWORD are ignored: there is an administrator. Remove them; rolecall admin create makes another.',
      )
  }
}

const MAX_LOGGED = 20

/** Shortens a list for the log; `permissions sync` prints all. */
const some = (slugs: readonly string[]): readonly string[] =>
  slugs.length <= MAX_LOGGED
    ? slugs
    : [...slugs.slice(0, MAX_LOGGED), `and ${slugs.length - MAX_LOGGED} more`]

/** Prints all lines with one write, so that no log line interrupts them. */
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
    lines.push('The database is in memory, and ends with this process.')
  if (first?.kind === 'created' || first?.kind === 'taken-over') {
    lines.push(`The first administrator is ${first.email}`)
  }
  if (first?.kind === 'setup-code') {
    lines.push(`Create the first administrator (works once, for an hour): ${setupLink(base, first.code)}`)
  }
  print(lines.join('\n'))
}

/** The address for a browser on this machine. */
function addressOf({ host }: Config, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
