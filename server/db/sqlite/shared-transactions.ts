import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { WriteHealth } from '../write-health.ts'
import type { CommittedChanges } from './changes.ts'
import { isLocked, type PreparingDatabase } from './database.ts'
import type { OpenFiles } from './open-files.ts'
import { SearchIndex } from './search-index.ts'
import type { WriteAheadLog } from './write-ahead-log.ts'

/** How many transactions share a commit at most, and for how long others may join them. */
const MAX_MEMBERS = 32
const MAX_OPEN_MS = 5

/** How long a transaction waits for one of another process, with the wait for its turn, and how often it tries. */
const LOCK_WAIT_MS = 5000
const LEAST_LOCK_WAIT_MS = 100
const LOCK_RETRY_MS = 2

interface Options {
  writer: PreparingDatabase
  /** Whether the process answers no requests, so that it may block the event loop. */
  inBulk?: boolean
  /** Notified of each commit. */
  changes: CommittedChanges
  /** Absent if SQLite itself flushes and checkpoints its log. */
  log?: WriteAheadLog | undefined
  /** Absent for a database in memory or opened read-only. */
  files?: OpenFiles | undefined
  /** Notified of the outcome of writes. */
  health?: WriteHealth | undefined
}

const TEMPORARY_IN = { file: 'pragma temp_store = file', memory: 'pragma temp_store = memory' }

/** Undoes the last savepoint. */
const UNDO_ONE = ['rollback to one', 'release one']

/** A transaction of SQLite. */
interface Shared {
  readonly start: number
  /** No other transaction joins it. */
  readonly isAlone: boolean
  /** How many of its transactions have ended. */
  ended: number
  isCommittedSoon: boolean
  hasWritten: boolean
  /** Resolves when it is on the disk. */
  readonly outcome: PromiseWithResolvers<void>
}

/** A transaction of the service. It has the write connection until it ends. */
export interface WriteTransaction {
  /** Runs a statement. @throws after an error by which SQLite has undone the transaction */
  run<T>(statement: (writer: PreparingDatabase) => T): T
  /** Resolves when it is on the disk. @throws the error that undid all transactions of the commit, LogFault, ReplacedFault */
  commit(hasWritten: boolean): Promise<void>
  /** Resolves when the transactions that it may have read from are on the disk. @throws the same */
  rollback(): Promise<void>
}

/**
 * Transactions that wait for the write connection together share one commit, and one flush to the disk: the first one begins a
 * transaction of SQLite, and the next ones are savepoints in it. It is committed once the event loop has handled what had arrived,
 * and no other transaction is running. A refusal waits for the commit too, since it may rest on rows of an earlier member. If
 * SQLite undoes the transaction because of a full disk, for example, all its members fail.
 */
