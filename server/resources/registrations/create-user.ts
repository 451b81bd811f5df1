import { Type } from 'typebox'
import { ref } from '../../../contract/fields.ts'
import * as people from '../../../contract/people.ts'
import { RegistrationApproval } from '../../../contract/registrations.ts'
import type { Ctx } from '../../access/context.ts'
import { accessToMore } from '../../access/matrix.ts'
import { type AnyRow, type Resource, resourceNamed } from '../../crud/define/resource.ts'
import { writeOne } from '../../crud/endpoints/write-routes.ts'
import { readById } from '../../crud/read/read.ts'
import { updateRow } from '../../crud/write/rows.ts'
import { conflict } from '../../errors.ts'
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { retryIfTaken } from '../people/default-usernames.ts'
import { isAllowedUsername, isForeignAddress } from '../people/usernames.ts'
import { assignChosenRoles, type ChosenRoles, readChosenRoles } from '../users/links.ts'
import { giveRegisteredRole, refuseUnlessMayRegister } from '../users/registered-role.ts'
import { createUser } from '../users/writes.ts'
import { refuseUsersEmail } from './writes.ts'

/** Creates the user of a registration, once. An administrator may do so for an unverified email. */
export const createUserEndpoint = (registrations: Resource): Endpoint => {
  return defineEndpoint({
    name: 'registrations.create-user',
    methods: ['GET', 'POST'],
    path: '/api/registrations/:column/:value/create-user',
    tag: 'registrations',
    summary: 'Create a user from a registration',
    description:
      'Copies its fields and password, links both ways and gives the role `registered`, and `roles` besides, until `expires_at`: all of it or ' +
      'nothing. Once only.',
    access: accessToMore(registrations, 'create-user'),
    effect: 'write',
    input: RegistrationApproval,
    unknown: 'refuse',
    nullIsAbsent: true,
    status: 201,
    data: Type.Object({ user: ref('User') }),
    messages: ['User is created.'],
    refusals: [404, 409, 412],
    handle: async (call) => {
      const { input } = call
      const user = await writeOne(call, registrations, async (ctx, row) => {
        const id = await approve(ctx, registrations, row, readChosenRoles(ctx, input))
        return readById(ctx, resourceNamed(ctx, 'users'), id)
      })
      return { data: { user }, messages: ['User is created.'] }
    },
  })
}

/** Creates the user of a registration in this transaction, with roles. @returns the id of the user */
export async function approve(
  ctx: Ctx,
  registrations: Resource,
  row: AnyRow,
  chosen: ChosenRoles,
): Promise<number> {
  const id = await createUserFrom(ctx, registrations, resourceNamed(ctx, 'users'), row)
  await assignChosenRoles(ctx, id, chosen)
  return id
}

const COPIED = [
  'email',
  'username',
  'password_hash',
  'activation_code_hash',
  ...Object.keys(people.profile),
  ...Object.keys(people.origin).filter(
    (name) => !['user_id', 'user_created_at', 'registration_id'].includes(name),
  ),
]

async function createUserFrom(
  ctx: Ctx,
  registrations: Resource,
  users: Resource,
  row: AnyRow,
): Promise<number> {
  if (row.status === 'user-created')
    throw conflict('user_created', say`This registration already has a user.`)
  await refuseUnlessMayRegister(ctx)
  await refuseUsersEmail(ctx, row.email as string)
  const now = ctx.now()
  const copied: Fields = Object.fromEntries(COPIED.map((name) => [name, row[name]]))
  const values = {
    ...copied,
    ...(await freeUsername(ctx, row)),
    registration_id: row.id,
    user_created_at: now,
    activated_at: now,
  }
  const { id: userId } = await (await createUser(ctx, users, values)).mapError(retryIfTaken(ctx)).result
  await giveRegisteredRole(ctx, userId)
  await updateRow(ctx, registrations, row, {
    status: 'user-created',
    user_id: userId,
    user_created_at: now,
  })
  return userId
}

/** If a user has taken the username since, or it is no longer allowed, a new one is made from the email. */
async function freeUsername(ctx: Ctx, row: AnyRow): Promise<Fields> {
  const isFit =
    isAllowedUsername(row.username as string) && !isForeignAddress(row.username as string, row.email)
  if (!isFit) return { username: undefined }
  const taken = await ctx.db
    .selectFrom('users')
    .where((eb) =>
      eb.or([
        eb('username_key', '=', row.username_key as string),
        eb('email_key', '=', row.username_key as string),
      ]),
    )
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return taken ? { username: undefined } : {}
}
