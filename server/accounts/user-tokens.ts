import { Type } from 'typebox'
import { nothing, ref } from '../../contract/fields.ts'
import { TokenCreate } from '../../contract/tokens.ts'
import { lockUsers } from '../access/authority.ts'
import { type Ctx, noteCredentials } from '../access/context.ts'
import { earlierEnd } from '../access/in-force.ts'
import { accessToMore } from '../access/matrix.ts'
import { refuseUnlessMayChangeUsers } from '../access/rules.ts'
import { existingPermissions } from '../access/sql/effective.ts'
import { inTransaction } from '../access/transaction.ts'
import { isOwnSignIn, requireRecentProof } from '../credentials/proofs.ts'
import {
  expiryOf,
  issueToken,
  latestExpiry,
  readTokens,
  revokeToken,
  revokeTokensOf,
  tokenOf,
} from '../credentials/tokens.ts'
import { resourceNamed } from '../crud/define/resource.ts'
import { idIn, pageRequest, selectorOf, withColumn } from '../crud/endpoints/route-parts.ts'
import { hintsOf } from '../crud/query/hints.ts'
import { listParameters } from '../crud/query/list-query.ts'
import { findId } from '../crud/query/selector.ts'
import { refuseInvalidLines } from '../crud/write/single-lines.ts'
import { needsLocks } from '../db/transactions/locks.ts'
import { locking } from '../db/transactions/row-locks.ts'
import { type Detail, forbidden, invalid, invalidField, notFound, Refusal } from '../errors.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { isMadeByUser, tellTokenCreated } from '../mail/notices.ts'
import { say } from '../messages/say.ts'
import { users } from '../resources/users/index.ts'
import { checkOwnPassword } from '../resources/users/own-password.ts'
import { pageOf, pageSchema } from '../values/page.ts'
import type { IdentityConfig } from './session.ts'

const PER_PAGE = 20

/** A user's tokens. One's own need no permission; others' need the right to assign tokens and to change the user. */
export const tokenEndpoints = (config: IdentityConfig): Endpoint[] =>
  [listTokens, createToken(config), revokeAll, revokeOne].map((endpoint) => withColumn(endpoint, users))

const shared = (operation: string) => ({
  name: `users.${operation}`,
  tag: 'users',
  access: accessToMore(users, operation),
})

const PATH = '/api/users/:column/:value/tokens'

const listTokens = defineEndpoint({
  ...shared('tokens'),
  effect: 'read',
  methods: ['GET', 'POST'],
  path: PATH,
  summary: 'List the tokens of a user',
  description: 'Those that work, newest first. None shows itself: see what makes one.',
  input: Type.Object({ page: listParameters.page, per_page: listParameters.per_page }),
  unknown: 'ignore',
  nullIsAbsent: true,
  data: Type.Object({ list: pageSchema('Token') }),
  refusals: [404],
  handle: async (call) => {
    const userId = await findId(call.ctx, users, selectorOf(call))
    const { page = 1, per_page: perPage = PER_PAGE } = call.input
    const { records, total } = await readTokens(call.ctx, userId, { page, perPage })
    return { data: { list: pageOf(records, total, pageRequest(call, { page, perPage })) } }
  },
})

