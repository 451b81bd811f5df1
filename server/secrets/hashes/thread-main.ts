import { parentPort } from 'node:worker_threads'
import { compute, type Task } from './thread-work.ts'

/** What a thread of `threads.ts` runs: a task comes, its result goes. */
parentPort?.on('message', (task: Task) => parentPort?.postMessage(compute(task)))
