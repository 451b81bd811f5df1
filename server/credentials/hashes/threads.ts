import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Task } from './thread-main.ts'

interface Job {
  task: Task
  done: (result: string) => void
  failed: (error: unknown) => void
}

interface Thread {
  worker: Worker
  /** What it works at. */
  job: Job | undefined
}

/** As many as Node's own pool has, which hashes the rest, and no more than there are cores. */
const MOST = Math.min(4, availableParallelism())

const idle: Thread[] = []
const waiting: Job[] = []
let started = 0

/** Computes in a thread of its own, so that the event loop is free meanwhile. Beyond some at once, they wait in turn. */
export function inThread(task: Task): Promise<string> {
  return new Promise((done, failed) => {
    waiting.push({ task, done, failed })
    takeUp()
  })
}

function takeUp(): void {
  if (waiting.length === 0) return
  const thread = idle.pop() ?? (started < MOST ? start() : undefined)
  if (!thread) return
  thread.job = waiting.shift() as Job
  // A thread at work keeps the process up; one that waits for work does not.
  thread.worker.ref()
  thread.worker.postMessage(thread.job.task)
}

function start(): Thread {
  const worker = new Worker(new URL('./thread-main.ts', import.meta.url))
  const thread: Thread = { worker, job: undefined }
  started += 1
  worker.on('message', (result: string) => {
    thread.job?.done(result)
    thread.job = undefined
    worker.unref()
    idle.push(thread)
    takeUp()
  })
  // An error ends the thread.
  worker.on('error', (error) => {
    thread.job?.failed(error)
    started -= 1
    takeUp()
  })
  return thread
}
