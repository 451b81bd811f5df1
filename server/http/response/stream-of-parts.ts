import type { ServerResponse } from 'node:http'
import type { AnswerStream, Sender } from '../endpoint.ts'
import { drained } from './drained.ts'

/** What the client has not read yet: a part, and the buffers of the socket. */
const STREAM_BYTES = 128 * 1024

/** A client that reads nothing for so long is gone. */
const STALLED_MS = 60_000

/**
 * A response that is sent as it is read. The next part is asked for once the client has read the one before. An error closes the
 * connection, so that the client knows that the end is missing. The parts' `return` is called if the client disconnects.
 */
export const streamOfParts = (contentType: string, parts: AsyncIterable<string>): AnswerStream => ({
  contentType,
  begin: (raw, sender) => void writeParts(raw, parts, sender),
})

async function writeParts(
  raw: ServerResponse,
  parts: AsyncIterable<string>,
  { memory, isStopping }: Sender,
): Promise<void> {
  memory.holdResponse(raw, STREAM_BYTES)
  try {
    for await (const part of parts) {
      // A stop does not wait for a long one, which can go on after the last line.
      if (raw.destroyed || isStopping()) break
      if (!raw.write(part)) await drained(raw, STALLED_MS)
    }
    if (isStopping()) raw.destroy()
    else raw.end()
  } catch {
    raw.destroy()
  }
}