export class SharedTransactions {
  readonly #options: Options
  readonly #search: SearchIndex
  readonly #queue = new Queue()
  #shared: Shared | undefined
  /** Whether one of its transactions has not ended. */
  #isRunning = false
  /** Whether transactions join others: as long as none does, as in a migration, one may sort a whole table. */
  #areJoined = false
  #temporary: keyof typeof TEMPORARY_IN = 'file'
  /** Resolves when the last commit is on the disk. */
  #flushed: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#search = new SearchIndex(options.writer, options.inBulk ?? false)
  }

  /** @param isAlone if it may take long, so that others should not wait for its commit */
  async begin(isAlone: boolean): Promise<WriteTransaction> {
    const deadline = performance.now() + LOCK_WAIT_MS
    const leave = await this.#queue.enter()
    try {
      this.#requireDurable()
      if (isAlone) this.#commit()
      if (this.#shared) {
        this.#execute('savepoint one')
        this.#areJoined = true
      } else this.#shared = await this.#open(isAlone, deadline)
      this.#isRunning = true
      return this.#member(this.#shared, leave)
    } catch (error) {
      this.#commit()
      leave()
      throw error
    }
  }

  /** Runs a statement that SQLite allows in no transaction, or ignores in one; or a read, for which there is no other connection. */
  async outside<T>(
    statement: (writer: PreparingDatabase) => T,
    hasWritten: (result: T) => boolean,
  ): Promise<T> {
    const leave = await this.#queue.enter()
    let flushed: Promise<void> | undefined
    try {
      this.#commit()
      this.#requireDurable()
      this.#keepTemporary('file')
      const result = this.#try(statement)
      flushed = this.#committed(hasWritten(result))
      return result
    } finally {
      leave()
      await flushed
    }
  }

  /** Commits what has ended, and undoes what has not. */
  close(): void {
    const shared = this.#shared
    if (shared && this.#isRunning) {
      if (shared.ended === 0) this.#undo(shared, new Error('The database is closed.'))
      else for (const sql of UNDO_ONE) this.#execute(sql)
    }
    this.#commit()
  }

  async #open(isAlone: boolean, deadline: number): Promise<Shared> {
    const { writer, changes, log } = this.#options
    this.#keepTemporary(this.#areJoined && !isAlone ? 'memory' : 'file')
    for (
      const latest = Math.max(deadline, performance.now() + LEAST_LOCK_WAIT_MS);
      ;
      await wait(LOCK_RETRY_MS)
    ) {
      try {
        writer.withoutWaiting(() => this.#execute('begin'))
        break
      } catch (error) {
        // SQLite itself would wait with the event loop blocked.
        if (!isLocked(error) || performance.now() > latest) throw error
      }
    }
    try {
      changes.noteOthers({ hasJustBegun: true })
    } catch (error) {
      if (writer.isInTransaction) this.#execute('rollback')
      throw error
    }
    const outcome = Promise.withResolvers<void>()
    // Transactions that have failed by themselves do not wait for it.
    outcome.promise.catch(() => undefined)
    // Without a log of our own, each commit waits for the disk by itself.
    return {
      start: performance.now(),
      isAlone: isAlone || !log,
      ended: 0,
      isCommittedSoon: false,
      hasWritten: false,
      outcome,
    }
  }

  /**
   * To undo a savepoint, SQLite copies each page that it changes; in a file this would cost more than many of the statements: 32
   * clients create 1.2 times as many users with the copies in memory. A long transaction may change, or sort, too much for that.
   * This drops temporary tables; the write connection has none.
   */
  #keepTemporary(place: keyof typeof TEMPORARY_IN): void {
    if (place === this.#temporary) return
    this.#options.writer.prepare(TEMPORARY_IN[place]).run([])
    this.#temporary = place
  }

  #member(shared: Shared, leave: () => void): WriteTransaction {
    const isFirst = shared.ended === 0
    const release = () => {
      this.#isRunning = false
      leave()
    }
    const run: WriteTransaction['run'] = (statement) => {
      // SQLite would run the statement outside of any transaction.
      if (this.#shared !== shared) throw new Error('The transaction is over.')
      try {
        return this.#try(statement)
      } catch (error) {
        if (!this.#options.writer.isInTransaction) this.#undo(shared, error)
        throw error
      }
    }
    const execute = (sql: string) => run((writer) => writer.prepare(sql).run([]))
    const end = (): Promise<void> => {
      shared.ended += 1
      const isFull = shared.ended >= MAX_MEMBERS || performance.now() - shared.start >= MAX_OPEN_MS
      if (shared.isAlone || isFull) this.#commit()
      else this.#commitSoon(shared)
      // The next transaction may begin: it cannot be on the disk before this one.
      release()
      return shared.outcome.promise
    }
    return {
      run,
      commit: async (hasWritten) => {
        try {
          if (!isFirst) execute('release one')
          shared.hasWritten ||= hasWritten
          // It may have written many rows.
          while (shared.isAlone && run(() => this.#search.indexSome())) await yieldToEventLoop()
        } catch (error) {
          this.#undo(shared, error)
          release()
          throw error
        }
        return end()
      },
      rollback: async () => {
        if (this.#shared !== shared) return release()
        try {
          if (isFirst) execute('rollback')
          else for (const sql of UNDO_ONE) execute(sql)
        } catch (error) {
          this.#undo(shared, error)
        }
        if (!isFirst) return end()
        this.#shared = undefined
        release()
        // It may rest on rows of the last commit.
        await this.#flushed
      },
    }
  }

  /** Once the event loop has read all requests that have arrived: their transactions join this one. */
  #commitSoon(shared: Shared): void {
    if (shared.isCommittedSoon) return
    shared.isCommittedSoon = true
    setImmediate(() => {
      shared.isCommittedSoon = false
      if (this.#shared === shared && !this.#isRunning) this.#commit()
    })
  }

  /** Commits the open transaction, if there is one. */
  #commit(): void {
    const shared = this.#shared
    if (!shared) return
    try {
      if (shared.hasWritten) this.#try(() => this.#search.indexAll())
      this.#execute('commit')
      this.#shared = undefined
      this.#flushed = this.#committed(shared.hasWritten)
      shared.outcome.resolve(this.#flushed)
    } catch (error) {
      this.#undo(shared, error)
    }
  }

  /** Rejects for all members. SQLite may have rolled back by itself. */
  #undo(shared: Shared, error: unknown): void {
    this.#shared = undefined
    shared.outcome.reject(error)
    try {
      if (this.#options.writer.isInTransaction) this.#execute('rollback')
    } catch {
      // It stays open, and each later begin is refused: nothing is written, and nothing waits for ever.
    }
  }

  /** @throws if a write would not be durable */
  #requireDurable(): void {
    this.#options.log?.requireHealthy()
    this.#options.files?.requireUnreplaced()
  }

  /** Call this after each commit, before the next transaction. Resolves when it is durable. @throws LogFault, ReplacedFault */
  async #committed(hasWritten: boolean): Promise<void> {
    const { changes, log, files, health } = this.#options
    if (hasWritten) changes.note()
    if (log) await log.committed()
    else files?.requireUnreplacedNow()
    if (hasWritten) health?.succeeded()
  }

  #execute(sql: string): void {
    this.#try((writer) => writer.prepare(sql).run([]))
  }

  #try<T>(statement: (writer: PreparingDatabase) => T): T {
    try {
      return statement(this.#options.writer)
    } catch (error) {
      this.#options.health?.failed(error)
      throw error
    }
  }
}

/** A FIFO lock. */
class Queue {
  #last: Promise<void> = Promise.resolve()

  /** @returns the function that releases the lock */
  async enter(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }
}
