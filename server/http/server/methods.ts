import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { Refusal } from '../../errors.ts'
import { say } from '../../messages/say.ts'
import { sendRefusal } from '../response/failures.ts'
import { NearPaths } from './near-paths.ts'

/** Common methods get a route on each path, so that `/create` wins over `/:id`, which matches it too. */
const COMMON = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const RARE = METHODS.filter((method) => !COMMON.includes(method))

/** The methods of a path, for the `Allow` header of a 405. */
type Allowed = Set<string>

export interface MethodRegistry {
  allow: (path: string, allowed: Allowed) => void
}

/** Refuses other methods on known paths with 405, before the body is parsed. */
export function createMethodRegistry(app: FastifyInstance): MethodRegistry & { near: NearPaths } {
  // Registering a route for each path and each of the thirty methods of Node would dominate the start-up time.
  const paths = findMyWay()
  const near = new NearPaths()
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || !RARE.includes(request.method)) return done()
    const found = paths.find('GET', request.url)
    if (found) refuse(found.store as Allowed, request, reply)
    else done()
  })
  return {
    near,
    allow: (path, allowed) => {
      near.add(path)
      paths.on('GET', path, () => undefined, allowed)
      app.route({
        method: COMMON.filter((method) => !allowed.has(method)),
        url: path,
        config: { access: 'public' },
        onRequest: async (request, reply) => refuse(allowed, request, reply),
        handler: async () => undefined,
      })
    },
  }
}

function refuse(allowed: Allowed, request: FastifyRequest, reply: FastifyReply) {
  const allow = [...allowed].join(', ')
  const refusal = new Refusal(405, 'method_not_allowed', say`This path supports ${allow}.`, {
    headers: { allow },
  })
  return sendRefusal(refusal, request, reply)
}