const createToken = ({ tokenTtlDays }: IdentityConfig): Endpoint =>
  defineEndpoint({
    ...shared('tokens-create'),
    effect: 'write',
    methods: ['POST'],
    path: `${PATH}/create`,
    summary: 'Create a token for a user',
    description:
      'With a name, an end, and some of what its user may do, or all. On somebody else it holds no more than its maker. It ' +
      'ends for good with the account of its maker, and when they lose `can-assign-api-tokens`: if they have that until ' +
      'some time, `expires_at` is no later. It also ends with the token that makes it, unless that was made by a sign-in. ' +
      'For your own account, the token of a sign-in needs a proof that it is you, at most 15 minutes old: the sign-in itself, ' +
      'or `POST /api/reauthenticate`; on an account without a second factor also `current_password`. ' +
      'A user has at most 100 that work, of which others made at most 50. The token is shown this once: a repeated ' +
      '`Idempotency-Key` makes no other, and is answered 409.',
    input: TokenCreate,
    unknown: 'refuse',
    status: 201,
    data: Type.Object({
      item: Type.Intersect([
        Type.Unsafe<object>(ref('Token')),
        Type.Object({
          api_token: Type.String({ description: 'Shown once. Send it as `Authorization: Bearer`.' }),
        }),
      ]),
    }),
    messages: ['Saved successfully.'],
    isShownOnce: true,
    refusals: [404, 409, 429],
    prepare: ({ ctx, input }) => provenHashOf(ctx, input.current_password),
    handle: async (call) => {
      const { name, permissions, expires_at: until } = call.input
      if (until === null && call.sent.expires_at !== null) throw blankExpiry()
      refuseInvalidLines(TokenCreate, call.input)
      if (until != null && until <= call.ctx.now()) {
        throw invalidField('expires_at', 'out_of_range', say`expires_at must be in the future.`)
      }
      const item = await inTransaction(call.ctx, async (ctx) => {
        const userId = await findId(ctx, users, selectorOf(call))
        await refuseIfDeleted(ctx, userId)
        await refusePermissionsNotHeld(ctx, userId, permissions)
        await refuseUnlessMayIssue(ctx, userId, permissions)
        if (isOwnSignIn(ctx, userId)) await requireRecentProof(ctx, { provenHash: call.prepared })
        const latest = latestExpiry(ctx)
        refuseLaterExpiry(until, latest)
        const expiresAt = until === undefined ? earlierEnd(expiryOf(ctx, tokenTtlDays), latest) : until
        noteCredentials(ctx, userId)
        const { id, token } = await issueToken(ctx, { userId, name, expiresAt, permissions })
        // Read in the transaction: right after it, the token may be revoked.
        const made = await tokenOf(ctx, id)
        if (made && (!isMadeByUser(ctx, userId) || isLongLived(ctx, made.expires_at, tokenTtlDays)))
          await tellTokenCreated(ctx, userId, { name, until: made.expires_at })
        return { ...made, api_token: token }
      })
      return { data: { item }, messages: ['Saved successfully.'] }
    },
  })

/** Tokens made by hand need no proof, so the password is not looked at. */
const provenHashOf = async (ctx: Ctx, password: string | undefined) => {
  const { userId, token } = ctx.actor
  return userId !== null && token?.is_sign_in ? checkOwnPassword(ctx, userId, password) : undefined
}

/** Whether a token never ends, or later than that of a sign-in. */
function isLongLived(ctx: Ctx, until: string | null, tokenTtlDays: number): boolean {
  const ofSignIn = expiryOf(ctx, tokenTtlDays)
  return until === null || (ofSignIn !== null && until > ofSignIn)
}

/** Elsewhere, a blank field means null. Here, a form left empty would create a token that never expires. */
const blankExpiry = () =>
  invalidField(
    'expires_at',
    'required',
    say`expires_at is blank. Leave it out for the default expiry, or send null in JSON for a token that never expires.`,
  )

/** @throws Refusal 422 if the new token would outlive the one in use */
function refuseLaterExpiry(until: string | null | undefined, latest: string | null): void {
  if (until === undefined || latest === null || (until !== null && until <= latest)) return
  const message = say`expires_at must be ${latest} or earlier: the token in use expires then. Sign in to create a token that lasts longer.`
  throw invalidField('expires_at', 'out_of_range', message)
}

/** Waits for a pending deletion of the user, so that no token is made after it has deleted them all. @throws Refusal 404 */
async function refuseIfDeleted({ db }: Ctx, userId: number): Promise<void> {
  if (!needsLocks(db)) return
  const live = db.selectFrom('users').where('id', '=', userId).where('deleted_at', 'is', null).select('id')
  if (!(await locking(db, live, 'share').executeTakeFirst())) throw notFound(say`No user matches.`)
}

