import { on } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { TransferError } from './error.ts'
import type { Chunk, End, Opened, ReadRequest, ThreadMessage } from './row-messages.ts'
import type { ReadRow } from './user-rows.ts'

/** A file of users that a thread reads and checks while earlier rows are stored. */
export interface RowsAhead extends Opened {
  /** The rows after the first `done`, in order. Can be called once. @throws TransferError if reading fails */
  chunks: (done: number) => AsyncGenerator<ReadRow[]>
  /** Bytes of the source up to the last chunk. */
  position: () => number
  /** SHA-256 of the standard input, once it was read to its end. */
  digest: () => string | undefined
  close: () => Promise<void>
}

/** @param input read if the request has no path @throws TransferError if it cannot be read */
export async function readAhead(
  request: ReadRequest,
  input: () => NodeJS.ReadableStream,
): Promise<RowsAhead> {
  const url = new URL('./rows-thread.ts', import.meta.url)
  const thread = new Worker(url, {
    // Rows are garbage as soon as they are sent; V8 would fill a larger young generation first.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
    workerData: request,
    stdin: request.path === undefined,
  })
  let failed: Error | undefined
  const messages = on(thread, 'message', { close: ['exit'] }) as AsyncIterator<[ThreadMessage]>
  const next = async () => {
    const { done, value } = await messages.next()
    // A dead thread is an error, not the end of the file.
    if (done) throw failed ?? new Error('The thread that reads the file is gone.')
    const [message] = value
    if ('fault' in message) throw new TransferError(message.fault)
    return message
  }
  const closing = new AbortController()
  if (request.path === undefined) {
    const { signal } = closing
    pipeline(input() as Readable, thread.stdin as Writable, { signal }).catch((error) => {
      // Otherwise the thread would wait for more input.
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
    let digest: string | undefined
    const chunks = async function* (done: number) {
      thread.postMessage(done)
      for (let message = await next(); ; message = await next()) {
        if ('digest' in message) {
          ;({ digest } = message as End)
          return
        }
        const chunk = message as Chunk
        position = chunk.position
        yield chunk.rows
        thread.postMessage('on')
      }
    }
    return { ...opened, chunks, position: () => position, digest: () => digest, close }
  } catch (error) {
    await close()
    throw error
  }
}
