import { handled } from '../transactions/sent-statements.ts'

/** Reads batches in order, each while the caller works on the one before. It pays on PostgreSQL, which reads in another process. */
export async function* readAhead<Batch, Rows>(
  batches: Iterable<Batch>,
  read: (batch: Batch) => Promise<Rows>,
): AsyncGenerator<Rows> {
  let ahead: Promise<Rows> | undefined
  for (const batch of batches) {
    // The caller may stop before it awaits this one.
    const next = handled(read(batch))
    if (ahead) yield await ahead
    ahead = next
  }
  if (ahead) yield await ahead
}
