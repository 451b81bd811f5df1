import { on } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { TransferError } from './error.ts'
import type { Asked, Chunk, Opened, Said } from './row-messages.ts'
import type { ReadRow } from './user-rows.ts'

/** A file of users, read and checked in a thread of its own while those before are stored. */
export interface RowsAhead extends Opened {
  /** Some rows at a time, in order, from after the first `done`. Once only. @throws TransferError where it cannot be read on */
  chunks: (done: number) => AsyncGenerator<ReadRow[]>
  /** Bytes of the source up to the rows that came last. */
  position: () => number
  close: () => Promise<void>
}

/** @param input what is read where there is no path @throws TransferError where it cannot be read */
export async function readAhead(asked: Asked, input: () => NodeJS.ReadableStream): Promise<RowsAhead> {
  const url = new URL('./rows-thread.ts', import.meta.url)
  const thread = new Worker(url, {
    // What it reads is garbage as soon as it is said: room for more would be filled.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
    workerData: asked,
    stdin: asked.path === undefined,
  })
  let failed: Error | undefined
  const said = on(thread, 'message', { close: ['exit'] }) as AsyncIterator<[Said]>
  const next = async () => {
    const { done, value } = await said.next()
    // Never taken for the end of the file.
    if (done) throw failed ?? new Error('The thread that reads the file is gone.')
    const [heard] = value
    if (typeof heard === 'object' && 'fault' in heard) throw new TransferError(heard.fault)
    return heard
  }
  const closing = new AbortController()
  if (asked.path === undefined) {
    const { signal } = closing
    pipeline(input() as Readable, thread.stdin as Writable, { signal }).catch((error) => {
      // The thread would wait for more.
      failed = error
      void thread.terminate()
    })
  }
  const close = async () => {
    closing.abort()
    await thread.terminate()
  }
  try {
    const opened = (await next()) as Opened
    let position = 0
    const chunks = async function* (done: number) {
      thread.postMessage(done)
      for (let heard = await next(); heard !== 'end'; heard = await next()) {
        const chunk = heard as Chunk
        position = chunk.position
        yield chunk.rows
        thread.postMessage('on')
      }
    }
    return { ...opened, chunks, position: () => position, close }
  } catch (error) {
    await close()
    throw error
  }
}
