import { checks } from './checks.ts'
import type { Read } from './operation.ts'
import { otherReads } from './others.ts'
import { userReads } from './users.ts'

/** Every measured read, in the order of the table. */
export const reads: readonly Read[] = [...checks, ...userReads, ...otherReads]
