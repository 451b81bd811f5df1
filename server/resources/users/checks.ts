import { Type } from 'typebox'
import type { Ctx } from '../../access/context.ts'
import { hasPermission, hasRole } from '../../access/effective.ts'
import { accessToMore } from '../../access/matrix.ts'
import { findId } from '../../crud/read.ts'
import type { Resource } from '../../crud/resource.ts'
import { selectorOf } from '../../crud/route-parts.ts'
import type { Endpoint } from '../../http/endpoint.ts'

/** Does the user have this role, this permission? */
export const accessChecks = (users: Resource): Endpoint[] => [
  check(users, 'has-role', 'roles', 'role', 'editor', hasRole),
  check(users, 'has-permission', 'permissions', 'permission', 'can-read-users', hasPermission),
]

type Check = (ctx: Ctx, userId: number, slug: string) => Promise<boolean>

const check = (
  users: Resource,
  name: string,
  path: string,
  what: string,
  slug: string,
  holds: Check,
): Endpoint => ({
  name: `users.${name}`,
  methods: ['GET', 'POST'],
  path: `/api/users/:column/:value/${path}/:slug`,
  tag: 'users',
  summary: `Does a user have a ${what}?`,
  description: `\`data\` is true or false. An unknown ${what} is false; an unknown user is 404.`,
  access: accessToMore('users', name),
  input: Type.Object({}),
  unknown: 'ignore',
  data: Type.Boolean(),
  refusals: [404],
  example: { path: { slug } },
  handle: async (call) => {
    const userId = await findId(call.ctx, users, selectorOf(call))
    return { data: await holds(call.ctx, userId, call.params.slug as string) }
  },
})
