import { randomUUID } from 'node:crypto'
import type { Ctx } from '../access/context.ts'
import { inAnonymousTransaction } from '../access/transaction.ts'
import { addMs } from '../dates.ts'
import { inBatches } from '../db/queries/chunks.ts'
import { type NumberedEntry, readNumberedInSlices } from '../db/queries/numbered-entries.ts'
import { rowInserter } from '../db/queries/row-inserter.ts'
import type { Job } from '../jobs/job.ts'
import { signCheckpoint } from './checkpoint.ts'
import { leafOf } from './leaves.ts'
import type { Hash, TreeEdge } from './merkle-tree.ts'
import { announced } from './old-entries.ts'
import { isEndOf, openRestart, signedRestart } from './restart-note.ts'
import { keyOfLog, type SealingKey } from './sealing-key.ts'
import { type Shipping, ship, shippedNotes } from './shipping.ts'
import { type AuditTree, asText, beginTree, currentTree, edgeOf } from './trees.ts'

/** An entry is sealed a second after its commit at most. */
const INTERVAL_MS = 500
/** Entries of a transaction of the sealer. */
const BATCH = 1000
/** Leaves between two turns of the event loop: about a millisecond. */
const SLICE = 50
/** How long a process that died keeps the others from sealing. */
const LEASE_MS = 30_000
const CHECKPOINT_EVERY_MS = 60_000

export interface SealerOptions {
  key: SealingKey
  /** Where checkpoints go, so that they are out of reach of whoever changes the database. */
  shipping: Shipping | undefined
  /** Resolves when all commits before the call are on the disk. */
  flushed: () => Promise<void>
}

/** The jobs that seal entries and send checkpoints. Of several processes, one does. */
export function sealingJobs(ctx: Ctx, options: SealerOptions): Job[] {
  const sealer = new Sealer(ctx, options)
  const { shipping } = options
  const seal: Job = {
    name: 'seal-entries',
    intervalMs: INTERVAL_MS,
    runsAtStop: true,
    run: (signal) => sealer.run(signal),
  }
  if (!shipping) return [seal]
  const send: Job = {
    name: 'ship-checkpoints',
    intervalMs: INTERVAL_MS,
    run: async (signal) => {
      if (sealer.isSealing) await ship(ctx, shipping, signal)
    },
  }
  return [seal, send]
}

const insertLeaves = rowInserter('audit_leaves')

/** The database is older than what it has signed. */
class OutdatedLog extends Error {}

/** The key has not signed the restart that began the log. */
class UnsignedLog extends Error {}

export class Sealer {
  /** Whether no other process seals. */
  isSealing = false
  readonly #ctx: Ctx
  readonly #options: SealerOptions
  readonly #id = randomUUID()
  /** The log that was compared with what was shipped. */
  #compared: string | undefined

  constructor(ctx: Ctx, options: SealerOptions) {
    this.#ctx = ctx
    this.#options = options
  }

  /** Seals all entries that have a number, and signs, unless another process does. At the stop, lets another one do it at once. */
  async run(signal: AbortSignal): Promise<void> {
    const tree = await this.seal()
    if (tree) await this.#sign(tree)
    if (signal.aborted) await this.#endLease()
  }

