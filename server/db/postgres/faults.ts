import { ConnectError } from '../engine.ts'

/** SQLSTATE, or Node's own code. */
export const codeOf = (error: unknown): string =>
  String((error as { code?: unknown } | undefined)?.code ?? '')

export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505'

/** The unique index or constraint that was violated. */
export const violatedConstraint = (error: unknown): string | undefined =>
  isUniqueViolation(error) ? (error as { constraint?: string }).constraint : undefined

/**
 * The transaction was rolled back because of concurrent ones and may be retried: serialization failures, deadlocks, lock
 * timeouts, and violated unique indices, as another transaction may have taken the value after this one looked it up.
 */
export const isConflict = (error: unknown): boolean =>
  ['40001', '40P01', '55P03', '23505'].includes(codeOf(error))

/** A text that PostgreSQL cannot store, such as one with U+0000: no record contains it. */
export const isUnstorableText = (error: unknown): boolean => ['22021', '22P05'].includes(codeOf(error))

/** By SQLSTATE, or by Node's own code: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONNECT_FAULTS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'there is no such host',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it closed the connection',
  '28P01': 'it does not accept the user and password',
  '28000': 'it does not accept the user',
  '3D000': 'there is no such database',
  '53300': 'it has too many connections',
  '57P03': 'it is starting up',
}

/** A failed connection, described for people; without the password, which the URL contains. */
export function unreachable(error: Error, { host, port }: { host: string; port: number }): Error {
  const reason = CONNECT_FAULTS[codeOf(error)] ?? error.message
  return new ConnectError(`Cannot reach the database at ${host}:${port}: ${reason}.`, { cause: error })
}

/** The next write fails as well. */
const LASTING: Record<string, string> = {
  '25006': 'it takes no writes: it is a standby, or read-only',
  '53100': 'the disk is full',
  '58030': 'the disk cannot be read or written',
  XX001: 'it is damaged; restore a backup',
  XX002: 'it is damaged; restore a backup',
}

const FAULTS: Record<string, string> = {
  ...LASTING,
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  '53200': 'it has no memory left',
  '57014': 'the statement took too long',
  '57P01': 'it is shutting down',
  '57P02': 'it is shutting down',
}

/** It fails the next write as well. */
export const isLastingFault = (error: unknown): boolean => codeOf(error) in LASTING

/** `pg` has no code for a query timeout. */
export const isSilent = (error: unknown): boolean =>
  (error as Error | undefined)?.message === 'Query read timeout'

const LOST =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/

/** Why the database cannot be used at all; undefined for errors of a single statement. */
export function databaseFault(error: unknown): string | undefined {
  const { message } = (error ?? {}) as Partial<Error>
  if (error instanceof ConnectError || isSilent(error)) return 'it cannot be reached'
  const code = codeOf(error)
  return (
    FAULTS[code] ??
    (code.startsWith('08') || LOST.test(message ?? '') ? 'the connection was lost' : undefined)
  )
}
