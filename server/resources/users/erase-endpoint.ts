import { Type } from 'typebox'
import { nothing } from '../../../contract/fields.ts'
import { accessToMore } from '../../access/matrix.ts'
import type { Resource } from '../../crud/define/resource.ts'
import { writeOne } from '../../crud/endpoints/write-routes.ts'
import { invalidField } from '../../errors.ts'
import { type Call, defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import { eraseUser } from './erase.ts'

/** Deletes a user permanently, and makes the audit trail forget who it was. */
export const eraseEndpoint = (users: Resource): Endpoint =>
  defineEndpoint({
    name: 'users.erase',
    tag: 'users',
    effect: 'write',
    methods: ['DELETE'],
    path: '/api/users/:id',
    // Anything else deletes the user permanently.
    when: ({ erase }) => erase !== undefined,
    isDescribedLast: true,
    summary: 'Erase a person',
    description:
      'With `erase=true`: deletes the user permanently, live or soft-deleted, with their registrations and mails, and removes ' +
      'from the audit trail everything that tells who it was: names, addresses, values, reasons. Ids stay, and the trail ' +
      'still verifies. It cannot be undone. 202 if many entries are left: a job erases them.',
    access: accessToMore(users, 'erase'),
    input: Type.Object({
      erase: Type.Boolean({ description: 'Must be true. Leave it out to keep what the audit trail says.' }),
    }),
    unknown: 'refuse',
    data: nothing,
    otherStatus: 202,
    messages: ['Action was successful'],
    refusals: [404, 409, 412],
    handle: async (call) => {
      if (!call.input.erase)
        throw invalidField(
          'erase',
          'not_allowed',
          say`erase must be true. Leave it out to keep what the audit trail says.`,
        )
      const { isComplete } = await writeOne(call as Call, users, (ctx, row) => eraseUser(ctx, users, row), {
        trashed: 'true',
        restructures: true,
        endsAuthority: true,
      })
      return { data: [], messages: ['Action was successful'], ...(!isComplete && { status: 202 }) }
    },
  })
