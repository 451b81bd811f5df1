import type { FastifyRequest } from 'fastify'
import type { SessionKind } from '../../contract/users.ts'
import { lockUsers } from '../access/authority.ts'
import type { Ctx } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import type { Config } from '../config/config.ts'
import { digestOfCookie, idleEnd } from '../credentials/cookie-sessions.ts'
import { expiryOf, revokeToken } from '../credentials/tokens.ts'
import { badRequest } from '../errors.ts'
import { cookieOriginOf, requireOrigin, sessionCookieIn } from '../http/request/session-cookie.ts'
import { say } from '../messages/say.ts'

/** How the client keeps the session that a sign-in begins, and until when. */
export interface SessionTerms {
  /** Null: never. */
  expiresAt: string | null
  /** In a cookie: when it ends unless it is used. */
  idleEndsAt?: string
  /** The secret of the session that the browser has in its cookie now. It ends, and is never taken over. */
  replaces?: string | undefined
}

export type SessionConfig = Pick<Config, 'tokenTtlDays' | 'sessionHours' | 'sessionIdleMinutes' | 'publicUrl'>

/**
 * The terms that a client asks for with `session`, when it signs in, whatever by. Called first: a refusal counts no attempt.
 * @throws Refusal 400 where no cookie is safe, 403 from pages of others, which could sign somebody in to their own account
 */
export function sessionTerms(
  ctx: Ctx,
  config: SessionConfig,
  request: FastifyRequest,
  session: SessionKind | undefined,
): SessionTerms {
  if (session !== 'cookie') return { expiresAt: expiryOf(ctx, config.tokenTtlDays) }
  const origin = cookieOriginOf(config.publicUrl)
  if (origin === undefined) throw httpsNeeded()
  requireOrigin(request, origin)
  return {
    expiresAt: idleEnd(ctx.now(), config.sessionHours * 60),
    idleEndsAt: idleEnd(ctx.now(), config.sessionIdleMinutes),
    replaces: sessionCookieIn(request.headers),
  }
}

const httpsNeeded = () =>
  badRequest(
    'https_needed',
    say`A session in a cookie needs https: PUBLIC_URL must be an https address, or one of this machine. Sign in without session.`,
  )

/** Ends the session that the browser had before: nothing can reach it any more. */
export async function endReplacedSession(ctx: Ctx, { replaces }: SessionTerms): Promise<void> {
  if (replaces === undefined) return
  const token = await ctx.db
    .selectFrom('tokens')
    .where('hash', '=', digestOfCookie(replaces))
    .select(['id', 'user_id'])
    .executeTakeFirst()
  if (!token) return
  await inTransaction(ctx, async (ctx) => {
    await lockUsers(ctx, [token.user_id])
    await revokeToken(ctx, token.id, token.user_id)
  })
}
