import { Type } from 'typebox'
import { ref } from '../../../contract/fields.ts'
import { accessToMore } from '../../access/matrix.ts'
import type { Resource } from '../../crud/define/resource.ts'
import { idIn, itemSchema, pageRequest, selectorOf } from '../../crud/endpoints/route-parts.ts'
import { writeOne } from '../../crud/endpoints/write-routes.ts'
import { listParameters } from '../../crud/query/list-query.ts'
import { findId } from '../../crud/query/selector.ts'
import { readWritten, recordOf } from '../../crud/write/written.ts'
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { languageOf } from '../../messages/languages.ts'
import { pageOf, pageSchema } from '../../values/page.ts'
import { offboard, readOffboarding, readOffboardings, restoreOffboarding } from './offboardings.ts'

const PATH = '/api/users/:column/:value'

/** The most offboardings of one page: each may list a thousand roles. */
const MOST_PER_PAGE = 10

/** Ends all access of a user at once, and restores it. */
export const offboardingEndpoints = (users: Resource): Endpoint[] => {
  const shared = (operation: string) => ({
    name: `users.${operation}`,
    tag: 'users',
    access: accessToMore(users, operation),
  })
  return [
    defineEndpoint({
      ...shared('offboard'),
      effect: 'write',
      methods: ['POST'],
      path: `${PATH}/offboard`,
      summary: 'End all access of a user',
      description:
        'In one transaction: deactivates the account, ends its sessions and tokens and those that the user made for ' +
        'others, and takes all roles. The answer has what they held; it can be restored.',
      input: Type.Object({}),
      unknown: 'refuse',
      data: Type.Object({ offboarding: ref('Offboarding'), user: itemSchema(users) }),
      messages: ['Saved'],
      refusals: [404, 409, 412],
      handle: async (call) => {
        const { offboarding, written } = await writeOne(
          call,
          users,
          async (ctx, user) => {
            const id = await offboard(ctx, users, user)
            const offboarding = await readOffboarding(ctx, id)
            return { offboarding, written: await readWritten(ctx, users, user.id) }
          },
          { endsAuthority: true },
        )
        return { data: { offboarding, user: await recordOf(call.ctx, users, written) }, messages: ['Saved'] }
      },
    }),
    defineEndpoint({
      ...shared('offboardings'),
      effect: 'read',
      methods: ['GET'],
      path: `${PATH}/offboardings`,
      summary: 'List the offboardings of a user',
      description: 'When their access was ended, and what they held until then; newest first.',
      input: Type.Object({
        page: listParameters.page,
        per_page: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MOST_PER_PAGE,
            default: MOST_PER_PAGE,
            description: 'At most 10.',
          }),
        ),
      }),
      unknown: 'ignore',
      nullIsAbsent: true,
      data: Type.Object({ list: pageSchema('Offboarding') }),
      refusals: [404],
      handle: async (call) => {
        const userId = await findId(call.ctx, users, selectorOf(call))
        const { page = 1, per_page: perPage = MOST_PER_PAGE } = call.input
        const { records, total } = await readOffboardings(call.ctx, userId, { page, perPage })
        return { data: { list: pageOf(records, total, pageRequest(call, { page, perPage })) } }
      },
    }),
    defineEndpoint({
      ...shared('offboarding-restore'),
      effect: 'write',
      methods: ['POST'],
      path: `${PATH}/offboardings/:offboarding/restore`,
      summary: 'Restore what an offboarding ended',
      description:
        'Activates the account if it was active, and gives back the roles with their ends, once. `left_out` has the roles ' +
        'that were deleted or have expired meanwhile, and those that the caller may not give. Roles that the user has again ' +
        'stay as they are. Sessions and tokens stay ended.',
      input: Type.Object({}),
      unknown: 'refuse',
      data: Type.Object({
        offboarding: ref('Offboarding'),
        user: itemSchema(users),
        left_out: Type.Array(ref('RoleLeftOut'), { maxItems: 1000 }),
      }),
      messages: ['Saved'],
      refusals: [404, 409, 412],
      handle: async (call) => {
        const id = idIn(call.params.offboarding)
        const { offboarding, leftOut, written } = await writeOne(call, users, async (ctx, user) => {
          const leftOut = await restoreOffboarding(ctx, users, user, id)
          const offboarding = await readOffboarding(ctx, id)
          return { offboarding, leftOut, written: await readWritten(ctx, users, user.id) }
        })
        const language = languageOf(call.request.headers['accept-language'])
        const left_out = leftOut.map(({ message, ...role }) => ({ ...role, message: message.in(language) }))
        const user = await recordOf(call.ctx, users, written)
        return { data: { offboarding, user, left_out }, messages: ['Saved'] }
      },
    }),
  ]
}
