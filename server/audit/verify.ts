import {
  countEntries,
  countUnnumbered,
  type NumberedEntry,
  numberOf,
  readNumbered,
} from '../db/queries/numbered-entries.ts'
import type { Db } from '../db/tables.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import { leafOf } from './leaves.ts'
import { type Hash, TreeEdge } from './merkle-tree.ts'
import { announced } from './old-entries.ts'
import { isToldIn } from './restart.ts'
import { isEndOf, openRestart, type Restart, signedRestart } from './restart-note.ts'
import { keyOfLog } from './sealing-key.ts'
import type { NoteKey } from './signed-note.ts'
import { type AuditTree, edgeOf } from './trees.ts'

/** What the trail contradicts first. */
export type Fault =
  /** An entry is not what was sealed. */
  | { kind: 'entry'; number: number; uuid: string }
  /** A sealed entry is gone. */
  | { kind: 'missing-entry'; number: number }
  /** A leaf is gone. */
  | { kind: 'missing-leaf'; number: number }
  /** Entries that no log can have, and that are shown: they were put in beside the others. */
  | { kind: 'extra-entries'; count: number }
  /** The log after a restart does not tell of the one before as it is, or as the exported note of the restart does. */
  | { kind: 'restart'; origin: string }
  /** The key has not signed the restart that began the log. */
  | { kind: 'unsigned-restart'; origin: string }
  /** What is stored of a tree is not that of its leaves. */
  | { kind: 'tree'; origin: string }
  /** A checkpoint tells of another tree. Of the entries after the last exported one that agrees, some were changed with their leaves. */
  | { kind: 'checkpoint'; origin: string; size: number; agreesTo: number }
  /** A checkpoint is not signed by the key, or no log here has its name. */
  | { kind: 'unknown-checkpoint'; note: string }

export interface Verification {
  entries: number
  /** Entries that are leaves of a tree; of the trees before the fault, if there is one. */
  sealed: number
  /** Entries that an exported checkpoint covers: whoever has the database and the key cannot change them unnoticed. */
  covered: number
  /** Entries that say nothing more of somebody who was erased. */
  erased: number
  /** Entries that were deleted for their age, of which only the leaves are left. */
  dropped: number
  /** Logs that a restart ended, and how many entries that a checkpoint covered were lost with the restore, at least. */
  restarts: { origin: string; lost: number }[]
  /** Logs that a restart began, and that are no longer here: the backup was older than the restart. */
  lostLogs: { origin: string; lost: number }[]
  fault: Fault | undefined
}

interface Given {
  /** Checkpoints from outside of the database. */
  exported: readonly string[]
  key: NoteKey
}

const BATCH = 1000

/** Compares all entries with their leaves, and the trees with what was signed. Reads everything once, in order. */
export async function verifyTrail(db: Db, { exported, key }: Given): Promise<Verification> {
  // Before the trees: what is sealed meanwhile is not signed yet.
  const own = await db.selectFrom('audit_checkpoints').select('note').orderBy('id').execute()
  const trees = await db.selectFrom('audit_trees').selectAll().orderBy('id').execute()
  const outside = readNotes(trees, exported, key)
  const inside = readNotes(
    trees,
    own.map(({ note }) => note),
    key,
  )
  const report: Verification = {
    entries: await countEntries(db),
    sealed: 0,
    covered: 0,
    erased: 0,
    dropped: 0,
    restarts: [],
    lostLogs: outside.lostLogs,
    fault: undefined,
  }
  const [first] = trees
  // The log before it is gone.
  if (first && first.restart_note !== null)
    return { ...report, fault: { kind: 'restart', origin: first.origin } }
  const droppedThrough = await sealedDrop(db, trees)
  for (const [index, tree] of trees.entries()) {
    const next = trees[index + 1]
    const ended = next && signedRestart(next, key)
    report.fault =
      (next && (await restartFault(db, tree, next, ended))) ??
      (await verifyTree(db, tree, report, {
        outside: outside.of(tree),
        inside: inside.of(tree),
        ended,
        droppedThrough,
      }))
    if (report.fault) return report
  }
  const extra = await countUnnumbered(db)
  report.fault = extra > 0 ? { kind: 'extra-entries', count: extra } : (outside.fault ?? inside.fault)
  return report
}

/** Whether the next log begins where this one ends, by a signed restart, with an entry that tells of it. */
async function restartFault(
  db: Db,
  tree: AuditTree,
  next: AuditTree,
  restart: Restart | undefined,
): Promise<Fault | undefined> {
  if (!restart) return { kind: 'unsigned-restart', origin: next.origin }
  const isTrue = isEndOf(restart, tree, next) && (await isToldIn(db, next, restart))
  return isTrue ? undefined : { kind: 'restart', origin: next.origin }
}

