import { Type } from 'typebox'
import { nothing, ref } from '../../contract/fields.ts'
import { lockUsers } from '../access/authority.ts'
import type { Ctx } from '../access/context.ts'
import { ownUserId } from '../access/guard.ts'
import { inTransaction } from '../access/transaction.ts'
import { MAX_TOKENS, readSessions, revokeSessions } from '../credentials/tokens.ts'
import { idIn } from '../crud/endpoints/route-parts.ts'
import { notFound } from '../errors.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { say } from '../messages/say.ts'

const shared = { tag: 'identity', access: 'signed-in' } as const
const write = {
  ...shared,
  effect: 'write',
  methods: ['POST'],
  input: Type.Object({}),
  unknown: 'refuse',
  data: nothing,
  messages: ['Action was successful'],
} as const
const DONE = { data: [] as [], messages: ['Action was successful'] }

const readOwn = defineEndpoint({
  ...shared,
  effect: 'read',
  methods: ['GET'],
  name: 'sessions',
  path: '/api/me/sessions',
  summary: 'Where am I signed in?',
  description: 'The sign-ins that have not ended, the newest first. Tokens made by hand are not among them.',
  input: Type.Object({}),
  unknown: 'ignore',
  data: Type.Object({
    sessions: Type.Array(Type.Unsafe<object>(ref('Session')), { maxItems: MAX_TOKENS }),
  }),
  refusals: [403],
  handle: async ({ ctx }) => ({ data: { sessions: await readSessions(ctx, ownUserId(ctx)) } }),
})

const revokeOne = defineEndpoint({
  ...write,
  name: 'sessions-revoke',
  path: '/api/me/sessions/:id/revoke',
  summary: 'End a session',
  description: 'Its token stops working at once.',
  refusals: [403, 404],
  handle: async ({ ctx, params }) => {
    await revokeOwn(ctx, async (ctx, userId) => {
      if ((await revokeSessions(ctx, userId, { id: idIn(params.id) })) === 0)
        throw notFound(say`No session of yours matches.`)
    })
    return DONE
  },
})

const revokeOthers = defineEndpoint({
  ...write,
  name: 'sessions-revoke-others',
  path: '/api/me/sessions/revoke',
  summary: 'End all other sessions',
  description: 'Only the token in use still works, and those that were made by hand.',
  refusals: [403],
  handle: async ({ ctx }) => {
    await revokeOwn(ctx, (ctx, userId) => revokeSessions(ctx, userId, { others: true }))
    return DONE
  },
})

async function revokeOwn(ctx: Ctx, revoke: (ctx: Ctx, userId: number) => Promise<unknown>): Promise<void> {
  const userId = ownUserId(ctx)
  const locked = async (ctx: Ctx) => {
    await lockUsers(ctx, [userId])
    await revoke(ctx, userId)
  }
  await inTransaction(ctx, locked, { callerLock: 'exclusive' })
}

/** The sessions of one's own account. */
export const sessionEndpoints: readonly Endpoint[] = [readOwn, revokeOne, revokeOthers]
