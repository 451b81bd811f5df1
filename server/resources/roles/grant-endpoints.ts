import { Type } from 'typebox'
import { described, ref } from '../../../contract/fields.ts'
import { GrantChanges, MOST_ROLES } from '../../../contract/grants.ts'
import type { Ctx } from '../../access/context.ts'
import { accessToMore } from '../../access/matrix.ts'
import { inTransaction } from '../../access/transaction.ts'
import { invalidField, Refusal } from '../../errors.ts'
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import { dbForCounting } from '../users/members-count.ts'
import { access } from './access.ts'
import { changeGrants, effectOnUsers, type RequestedCell, readChange } from './grant-changes.ts'
import { readGrants } from './grants.ts'
import { GRANTS } from './links.ts'

const shared = (operation: string) => ({
  name: `roles.${operation}`,
  tag: 'roles',
  access: accessToMore({ name: 'roles', access }, operation),
})

const readAll = defineEndpoint({
  ...shared('grants'),
  effect: 'read',
  methods: ['GET'],
  path: '/api/role-permissions',
  summary: 'Read which roles grant which permissions',
  description: 'The matrix of live roles and live permissions, in short.',
  input: Type.Object({
    roles: Type.Optional(
      Type.Array(Type.String(), {
        ...described({ maxItems: MOST_ROLES }),
        description: 'Ids, uuids or slugs of roles, at most 200. Without it: the first by name.',
        examples: [['editor', 'manager']],
      }),
    ),
    module: Type.Optional(
      Type.String({ description: 'Permissions of this module.', examples: ['rolecall'] }),
    ),
  }),
  unknown: 'ignore',
  nullIsAbsent: true,
  data: ref('Grants'),
  refusals: [],
  isRecords: true,
  handle: async ({ ctx, input, budget }) => {
    return { data: await readGrants(ctx, input, budget()) }
  },
})

const changeMany = defineEndpoint({
  ...shared('grants-change'),
  effect: 'write',
  methods: ['POST'],
  path: '/api/role-permissions/changes',
  summary: 'Change which roles grant which permissions',
  description:
    'At most 1,000 changes, each by the rules of the relation `permissions` of its role; all are made, or none. The ' +
    'answer tells how many users gain and lose each permission, and to callers who may list users, who the first ten ' +
    'are. Granted permissions take effect at once and do not expire.',
  input: GrantChanges,
  unknown: 'refuse',
  nullIsAbsent: true,
  data: ref('GrantEffects'),
  messages: ['Saved'],
  refusals: [409],
  // Counted outside the transaction, which blocks all other writes.
  prepare: async ({ ctx, input }) => {
    const { changes } = input
    if (changes.length === 0) throw invalidField('changes', 'required', say`Name at least one change.`)
    const change = await readChange(ctx, changes)
    await changeGrants(ctx, change, true)
    return effectOnUsers(ctx, await dbForCounting(ctx), change).catch(explainSlowness)
  },
  handle: async ({ ctx, input, prepared }) => {
    const { changes, dry_run: isDryRun = false } = input
    if (!isDryRun) await apply(ctx, changes)
    return {
      data: { ...prepared, applied: !isDryRun },
      messages: [isDryRun ? 'Nothing was changed.' : 'Saved'],
    }
  },
})

/** Reads the change again in the transaction: others may have made some of the changes meanwhile. */
const apply = (ctx: Ctx, changes: RequestedCell[]) =>
  inTransaction(ctx, async (ctx) => changeGrants(ctx, await readChange(ctx, changes), false), {
    locks: GRANTS,
    isLong: true,
  })

function explainSlowness(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'too_slow') throw error
  const { status, code, headers } = error
  const message = say`Calculating which users are affected took too long; change the permissions of fewer roles at once.`
  throw new Refusal(status, code, message, { headers, cause: error })
}

/** The matrix of roles and permissions: reads it, and changes many cells at once. */
export const grantEndpoints: Endpoint[] = [readAll, changeMany]