/** @throws Refusal 422 naming each permission that the user does not hold now */
async function refusePermissionsNotHeld(ctx: Ctx, userId: number, permissions: string[] = []): Promise<void> {
  if (permissions.length === 0) return
  const grants = await ctx.access.grants(ctx, userId)
  const known = await existingPermissions(ctx, permissions)
  const unknown = permissions.filter((slug) => !known.has(slug))
  const hint = await hintsOf(ctx, resourceNamed(ctx, 'permissions'), unknown)
  const details = permissions.flatMap((slug, index): Detail[] =>
    grants.has(slug) && known.has(slug)
      ? []
      : [
          {
            field: `permissions.${index}`,
            code: 'not_held',
            message: say`The user does not hold a permission ${slug}.${hint(slug)}`,
          },
        ],
  )
  if (details.length > 0) throw invalid(details)
}

/**
 * The maker of a token can use it, so it must not exceed their own permissions. A limited token makes only limited ones.
 * @throws Refusal 403
 */
async function refuseUnlessMayIssue(ctx: Ctx, userId: number, permissions?: string[]): Promise<void> {
  if (permissions === undefined) {
    await refuseUnlessMayChangeUsers(ctx, [userId])
    if (ctx.actor.isLimited) throw limitedOnly()
    return
  }
  const lacking = permissions.filter((slug) => !ctx.actor.grants.has(slug))
  if (lacking.length > 0) throw forbidden(lacking, say`Making this token needs`)
}

/** Even if it holds all of its user's permissions: a full token could write the user's own record, and gain with new roles. */
const limitedOnly = () =>
  new Refusal(
    403,
    'forbidden',
    say`A limited token, or one that another user made, can only create limited tokens: name the permissions.`,
  )

const revokeAll = defineEndpoint({
  ...shared('tokens-revoke'),
  effect: 'write',
  methods: ['POST'],
  path: `${PATH}/revoke`,
  summary: 'Revoke all tokens of a user',
  description:
    'They stop working at once, and so do those that this user made for others: after a theft, nothing that the thief ' +
    'made is left. `keep_current` spares the one in use.',
  input: Type.Object({
    keep_current: Type.Optional(
      Type.Boolean({ default: false, description: 'Leaves the token of this request.' }),
    ),
  }),
  unknown: 'refuse',
  nullIsAbsent: true,
  data: nothing,
  messages: ['Action was successful'],
  refusals: [404],
  handle: async (call) => {
    const revoke = async (ctx: Ctx) => {
      const userId = await findId(ctx, users, selectorOf(call))
      await refuseUnlessMayChangeUsers(ctx, [userId])
      await lockUsers(ctx, [userId])
      await revokeTokensOf(ctx, userId, {
        exceptInUse: call.input.keep_current === true,
        isAsked: true,
      })
      noteCredentials(ctx, userId)
    }
    await inTransaction(call.ctx, revoke, { callerLock: 'exclusive' })
    return { data: [], messages: ['Action was successful'] }
  },
})

const revokeOne = defineEndpoint({
  ...shared('token-revoke'),
  effect: 'write',
  methods: ['POST'],
  path: `${PATH}/:token/revoke`,
  summary: 'Revoke a token of a user',
  description: 'It stops working at once.',
  input: Type.Object({}),
  unknown: 'refuse',
  data: nothing,
  messages: ['Action was successful'],
  refusals: [404],
  handle: async (call) => {
    const revoke = async (ctx: Ctx) => {
      const userId = await findId(ctx, users, selectorOf(call))
      await refuseUnlessMayChangeUsers(ctx, [userId])
      await lockUsers(ctx, [userId])
      if (!(await revokeToken(ctx, idIn(call.params.token), userId)))
        throw notFound(say`No token of this user matches.`)
      noteCredentials(ctx, userId)
    }
    await inTransaction(call.ctx, revoke, { callerLock: 'exclusive' })
    return { data: [], messages: ['Action was successful'] }
  },
})
