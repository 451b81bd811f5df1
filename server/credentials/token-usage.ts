import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { transaction } from '../db/transactions/transaction.ts'
import { briefHeader, storedUserAgent } from './user-agent.ts'

interface Use {
  userId: number
  at: string
  ip: string | null
  /** The header `User-Agent`. */
  userAgent: string | undefined
  /** Of a session in a cookie: when it ends unless it is used again. */
  idleEndsAt?: string | undefined
}

/** When tokens were last used, buffered in memory and written in batches, so that no request waits for it. */
export interface TokenUsage {
  note: (tokenId: number, use: Use) => void
  /** Writes the buffered uses. */
  flush: () => Promise<void>
}

/** Updates between two yields to the event loop. */
const UPDATES_PER_YIELD = 50

/**
 * A crash loses the uses since the last flush. They decide on access only in that a session in a cookie ends
 * that much earlier. */
export function createTokenUsage(db: Db): TokenUsage {
  let uses = new Map<number, Use>()
  return {
    note: (tokenId, use) => uses.set(tokenId, { ...use, userAgent: briefHeader(use.userAgent) }),
    flush: async () => {
      if (uses.size === 0) return
      const buffered = uses
      uses = new Map()
      await transaction(db, (db) => write(db, buffered)).catch((error: unknown) => {
        // Uses since then are later.
        uses = new Map([...buffered, ...uses])
        throw error
      })
    },
  }
}

/** Another process may have written a later use. */
const laterThanStored = (end: string) =>
  sql<string>`case when idle_ends_at > ${end} then idle_ends_at else ${end} end`

async function write(db: Db, uses: Map<number, Use>): Promise<void> {
  const users = new Map<number, Use>()
  let count = 0
  for (const [tokenId, use] of uses) {
    const latest = users.get(use.userId)
    if (!latest || latest.at < use.at) users.set(use.userId, use)
    await db
      .updateTable('tokens')
      .set({
        used_at: use.at,
        used_ip: use.ip,
        user_agent: storedUserAgent(use.userAgent),
        ...(use.idleEndsAt !== undefined && { idle_ends_at: laterThanStored(use.idleEndsAt) }),
      })
      .where('id', '=', tokenId)
      .execute()
    if (++count % UPDATES_PER_YIELD === 0) await yieldToEventLoop()
  }
  for (const [userId, { at, ip }] of users) {
    await db
      .updateTable('users')
      .set({ api_token_used_at: at, api_token_used_ip: ip })
      .where('id', '=', userId)
      .execute()
    if (++count % UPDATES_PER_YIELD === 0) await yieldToEventLoop()
  }
}
