import { ConfigError } from '../config/config.ts'
import { HostError } from '../credentials/relying-party.ts'
import { SecretError } from '../credentials/unlock-secret.ts'
import { ConnectError, databaseFault } from '../db/connect.ts'
import { NewerDatabaseError, OutdatedDatabaseError } from '../db/migrate.ts'
import { Refusal } from '../errors.ts'
import { MailTemplatesError } from '../mail/overrides.ts'
import { ManifestError } from '../resources/permissions/manifest.ts'
import { TransferError } from '../transfer/error.ts'
import { CommandError } from './shell.ts'

/** Errors whose message is written for users. */
const USER_FACING = [
  ConfigError,
  ConnectError,
  NewerDatabaseError,
  OutdatedDatabaseError,
  ManifestError,
  MailTemplatesError,
  SecretError,
  HostError,
  CommandError,
  TransferError,
]

interface SystemError extends Error {
  code?: string
  syscall?: string
  address?: string
  port?: number
}

/** Why the service cannot listen, by the system's code. */
const LISTEN_FAULTS: Record<string, (error: SystemError) => string> = {
  EADDRINUSE: ({ address, port }) =>
    `Port ${port} of ${address} is in use. Stop what listens there, or set PORT to another.`,
  EACCES: ({ port }) => `Port ${port} is for privileged programs. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: ({ address }) => `${address} is not an address of this machine. Set HOST to one that is.`,
}

/** An error as users see it: one line per fault, without a stack. */
export function errorLines(error: unknown): string[] {
  if (USER_FACING.some((kind) => error instanceof kind)) return (error as Error).message.split('\n')
  if (error instanceof Refusal) {
    return error.details.length > 0 ? error.details.map(({ message }) => String(message)) : [error.message]
  }
  const fault = databaseFault(error)
  if (fault !== undefined) return [`The database cannot be used: ${fault}.`]
  return [systemErrorLine(error as SystemError)]
}

function systemErrorLine(error: SystemError): string {
  const { code, syscall, message } = error
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    const explain = syscall === 'listen' ? LISTEN_FAULTS[code ?? ''] : undefined
    return explain?.(error) ?? `The service cannot listen: ${message}. Check HOST and PORT.`
  }
  return code === undefined
    ? `Something went wrong that Rolecall did not foresee: ${message ?? error}`
    : `${message}.`
}
