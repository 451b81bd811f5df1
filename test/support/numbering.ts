import type { Service } from './service.ts'

/** Gives all entries of the audit trail their numbers: the past has only what has one. */
export const numberEntries = (service: Pick<Service, 'runJob'>): Promise<void> =>
  service.runJob('number-entries')
