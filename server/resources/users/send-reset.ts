import { Type } from 'typebox'
import { nothing } from '../../../contract/fields.ts'
import { accessToMore } from '../../access/matrix.ts'
import { refuseUnlessMayChangeUsers } from '../../access/rules.ts'
import { inTransaction } from '../../access/transaction.ts'
import { recordOfUser } from '../../audit/entries.ts'
import type { Resource } from '../../crud/define/resource.ts'
import { selectorOf } from '../../crud/endpoints/route-parts.ts'
import { findId } from '../../crud/query/selector.ts'
import { conflict, notFound } from '../../errors.ts'
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { mailCode } from '../../mail/code-mails.ts'
import { say } from '../../messages/say.ts'

/** Mails a user a link to choose a password, in place of choosing one for them. */
export const sendResetEndpoint = (users: Resource): Endpoint =>
  defineEndpoint({
    name: 'users.send-reset',
    tag: 'users',
    access: accessToMore(users, 'send-reset'),
    effect: 'write',
    methods: ['POST'],
    path: '/api/users/:column/:value/send-reset',
    summary: 'Mail a user a link to a new password',
    description:
      'The mail goes to the address of the user, who chooses the password. Nobody sees the link but them. Administrators ' +
      'have at most five such mails an hour sent to an address, whatever others ask for; the answer stays the same.',
    input: Type.Object({}),
    unknown: 'refuse',
    status: 202,
    data: nothing,
    messages: ['A mail is on its way'],
    refusals: [404, 409],
    handle: async (call) => {
      await inTransaction(call.ctx, async (ctx) => {
        const id = await findId(ctx, users, selectorOf(call))
        await refuseUnlessMayChangeUsers(ctx, [id])
        const user = await ctx.db
          .selectFrom('users')
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .select(['id', 'email', 'first_name', 'display_name', 'language', 'is_active'])
          .executeTakeFirst()
        if (!user) throw notFound(say`No user matches.`)
        if (!user.is_active)
          throw conflict(
            'inactive',
            say`This user is inactive, so a new password would not let them sign in.`,
          )
        await mailCode(ctx, { kind: 'reset', to: { user }, address: user.email, causedBy: 'administrator' })
        recordOfUser(ctx, 'users.send-reset', id)
      })
      return { data: [], messages: ['A mail is on its way'] }
    },
  })
