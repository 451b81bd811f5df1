import { Refusal } from '../../errors.ts'
import { say } from '../../messages/say.ts'

/**
 * A write that was prepared on a stale record is refused. Of an ETag, `If-Match` compares the part that says the
 * record's version: the rest depends on who reads it and what they include.
 * @throws Refusal 412
 */
export function refuseStale(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const versions = ifMatch.split(',').map((tag) => /^\s*"(\d+)-/.exec(tag)?.[1])
  if (!versions.includes(String(version))) {
    throw new Refusal(412, 'stale', say`The record has changed since it was read; read it again.`)
  }
}
