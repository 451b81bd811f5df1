import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { StoredToken } from '../../access/actor.ts'
import type { Ctx } from '../../access/context.ts'
import { guard } from '../../access/guard.ts'
import { refuseUntilEnrolled } from '../../access/second-factor.ts'
import { briefHeader } from '../../credentials/user-agent.ts'
import { invalidField } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import type { Call, Endpoint } from '../endpoint.ts'
import { logCaller } from '../server/request-log.ts'
import { type Authentication, authenticate } from './authenticate.ts'

/*
 * A trusted client is the back end of a product that signs in its users: all their sign-ins come from one address, so it
 * names the address and the program of each. Its token needs the permission to do that. Nothing else changes: the call has
 * the rights of a stranger. So the permission is not asked again in the transactions of the call: a client that loses it
 * meanwhile gains no more than one attempt that counts at an address of its choice.
 */

/** Without a token the headers are ignored: anybody may send them. */
export const namesEndUser = ({ headers }: FastifyRequest): boolean =>
  headers.authorization !== undefined &&
  (headers['x-client-ip'] !== undefined || headers['x-client-agent'] !== undefined)

/** The person for whom a trusted client calls. @throws Refusal 401, 403, 422, 429 */
export async function endUserOf(
  ctx: Ctx,
  request: FastifyRequest,
  received: Pick<Call, 'sent' | 'body' | 'filters'>,
  endpoint: Endpoint,
  authentication: Authentication,
): Promise<Pick<Ctx, 'ip' | 'userAgent' | 'trustedClient'>> {
  const asCaller: Endpoint = { ...endpoint, access: 'signed-in' }
  const client = await authenticate(ctx, request, received, asCaller, authentication)
  logCaller(request, client)
  refuseUntilEnrolled(client, authentication.factorPolicy)
  guard(client, { needs: ['can-sign-in-users'] }, true)
  const { 'x-client-ip': ip, 'x-client-agent': userAgent } = request.headers
  // A zone (`fe80::1%eth0`) can be any text, of any length.
  if (typeof ip !== 'string' || isIP(ip) === 0 || ip.includes('%')) {
    throw invalidField(
      'X-Client-IP',
      'invalid',
      say`X-Client-IP must be the IP address of the user, such as 192.0.2.7.`,
    )
  }
  return {
    ip,
    userAgent: typeof userAgent === 'string' ? briefHeader(userAgent) : undefined,
    trustedClient: (client.token as StoredToken).id,
  }
}
