import { Type } from 'typebox'
import { creation, Password, ref, time } from '../../contract/fields.ts'
import * as people from '../../contract/people.ts'
import { asOwner } from '../access/context.ts'
import { inTransaction } from '../access/transaction.ts'
import type { Limits } from '../credentials/limits.ts'
import { setupCodeExpiry, wrongCode } from '../credentials/setup-codes.ts'
import { resourceNamed } from '../crud/define/resource.ts'
import { readById } from '../crud/read/read.ts'
import { type Call, defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { hashSecrets } from '../resources/people/people.ts'
import { makeFirstAdministrator } from './first-administrator.ts'
import type { IdentityLog } from './session.ts'

const code = Type.String({
  minLength: 1,
  maxLength: 100,
  writeOnly: true,
  description: 'What follows # in the setup link.',
  examples: ['rc_what-follows-the-hash-in-the-setup-link'],
})

const shared = {
  methods: ['POST'],
  tag: 'identity',
  access: 'public',
  unknown: 'refuse',
} as const satisfies Partial<Endpoint>

export const setupEndpoints = (limits: Limits, log?: IdentityLog): Endpoint[] => {
  /** @throws Refusal 403, 429 */
  const checkCode = async ({ ctx, input, request }: CodeCall): Promise<string> => {
    const end = await limits.checkCode(ctx, () => setupCodeExpiry(ctx, input.code))
    if (end !== undefined) return end
    log?.warn({ reqId: request.id, ip: ctx.ip }, 'a setup link was refused: it is used, expired or unknown')
    throw wrongCode()
  }
  return [check(checkCode), setup(checkCode, log)]
}

/** @returns when the code expires */
type CheckCode = (call: CodeCall) => Promise<string>
type CodeCall = Call<{ code: string }>

const check = (checkCode: CheckCode): Endpoint =>
  defineEndpoint({
    ...shared,
    name: 'setup-check',
    // A wrong code is counted, but changes no record.
    effect: 'read',
    path: '/api/setup/check',
    summary: 'Does a setup link work?',
    description: 'Checks the code of a setup link before a form is shown, and says until when it works.',
    input: Type.Object({ code }),
    data: Type.Object({ expires_at: time('When the link stops working.') }),
    refusals: [403, 429],
    handle: async (call) => ({ data: { expires_at: await checkCode(call) } }),
  })

const setup = (checkCode: CheckCode, log: IdentityLog | undefined): Endpoint =>
  defineEndpoint({
    ...shared,
    name: 'setup',
    effect: 'write',
    path: '/api/setup',
    summary: 'Create the first administrator',
    description:
      'With the code of the setup link that a start prints while there is no super administrator. Works once. A user ' +
      'who has this email already becomes the administrator, with the password that is given here; their tokens end.',
    input: creation(
      'Setup',
      {
        code,
        email: people.email,
        password: Password,
        first_name: people.profile.first_name,
        last_name: people.profile.last_name,
      },
      ['code', 'email', 'password', 'first_name'],
      {
        code: 'rc_what-follows-the-hash-in-the-setup-link',
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.com',
        password: 'correct horse battery',
      },
    ),
    nullIsAbsent: true,
    status: 201,
    data: Type.Object({ item: ref('User') }),
    messages: ['Saved successfully'],
    refusals: [403, 409, 429],
    // Before the transaction, which an Idempotency-Key opens early: a refusal would roll the count back.
    prepare: async (call) => {
      call.ctx.hashing?.refuseIfFull(call.ctx)
      await checkCode(call)
      const { code: _, ...person } = call.input
      return hashSecrets(person, call.ctx)
    },
    handle: async ({ ctx, input, prepared, request }) => {
      const { administrator, item } = await inTransaction(ctx, async (ctx) => {
        const administrator = await makeFirstAdministrator(ctx, prepared, input.code)
        if (!administrator) throw wrongCode()
        return {
          administrator,
          item: await readById(asOwner(ctx), resourceNamed(ctx, 'users'), administrator.id),
        }
      })
      const { id: user, existed } = administrator
      const event = { reqId: request.id, ip: ctx.ip, user, ...(existed && { account: 'was there before' }) }
      const onCommitted = () => log?.info(event, 'the first administrator was created')
      return { data: { item }, messages: ['Saved successfully'], onCommitted }
    },
  })
