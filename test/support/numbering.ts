import type { Service } from './service.ts'

/** Gives all entries of the audit trail their numbers: the past has only what has one. */
export async function numberEntries(service: Pick<Service, 'runJob'>): Promise<void> {
  // The first run may have begun before the last commit, and the second one waits for it.
  await service.runJob('number-entries')
  await service.runJob('number-entries')
}
