import { handled } from '../transactions/sent-statements.ts'

/**
 * Reads batches in order, and the next one while the caller works on one: PostgreSQL reads in a process of its own.
 * @param batches what `read` reads: numbers, for example
 */
export async function* readAhead<Batch, Rows>(
  batches: Iterable<Batch>,
  read: (batch: Batch) => Promise<Rows>,
): AsyncGenerator<Rows> {
  let ahead: Promise<Rows> | undefined
  for (const batch of batches) {
    const next = handled(read(batch))
    if (ahead) yield await ahead
    ahead = next
  }
  if (ahead) yield await ahead
}