  /**
   * @param options `isEnding`: a restart ends the log afterwards, so it is sealed although it is refused otherwise
   * @returns the tree with all entries that had a number before the call; undefined if another process seals
   */
  async seal({ isEnding = false } = {}): Promise<AuditTree | undefined> {
    let tree = await this.#tree()
    if (this.#isOthers(tree)) return this.#leave()
    if (!isEnding) {
      await this.#refuseIfUnsigned(tree)
      await this.#refuseIfOutdated(tree)
    }
    this.isSealing = true
    for (;;) {
      const entries = await readNumberedInSlices(this.#ctx.db, tree.first - 1 + tree.size, BATCH)
      if (entries.length === 0) return tree
      // A leaf must not be of an entry that a loss of power takes back.
      await this.#options.flushed()
      const grown = await this.#append(tree, entries)
      if (!grown) return this.#leave()
      tree = grown
      // What was committed meanwhile is for the next run: a transaction for each few entries would cost the writers more.
      if (entries.length < BATCH) return tree
    }
  }

  #leave(): undefined {
    this.isSealing = false
  }

  /** A lease that ends later than any can was taken by a clock that was wrong. */
  #isOthers({ sealer, lease_ends_at: end }: AuditTree): boolean {
    if (sealer === null || sealer === this.#id || end === null) return false
    const left = Date.parse(end) - Date.parse(this.#ctx.now())
    return left > 0 && left <= LEASE_MS
  }

  async #tree(): Promise<AuditTree> {
    const { name } = this.#options.key
    return (
      (await currentTree(this.#ctx.db)) ??
      (await inAnonymousTransaction(
        this.#ctx,
        async (ctx) =>
          // With the first entry that is there for certain.
          (await currentTree(ctx.db)) ??
          beginTree(ctx, { origin: name, first: (await announced(ctx.db)).through + 1 }),
      ))
    )
  }

  /** Anyone who can write the database can insert a tree, and have its root signed. @throws UnsignedLog */
  async #refuseIfUnsigned(tree: AuditTree): Promise<void> {
    const before = await this.#ctx.db
      .selectFrom('audit_trees')
      .selectAll()
      .where('id', '<', tree.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const restart = signedRestart(tree, this.#options.key)
    if (before ? restart && isEndOf(restart, before, tree) : tree.restart_note === null) return
    throw new UnsignedLog(
      `The log ${tree.origin} was not begun by \`rolecall audit restart\` with this key: somebody may have written it into the database. Find out what was changed with \`rolecall audit verify\`, stop the service, restore a backup, and run \`rolecall audit restart\`.`,
    )
  }

  /** After a restore, the log would go on otherwise than it was signed. @throws OutdatedLog */
  async #refuseIfOutdated({ origin, size }: AuditTree): Promise<void> {
    const { shipping, key } = this.#options
    if (this.#compared === origin || !shipping || !('file' in shipping)) return
    const advice = 'If it was restored from a backup, stop the service and run `rolecall audit restart`.'
    for (const note of await shippedNotes(shipping.file)) {
      const [name, signed] = note.split('\n')
      if (name === origin && Number(signed) > size)
        throw new OutdatedLog(
          `The database has ${size} entries of ${origin}, of which ${signed} were signed. ${advice}`,
        )
      const restart = openRestart(note, key)
      if (restart?.origin === origin)
        throw new OutdatedLog(
          `The database ends with the log ${origin}, after which ${restart.next} was begun. ${advice}`,
        )
    }
    this.#compared = origin
  }

  /** @returns undefined if another process seals */
  async #append(tree: AuditTree, entries: readonly NumberedEntry[]): Promise<AuditTree | undefined> {
    const edge = edgeOf(tree)
    const hashes: Hash[] = []
    for await (const some of inBatches(entries, SLICE))
      for (const entry of some) {
        const hash = leafOf(entry)
        edge.append(hash)
        hashes.push(hash)
      }
    return inAnonymousTransaction(this.#ctx, async (ctx) => {
      const isOurs = await this.#grow(ctx, tree, edge)
      if (!isOurs) return undefined
      const start = tree.first + tree.size
      const leaves = hashes.map((hash, index) => ({ number: start + index, hash: asText(hash) }))
      await insertLeaves(ctx.db, leaves)
      return { ...tree, size: edge.size, roots: edge.roots.map(asText) }
    })
  }

  /** Replaces the tree by a larger one, and renews the lease. @returns false if another process has it, or has sealed since */
  async #grow({ db, now }: Ctx, { id, size }: AuditTree, edge: TreeEdge): Promise<boolean> {
    const after = (ms: number) => addMs(now(), ms)
    const { numUpdatedRows: count } = await db
      .updateTable('audit_trees')
      .set({
        size: edge.size,
        roots: edge.roots.map(asText),
        sealer: this.#id,
        lease_ends_at: after(LEASE_MS),
      })
      .where('id', '=', id)
      .where('size', '=', size)
      .where((eb) =>
        eb.or([
          eb('sealer', 'is', null),
          eb('sealer', '=', this.#id),
          eb('lease_ends_at', '<=', now()),
          eb('lease_ends_at', '>', after(LEASE_MS)),
        ]),
      )
      .executeTakeFirstOrThrow()
    return count > 0n
  }

  async #endLease(): Promise<void> {
    if (!this.isSealing) return
    this.isSealing = false
    await inAnonymousTransaction(this.#ctx, ({ db }) =>
      db
        .updateTable('audit_trees')
        .set({ sealer: null, lease_ends_at: null })
        .where('sealer', '=', this.#id)
        .execute(),
    )
  }

  /** Signs the tree once a minute, if it has grown. */
  async #sign(tree: AuditTree): Promise<void> {
    const { db, now } = this.#ctx
    const last = await db
      .selectFrom('audit_checkpoints')
      .where('tree_id', '=', tree.id)
      .select(['size', 'at'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const since = last ? Math.abs(Date.parse(now()) - Date.parse(last.at)) : CHECKPOINT_EVERY_MS
    if (since < CHECKPOINT_EVERY_MS || tree.size === (last?.size ?? 0)) return
    const { key } = this.#options
    const signing = keyOfLog(key, tree.origin)
    const checkpoint = { origin: tree.origin, size: tree.size, root: edgeOf(tree).root }
    const note = signCheckpoint(checkpoint, signing, key.privateKey)
    await inAnonymousTransaction(this.#ctx, ({ db, now }) =>
      db
        .insertInto('audit_checkpoints')
        .values({ tree_id: tree.id, size: tree.size, at: now(), note, is_shipped: false })
        .execute(),
    )
  }
}
