import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../db/tables.ts'
import { transaction } from '../db/transactions/transaction.ts'

interface Use {
  userId: number
  at: string
  ip: string | null
}

/** When tokens were last used, gathered in memory and written in batches: no request waits for it. */
export interface TokenUsage {
  note: (tokenId: number, use: Use) => void
  /** Writes what has been gathered. */
  flush: () => Promise<void>
}

/** Tokens between which other requests get their turn. */
const TOKENS_A_TURN = 50

/** Lost with the process are the uses since the last flush; they say when, never whether, somebody may come in. */
export function createTokenUsage(db: Db): TokenUsage {
  let uses = new Map<number, Use>()
  return {
    note: (tokenId, use) => uses.set(tokenId, use),
    flush: async () => {
      if (uses.size === 0) return
      const gathered = uses
      uses = new Map()
      await transaction(db, (db) => write(db, gathered))
    },
  }
}

async function write(db: Db, uses: Map<number, Use>): Promise<void> {
  const users = new Map<number, Use>()
  let count = 0
  for (const [tokenId, use] of uses) {
    const latest = users.get(use.userId)
    if (!latest || latest.at < use.at) users.set(use.userId, use)
    await db
      .updateTable('tokens')
      .set({ used_at: use.at, used_ip: use.ip })
      .where('id', '=', tokenId)
      .execute()
    if (++count % TOKENS_A_TURN === 0) await nextTurn()
  }
  for (const [userId, { at, ip }] of users) {
    await db
      .updateTable('users')
      .set({ api_token_used_at: at, api_token_used_ip: ip })
      .where('id', '=', userId)
      .execute()
    if (++count % TOKENS_A_TURN === 0) await nextTurn()
  }
}
