import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Task } from './thread-work.ts'

interface Job {
  task: Task
  done: (result: string) => void
  failed: (error: unknown) => void
}

/** As many as Node's own pool has, which hashes the rest, and no more than there are cores. */
const MOST = Math.min(4, availableParallelism())

const idle: Worker[] = []
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
  const worker = idle.pop() ?? (started < MOST ? start() : undefined)
  if (worker) run(worker, waiting.shift() as Job)
}

function start(): Worker {
  started += 1
  return new Worker(new URL('./thread-main.ts', import.meta.url))
}

function run(worker: Worker, { task, done, failed }: Job): void {
  const settle = () => {
    worker.removeAllListeners()
    takeUp()
  }
  // A thread at work keeps the process up; one that waits for work does not.
  worker.ref()
  worker.once('message', (result: string) => {
    worker.unref()
    idle.push(worker)
    settle()
    done(result)
  })
  // Of an error, the thread is gone.
  worker.once('error', (error) => {
    started -= 1
    settle()
    failed(error)
  })
  worker.postMessage(task)
}
