import { Type } from 'typebox'
import { creation, Password, ref } from '../../contract/fields.ts'
import * as people from '../../contract/people.ts'
import { asOwner, type Ctx, inTransaction } from '../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../access/effective.ts'
import { readById } from '../crud/read.ts'
import { resourceNamed } from '../crud/resource.ts'
import { operationsOf } from '../crud/write.ts'
import { Refusal } from '../errors.ts'
import type { Endpoint } from '../http/endpoint.ts'
import type { Fields } from '../http/parameters.ts'
import { sealSecrets } from '../resources/people.ts'
import { giveRole } from '../resources/users/registered.ts'
import { digest, newToken } from '../secrets/digest.ts'

/** Makes a user who is a super administrator. For the first start, the setup link and the command line. */
export async function createSuperAdministrator(ctx: Ctx, input: Fields): Promise<number> {
  const values = await sealSecrets(input)
  return inTransaction(ctx, (ctx) => storeSuperAdministrator(ctx, values))
}

async function storeSuperAdministrator(ctx: Ctx, values: Fields): Promise<number> {
  const users = resourceNamed('users')
  const id = await operationsOf(users).create(ctx, users, values)
  await giveRole(ctx, id, SUPER_ADMINISTRATOR)
  return id
}

export async function hasUsers(ctx: Ctx): Promise<boolean> {
  return (await ctx.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

const HOUR_MS = 3_600_000

/** Makes the code of a setup link, valid for an hour and one use. Earlier codes stop working. */
export function issueSetupCode(ctx: Ctx): Promise<string> {
  const code = newToken()
  const expiresAt = new Date(Date.parse(ctx.now()) + HOUR_MS).toISOString()
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.deleteFrom('codes').where('purpose', '=', 'setup').execute()
    await ctx.db
      .insertInto('codes')
      .values({ hash: digest(code), purpose: 'setup', expires_at: expiresAt })
      .execute()
    return code
  })
}

/** Where the setup link leads. The code is behind the `#`, so that no server or proxy sees it in an address. */
export const setupLink = (baseUrl: string, code: string): string => `${baseUrl}/setup#${code}`

export const setupEndpoint: Endpoint = {
  name: 'setup',
  methods: ['POST'],
  path: '/api/setup',
  tag: 'identity',
  summary: 'Make the first administrator',
  description:
    'With the code of the setup link that a first start prints. Works once, while there are no users.',
  access: 'public',
  input: creation(
    'Setup',
    {
      code: Type.String({
        minLength: 1,
        maxLength: 100,
        writeOnly: true,
        description: 'What follows # in the setup link.',
      }),
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
  unknown: 'refuse',
  nullIsAbsent: true,
  status: 201,
  data: Type.Object({ item: ref('User') }),
  messages: ['Saved successfully'],
  refusals: [403, 409],
  handle: async ({ ctx, input }) => {
    const { code, ...person } = input
    await refuseWrongCode(ctx, code as string)
    const values = await sealSecrets(person)
    const id = await inTransaction(ctx, async (ctx) => {
      await refuseWrongCode(ctx, code as string)
      await ctx.db.deleteFrom('codes').where('purpose', '=', 'setup').execute()
      return storeSuperAdministrator(ctx, values)
    })
    return {
      data: { item: await readById(asOwner(ctx), resourceNamed('users'), id) },
      messages: ['Saved successfully'],
    }
  },
}

/** @throws Refusal 403, the same for a wrong, used or expired code */
async function refuseWrongCode(ctx: Ctx, code: string): Promise<void> {
  const found = await ctx.db
    .selectFrom('codes')
    .where('hash', '=', digest(code))
    .where('purpose', '=', 'setup')
    .where('expires_at', '>', ctx.now())
    .select('hash')
    .executeTakeFirst()
  if (found && !(await hasUsers(ctx))) return
  throw new Refusal(
    403,
    'setup_refused',
    'This setup link is used, expired or unknown. Restart the service for a new one.',
  )
}
