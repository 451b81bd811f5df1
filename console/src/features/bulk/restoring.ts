import type { BulkReport } from '@rolecall/client'
import type { BulkResource } from './selection.ts'
import { reportsOf } from './useBulkRun.ts'

/** Restores records, each by itself. @returns what was left out, and why */
export async function restoreEach(
  resource: BulkResource,
  ids: readonly number[],
): Promise<Pick<BulkReport, 'done' | 'left_out'>> {
  const total: Pick<BulkReport, 'done' | 'left_out'> = { done: [], left_out: [] }
  for await (const { done, left_out, stopped } of reportsOf(resource, 'restore', { ids })) {
    total.done.push(...done)
    total.left_out.push(...left_out)
    if (stopped) throw new Error(stopped.message)
  }
  return total
}

/** Restores records. @throws Error that names those which were left out; the others are restored */
export async function restoreMany(resource: BulkResource, ids: readonly number[]): Promise<void> {
  const { left_out } = await restoreEach(resource, ids)
  const reasons = left_out.map(({ name, id, message }) => `${name ?? `#${id}`}: ${message}`)
  if (reasons.length > 0) throw new Error(reasons.join(' '))
}
