import { workerData } from 'node:worker_threads'
import { openDatabase, type PreparingDatabase, type Row } from './database.ts'

/** What a thread of `reading-pool.ts` is asked. */
export interface Task {
  sql: string
  parameters: readonly unknown[]
  /** When nobody waits any longer, in milliseconds since 1970. */
  deadline: number
}

/** An error keeps only its message on its way between threads. */
export interface Fault {
  message: string
  code: unknown
  errcode: unknown
}

export type Outcome = { rows: Row[] } | { fault: Fault } | 'late'

const CHECK_EVERY = 1024

let deadline = Number.POSITIVE_INFINITY
let folded = 0

class Late extends Error {}

/** SQLite can't be interrupted from here; but what takes longest folds each row, and may end there. */
function onFold(): void {
  folded += 1
  if (folded % CHECK_EVERY === 0 && performance.timeOrigin + performance.now() > deadline) throw new Late()
}

let database: PreparingDatabase | undefined

const open = () =>
  openDatabase((workerData as { file: string }).file, { readOnly: true, isOfThread: true, onFold })

export default function read(task: Task): Outcome {
  deadline = task.deadline
  try {
    // Here, where a fault is the task's: a thread that cannot begin would end the process.
    database ??= open()
    return { rows: database.prepare(task.sql).all(task.parameters) }
  } catch (error) {
    if (error instanceof Late) return 'late'
    const { message, code, errcode } = error as Fault
    return { fault: { message, code, errcode } }
  }
}