/** What notes tell of the logs; the first fault is of a note that does not fit them. */
function readNotes(trees: readonly AuditTree[], notes: readonly string[], key: NoteKey) {
  const noteOf = new Map(trees.map(({ origin, restart_note }) => [origin, restart_note]))
  const lost = new Map<string, number>()
  const checkpoints: { note: string; checkpoint: Checkpoint }[] = []
  let fault: Fault | undefined
  for (const note of new Set(notes)) {
    const restart = openRestart(note, key)
    const checkpoint = restart ? undefined : openCheckpoint(note, keyOfLog(key, firstLineOf(note)))
    if (checkpoint) checkpoints.push({ note, checkpoint })
    else if (!restart) fault ??= { kind: 'unknown-checkpoint', note }
    // It has one entry at least, of the restart.
    else if (!noteOf.has(restart.next)) lost.set(restart.next, 1)
    else if (noteOf.get(restart.next) !== note) fault ??= { kind: 'restart', origin: restart.next }
  }
  const found: Checkpoint[] = []
  for (const { note, checkpoint } of checkpoints) {
    const { origin, size } = checkpoint
    const atLeast = lost.get(origin)
    if (noteOf.has(origin)) found.push(checkpoint)
    else if (atLeast === undefined) fault ??= { kind: 'unknown-checkpoint', note }
    else lost.set(origin, Math.max(atLeast, size))
  }
  found.sort((one, other) => one.size - other.size)
  return {
    fault,
    lostLogs: [...lost].map(([origin, lost]) => ({ origin, lost })),
    of: (tree: AuditTree) => found.filter(({ origin }) => origin === tree.origin),
  }
}

const firstLineOf = (note: string) => note.slice(0, note.indexOf('\n'))

interface Signed {
  /** Checkpoints from outside of the database, by size. */
  outside: readonly Checkpoint[]
  /** Those in the database, which whoever has the key too may have made anew. */
  inside: readonly Checkpoint[]
  /** How a restart ended the tree. */
  ended: Restart | undefined
  /** Entries up to this number may be missing. */
  droppedThrough: number
}

/** Up to which number an entry that is a leaf itself says that entries are deleted. */
async function sealedDrop(db: Db, trees: readonly AuditTree[]): Promise<number> {
  const { through, uuid } = await announced(db)
  const number = uuid === undefined ? undefined : await numberOf(db, uuid)
  const isSealed = trees.some(
    ({ first, size }) => number !== undefined && number >= first && number < first + size,
  )
  return isSealed ? through : 0
}

async function verifyTree(
  db: Db,
  tree: AuditTree,
  report: Verification,
  { outside, inside, ended, droppedThrough }: Signed,
): Promise<Fault | undefined> {
  const edge = new TreeEdge()
  // What was signed after the backup is of the lost part.
  const restored = ended?.restored ?? Number.POSITIVE_INFINITY
  const isExported = new Set(outside)
  const signed = [...outside, ...inside]
    .filter(({ size }) => size <= restored)
    .sort((one, other) => one.size - other.size)
  if (ended) {
    const last = outside.at(-1)?.size ?? 0
    report.restarts.push({ origin: tree.origin, lost: Math.max(0, last - restored) })
  }
  let agreesTo = 0
  let compared = 0
  /** Of the checkpoints of the size that the tree has now. */
  const contradicted = (): Fault | undefined => {
    for (; signed[compared]?.size === edge.size; compared++) {
      const checkpoint = signed[compared] as Checkpoint
      const { origin, size, root } = checkpoint
      if (!edge.root.equals(root)) return { kind: 'checkpoint', origin, size, agreesTo }
      if (isExported.has(checkpoint)) agreesTo = size
    }
    return undefined
  }
  let fault = contradicted()
  const end = tree.first + tree.size
  for (let next = tree.first; !fault && next < end; next += BATCH) {
    const last = Math.min(next + BATCH, end) - 1
    const leaves = await leavesOf(db, next, last)
    const entries = new Map(
      (await readNumbered(db, next - 1, last - next + 1)).map((entry) => [entry.number, entry]),
    )
    for (let number = next; !fault && number <= last; number++) {
      const entry = entries.get(number)
      if (!entry && number > droppedThrough) return { kind: 'missing-entry', number }
      const stored = leaves.get(number)
      if (!stored) return { kind: 'missing-leaf', number }
      if (entry && !hashOf(entry)?.equals(stored)) return { kind: 'entry', number, uuid: entry.uuid }
      edge.append(stored)
      if (!entry) report.dropped += 1
      else if (entry.digests !== null) report.erased += 1
      fault = contradicted()
    }
  }
  if (fault) return fault
  // A checkpoint of a tree that was larger.
  const larger = signed[compared]
  if (larger) return { kind: 'checkpoint', origin: larger.origin, size: larger.size, agreesTo }
  if (!edge.root.equals(edgeOf(tree).root)) return { kind: 'tree', origin: tree.origin }
  report.sealed += tree.size
  report.covered += agreesTo
  return undefined
}

async function leavesOf(db: Db, first: number, last: number): Promise<Map<number, Hash>> {
  const rows = await db
    .selectFrom('audit_leaves')
    .where('number', '>=', first)
    .where('number', '<=', last)
    .selectAll()
    .execute()
  return new Map(rows.map(({ number, hash }) => [number, Buffer.from(hash, 'base64')]))
}

/** Undefined for an entry that no leaf can be of, such as one whose salt was removed. */
function hashOf(entry: NumberedEntry): Hash | undefined {
  try {
    return leafOf(entry)
  } catch {
    return undefined
  }
}
