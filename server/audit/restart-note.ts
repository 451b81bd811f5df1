import { decimalSize } from './checkpoint.ts'
import { keyOfLog, type SealingKey } from './sealing-key.ts'
import { type NoteKey, openNote, signNote } from './signed-note.ts'
import { type AuditTree, asText, edgeOf } from './trees.ts'

/*
 * The signed note of a restart. A restart discards checkpoints of the former log, and anyone who can write the database can insert
 * an entry and a tree that pretend one.
 */

/** How a log ended, and which one goes on. */
export interface Restart {
  /** The name of the log that ended. */
  origin: string
  /** Its leaves at its end, and their root, base64. */
  size: number
  root: string
  /** Its leaves in the backup: later checkpoints are of entries that the restore has lost. */
  restored: number
  /** The name of the log that goes on. */
  next: string
}

/** The first line. Names of logs have no spaces, so no checkpoint begins with it. */
export const RESTART = 'rolecall audit restart'

/** The lines of its text. */
export const RESTART_LINES = 6

/** Signed under the name of the log that ended, so that its public key opens the note. */
export const signRestart = ({ origin, size, root, restored, next }: Restart, key: SealingKey): string =>
  signNote(
    [RESTART, origin, size, root, restored, next, ''].join('\n'),
    keyOfLog(key, origin),
    key.privateKey,
  )

/** @returns undefined if the key has not signed it, or if it is another note */
export function openRestart(note: string, key: NoteKey): Restart | undefined {
  const [first, name = ''] = note.split('\n', 2)
  if (first !== RESTART) return undefined
  const lines = openNote(note, keyOfLog(key, name))?.split('\n') ?? []
  const [, origin, size, root, restored, next] = lines
  const [leaves, left] = [decimalSize(size), decimalSize(restored)]
  // The last line ends in a newline.
  if (lines.length !== RESTART_LINES + 1 || leaves === undefined || left === undefined) return undefined
  return origin && root && next ? { origin, size: leaves, root, restored: left, next } : undefined
}

/** The restart that began a log; undefined if it has no note that the key has signed. */
export function signedRestart(
  { origin, restart_note: note }: Pick<AuditTree, 'origin' | 'restart_note'>,
  key: NoteKey,
): Restart | undefined {
  const restart = note === null ? undefined : openRestart(note, key)
  return restart?.next === origin ? restart : undefined
}

/** Whether a log ended as the restart says, and the next one begins there. */
export const isEndOf = ({ origin, size, root }: Restart, tree: AuditTree, next: AuditTree): boolean =>
  origin === tree.origin &&
  size === tree.size &&
  root === asText(edgeOf(tree).root) &&
  next.first === tree.first + tree.size
