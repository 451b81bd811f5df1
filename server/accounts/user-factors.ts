import { Type } from 'typebox'
import { factorsOfUser } from '../../contract/factors.ts'
import { nothing } from '../../contract/fields.ts'
import { peopleOf } from '../access/actor.ts'
import { type Ctx, noteCredentials } from '../access/context.ts'
import { accessToMore } from '../access/matrix.ts'
import { refuseUnlessMayChangeUsers } from '../access/rules.ts'
import { inTransaction } from '../access/transaction.ts'
import { recordOfUser } from '../audit/entries.ts'
import { findFactor, readFactors } from '../credentials/factors.ts'
import type { AnyRow } from '../crud/define/resource.ts'
import { idIn, selectorOf, withColumn } from '../crud/endpoints/route-parts.ts'
import { findId } from '../crud/query/selector.ts'
import { conflict, notFound } from '../errors.ts'
import { type Call, defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { say } from '../messages/say.ts'
import { users } from '../resources/users/index.ts'
import { recordFactor, removeFactors, tellOfFactor } from './factor-changes.ts'
import { noFactor } from './factors.ts'
import { lockUser } from './locked-users.ts'

const shared = (operation: string) => ({
  name: `users.${operation}`,
  tag: 'users',
  access: accessToMore(users, operation),
})

const PATH = '/api/users/:column/:value/factors'
const DONE = ['Action was successful']

/** The second factors of other users: whoever has lost theirs needs an administrator. */
export const userFactorEndpoints = (): Endpoint[] =>
  [readFactorsOf, removeOne, reset].map((endpoint) => withColumn(endpoint, users))

const readFactorsOf = defineEndpoint({
  ...shared('factors'),
  effect: 'read',
  methods: ['GET'],
  path: PATH,
  summary: 'Which second factors has a user?',
  description:
    'Their kinds and names, when each was last used, and how many recovery codes are left. No secret.',
  input: Type.Object({}),
  unknown: 'ignore',
  data: Type.Object(factorsOfUser),
  refusals: [404],
  handle: async (call) => ({
    data: await readFactors(call.ctx, await findId(call.ctx, users, selectorOf(call))),
  }),
})

const write = {
  effect: 'write',
  methods: ['POST'],
  input: Type.Object({}),
  unknown: 'refuse',
  data: nothing,
  messages: DONE,
  refusals: [404, 409],
} as const

const removeOne = defineEndpoint({
  ...shared('factor-delete'),
  ...write,
  path: `${PATH}/:factor/delete`,
  summary: 'Remove a second factor of a user',
  description:
    'With the last one, the recovery codes go too, and the password is enough to sign in. The user is told by mail. ' +
    'Factors of your own are removed by `POST /api/me/factors/{id}/delete`.',
  handle: (call) =>
    changeFactors(call, async (ctx, user) => {
      const factor = await findFactor(ctx, user.id, idIn(call.params.factor))
      if (!factor) throw noFactor()
      await removeFactors(ctx, user, factor.id)
      await tellOfFactor(ctx, 'factor-removed', user, { factor: factor.name, isByUser: false })
      recordFactor(ctx, 'remove', user.id, factor.name)
    }),
})

const reset = defineEndpoint({
  ...shared('factors-reset'),
  ...write,
  path: `${PATH}/reset`,
  summary: 'Remove all second factors of a user',
  description:
    'For somebody who has lost them: the recovery codes go too, and the password is enough to sign in. The user is told ' +
    'by mail. Without a factor, nothing changes. Factors of your own are removed by `POST /api/me/factors/{id}/delete`.',
  handle: (call) =>
    changeFactors(call, async (ctx, user) => {
      const { factors } = await readFactors(ctx, user.id)
      await removeFactors(ctx, user)
      recordOfUser(ctx, 'users.factors.reset', user.id, { counts: { factors: factors.length } })
      for (const { name: factor } of factors)
        await tellOfFactor(ctx, 'factor-removed', user, { factor, isByUser: false })
    }),
})

/** Changes the factors of somebody who holds no more than the caller, and is not the caller. */
async function changeFactors(call: Call, change: (ctx: Ctx, user: AnyRow) => Promise<void>) {
  await inTransaction(call.ctx, async (ctx) => {
    const userId = await findId(ctx, users, selectorOf(call))
    refuseOwn(ctx, userId)
    await refuseUnlessMayChangeUsers(ctx, [userId])
    const user = await lockUser(ctx, userId)
    if (!user) throw notFound(say`No user matches.`)
    await change(ctx, user)
    noteCredentials(ctx, userId)
  })
  return { data: [] as [], messages: DONE }
}

/** One's own calls need a recent proof: no token of somebody else that one made for this goes round it. @throws Refusal 409 */
function refuseOwn({ actor }: Ctx, userId: number): void {
  if (!actor.token || !peopleOf(actor.token).includes(userId)) return
  throw conflict(
    'own_account',
    say`This is for the factors of others. Remove your own with POST /api/me/factors/{id}/delete.`,
  )
}
