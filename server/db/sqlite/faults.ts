import { ConnectError } from '../engine.ts'
import { isLocked, resultCode, SQLITE_BUSY } from './database.ts'
import { LogFault } from './group-commit.ts'
import { NoRoomFault, ReplacedFault } from './open-files.ts'

/** SQLITE_CONSTRAINT_UNIQUE or SQLITE_CONSTRAINT_PRIMARYKEY. */
export function isUniqueViolation(error: unknown): boolean {
  const code = resultCode(error)
  return code === 2067 || code === 1555
}

const SQLITE_IOERR = 10
const SQLITE_FULL = 13

/** By primary result code (the low byte): https://sqlite.org/rescode.html */
const FAULTS: Record<number, string> = {
  [SQLITE_BUSY]: 'it is locked by another program',
  6: 'it is locked by another program',
  8: 'it cannot be written',
  [SQLITE_IOERR]: 'the disk cannot be read or written',
  11: 'the file is damaged; restore a backup',
  [SQLITE_FULL]: 'the disk is full',
  14: 'the file cannot be opened: it may be a folder, or not yours to read and write',
  26: 'the file is not a database',
}

/** Why the database cannot be used at all; undefined for errors of a single statement. */
export function databaseFault(error: unknown): string | undefined {
  if (error instanceof ReplacedFault) return 'its file was deleted, replaced or overwritten'
  if (error instanceof NoRoomFault) return FAULTS[SQLITE_FULL]
  if (error instanceof ConnectError) return 'it cannot be reached'
  const code = error instanceof LogFault ? SQLITE_IOERR : resultCode(error)
  return code === undefined ? undefined : FAULTS[code & 0xff]
}

/** The next write fails as well: all of {@link FAULTS} except locks. */
export const isLastingFault = (error: unknown): boolean =>
  databaseFault(error) !== undefined && !isLocked(error)
