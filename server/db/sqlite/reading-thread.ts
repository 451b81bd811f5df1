import { workerData } from 'node:worker_threads'
import type { Row } from '../engine.ts'
import { openDatabase, type PreparingDatabase } from './database.ts'

/** A task for a thread of `reading-pool.ts`. */
export interface Task {
  sql: string
  parameters: readonly unknown[]
  /** When the caller stops waiting, in milliseconds since 1970. */
  deadline: number
}

/** An error keeps only its message when it is sent between threads. */
export interface Fault {
  message: string
  code: unknown
  errcode: unknown
}

export type Outcome = { rows: Row[] } | { fault: Fault } | 'late'

const CHECK_EVERY = 1024

let deadline = Number.POSITIVE_INFINITY
let folded = 0
let isLate = false

/** SQLite can't be interrupted from here, but the slowest statements call `fold` for each row and can be ended there. */
function onFold(): void {
  folded += 1
  if (folded % CHECK_EVERY !== 0 || performance.timeOrigin + performance.now() <= deadline) return
  isLate = true
  throw new Error('The time limit is over.')
}

let database: PreparingDatabase | undefined

const open = () =>
  openDatabase((workerData as { file: string }).file, { readOnly: true, isOfThread: true, onFold })

export default function read(task: Task): Outcome {
  deadline = task.deadline
  isLate = false
  try {
    // Opened here, so that an error fails the task: an error at the start of the thread would end the process.
    database ??= open()
    return { rows: database.prepare(task.sql).all(task.parameters) }
  } catch (error) {
    // Not by the error: Node loses it in a statement with an aggregate, whose result is then undefined.
    if (isLate) return 'late'
    const { message, code, errcode } = error as Fault
    return { fault: { message, code, errcode } }
  }
}
