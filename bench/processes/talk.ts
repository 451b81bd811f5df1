import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

interface Answer {
  number: number
  result?: unknown
  error?: string
}

/** A process of the benchmark that answers questions. */
export interface Worker {
  pid: number
  ask<T>(what: unknown): Promise<T>
  stop(): Promise<void>
}

export function startWorker(module: string, args: readonly string[] = []): Worker {
  const child: ChildProcess = fork(module, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let count = 0
  child.on('message', ({ number, result, error }: Answer) => {
    const asked = waiting.get(number)
    waiting.delete(number)
    if (error === undefined) asked?.resolve(result)
    else asked?.reject(new Error(error))
  })
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${module} ended with ${code}.`))
  })
  return {
    pid: child.pid as number,
    ask: <T>(what: unknown) => {
      const asked = Promise.withResolvers<unknown>()
      const number = count++
      waiting.set(number, asked)
      child.send({ number, what })
      return asked.promise as Promise<T>
    },
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** The worker's side: answers with the function's result. */
export function answerWith<T>(answer: (what: T) => unknown): void {
  process.on('message', async ({ number, what }: { number: number; what: T }) => {
    try {
      process.send?.({ number, result: await answer(what) })
    } catch (error) {
      process.send?.({ number, error: (error as Error).stack ?? String(error) })
    }
  })
  // Ends with the benchmark.
  process.on('disconnect', () => process.exit())
}
