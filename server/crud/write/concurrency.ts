import { Refusal } from '../../errors.ts'
import { say } from '../../messages/say.ts'

/**
 * Refuses a write that is based on an outdated version (optimistic locking). `If-Match` compares only the version in the
 * ETag: the rest depends on the caller and on included relations.
 * @throws Refusal 412
 */
export function refuseStale(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const versions = ifMatch.split(',').map((tag) => /^\s*"(\d+)-/.exec(tag)?.[1])
  if (!versions.includes(String(version))) {
    throw new Refusal(412, 'stale', say`The record has changed since it was read; read it again.`)
  }
}
