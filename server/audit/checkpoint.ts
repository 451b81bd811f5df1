import type { KeyObject } from 'node:crypto'
import type { Hash } from './merkle-tree.ts'
import { type NoteKey, openNote, signNote } from './signed-note.ts'

/** The state of a log at a moment (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** The name of the log. */
  origin: string
  size: number
  root: Hash
}

/** Three lines: origin, decimal size, base64 of the root. */
const textOf = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

export const signCheckpoint = (checkpoint: Checkpoint, key: NoteKey, privateKey: KeyObject): string =>
  signNote(textOf(checkpoint), key, privateKey)

const SIZE = /^(?:0|[1-9]\d{0,15})$/

/** @returns undefined if the text is not a decimal size */
export const decimalSize = (text: string | undefined): number | undefined =>
  SIZE.test(text ?? '') ? Number(text) : undefined

/** @returns undefined if the key has not signed it, or if it is malformed */
export function openCheckpoint(note: string, key: NoteKey): Checkpoint | undefined {
  // Further lines are extensions, of which this log has none.
  const [origin, digits, root, ...others] = openNote(note, key)?.split('\n') ?? []
  const size = decimalSize(digits)
  if (!origin || size === undefined || root === undefined || others.join('') !== '') return undefined
  const checkpoint = { origin, size, root: Buffer.from(root, 'base64') }
  return checkpoint.root.length === 32 && checkpoint.root.toString('base64') === root ? checkpoint : undefined
}
