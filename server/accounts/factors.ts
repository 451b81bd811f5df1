import { type TSchema, Type } from 'typebox'
import {
  currentPassword,
  factorName,
  factorsOfUser,
  Reauthentication,
  recoveryCodes,
  TotpPrepared,
  totpCode,
} from '../../contract/factors.ts'
import { nothing, nullable, ref } from '../../contract/fields.ts'
import type { StoredToken } from '../access/actor.ts'
import type { Ctx } from '../access/context.ts'
import { ownUserId } from '../access/guard.ts'
import { needsFactor } from '../access/second-factor.ts'
import { inTransaction } from '../access/transaction.ts'
import { recordOfUser } from '../audit/entries.ts'
import { brandIn, type Config } from '../config/config.ts'
import {
  confirmTotp,
  countFactors,
  findFactor,
  findSentFactor,
  prepareTotp,
  readFactors,
  refuseIfMostFactors,
  renameFactor,
  type SentFactor,
  useFactor,
  wrongCode,
} from '../credentials/factors.ts'
import type { Limits } from '../credentials/limits.ts'
import type { ChallengeUse } from '../credentials/passkey-challenges.ts'
import { countFailedProof, noteOwnRefusal, recordProof, requireRecentProof } from '../credentials/proofs.ts'
import { makeRecoveryCodes } from '../credentials/recovery-codes.ts'
import { qrCodeOf, totpUri } from '../credentials/totp.ts'
import type { AnyRow } from '../crud/define/resource.ts'
import { idIn } from '../crud/endpoints/route-parts.ts'
import { refuseInvalidLines } from '../crud/write/single-lines.ts'
import { conflict, invalidField, notFound, Refusal, writeConflict } from '../errors.ts'
import { type Call, defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { say } from '../messages/say.ts'
import { checkOwnPassword } from '../resources/users/own-password.ts'
import { keepFactorStatus, recordFactor, removeFactors, tellOfFactor } from './factor-changes.ts'
import { lockOwner, ownerOf } from './locked-users.ts'
import { refuseUnlessOne, signedInUserId } from './mailed.ts'

/** What the calls for one's own second factors share. */
export const ownFactors = {
  methods: ['POST'],
  tag: 'identity',
  access: 'signed-in',
  isForEnrolment: true,
  unknown: 'refuse',
} as const
export const ownFactorWrite = { ...ownFactors, effect: 'write' } as const

export const SAVED = ['Saved successfully.']
/** What each call says of the proof that it needs. */
export const PROOF =
  'It needs a token of a sign-in, and a proof that it is you, at most 15 minutes old: the sign-in itself, or ' +
  '`POST /api/reauthenticate`; on an account without a second factor also `current_password`.'

/** The second factors of one's own account. */
export const factorEndpoints = (config: Config, limits: Limits): Endpoint[] => [
  readOwn,
  prepare(config),
  confirm,
  rename,
  remove(config),
  newRecoveryCodes,
  reauthenticate(limits),
]

/** @returns the hash of the password that the client sent, if it is right */
export const provenHashOf = async ({ ctx, input }: Call<{ current_password?: string }>) => {
  const userId = signedInUserId(ctx)
  return { userId, provenHash: await checkOwnPassword(ctx, userId, input.current_password) }
}

const readOwn = defineEndpoint({
  ...ownFactors,
  effect: 'read',
  methods: ['GET'],
  name: 'factors',
  path: '/api/me/factors',
  summary: 'Which second factors have I?',
  description:
    'Those that sign-in asks for, and how many recovery codes are left. Secrets are never shown again.',
  input: Type.Object({}),
  unknown: 'ignore',
  data: Type.Object(factorsOfUser),
  refusals: [403],
  handle: async ({ ctx }) => ({ data: await readFactors(ctx, ownUserId(ctx)) }),
})

const TotpCreate = Type.Object({ name: Type.Optional(factorName), current_password: currentPassword })

const prepare = (config: Config): Endpoint =>
  defineEndpoint({
    ...ownFactorWrite,
    name: 'factors-totp',
    path: '/api/me/factors/totp',
    summary: 'Add an authenticator app',
    description:
      'Answers a secret, as text, as a link and as a QR code. It counts for nothing until `POST /api/me/factors/totp/confirm` ' +
      `gets its first code, within 30 minutes. The address of the account must be verified. ${PROOF}`,
    input: TotpCreate,
    nullIsAbsent: true,
    status: 201,
    data: TotpPrepared,
    messages: SAVED,
    isShownOnce: true,
    refusals: [403, 409, 429],
    prepare: (call) => {
      refuseInvalidLines(TotpCreate, call.input)
      return provenHashOf(call)
    },
    handle: async ({ ctx, input: { name = 'Authenticator app' }, prepared: { userId, provenHash } }) => {
      const { email, secret } = await inTransaction(
        ctx,
        async (ctx) => {
          const user = await lockOwner(ctx, userId)
          await refuseUnlessMayAdd(ctx, user, provenHash)
          return { email: user.email as string, secret: await prepareTotp(ctx, userId, name) }
        },
        { callerLock: 'exclusive' },
      )
      const uri = await totpUri(secret, brandIn(config).name, email)
      return { data: { secret, uri, qr: await qrCodeOf(uri) }, messages: SAVED }
    },
  })

/** @throws Refusal 403 */
export async function refuseUnlessMayAdd(
  ctx: Ctx,
  user: AnyRow,
  provenHash: string | undefined,
): Promise<void> {
  if (user.email_verified_at === null) throw notVerified()
  await requireRecentProof(ctx, { provenHash })
}

/**
 * What follows a new factor, in its transaction. It was a proof.
 * @returns recovery codes with the first factor of the account, else null
 */
export async function followAddition(
  ctx: Ctx,
  user: AnyRow,
  { factor, isFirst }: { factor: string; isFirst: boolean },
): Promise<string[] | null> {
  await keepFactorStatus(ctx, user)
  await recordProof(ctx, { byFactor: true })
  await tellOfFactor(ctx, 'factor-added', user, { factor })
  recordFactor(ctx, 'add', user.id, factor)
  return isFirst ? makeRecoveryCodes(ctx, user.id) : null
}

const notVerified = () =>
  new Refusal(
    403,
    'email_not_verified',
    say`Verify your address first: POST /api/email/verify. Notices about your factors go there.`,
  )

export const codes = (schema: TSchema = recoveryCodes) => Type.Object({ recovery_codes: schema })

const confirm = defineEndpoint({
  ...ownFactorWrite,
  name: 'factors-totp-confirm',
  path: '/api/me/factors/totp/confirm',
  summary: 'Confirm an authenticator app with its first code',
  description:
    'From now on, signing in needs a code of it. With the first factor of the account, recovery codes are made and shown ' +
    `once; otherwise \`recovery_codes\` is null. ${PROOF}`,
  input: Type.Object({ code: totpCode, current_password: currentPassword }),
  nullIsAbsent: true,
  status: 201,
  data: codes(nullable(recoveryCodes)),
  messages: SAVED,
  isShownOnce: true,
  refusals: [403, 409, 429],
  prepare: provenHashOf,
  handle: async ({ ctx, input: { code }, prepared: { userId, provenHash } }) => {
    const made = await inTransaction(
      ctx,
      async (ctx) => {
        const user = await lockOwner(ctx, userId)
        await requireRecentProof(ctx, { provenHash })
        const isFirst = (await countFactors(ctx, userId)) === 0
        // Others may have been added since it was prepared.
        await refuseIfMostFactors(ctx, userId)
        return followAddition(ctx, user, { factor: await confirmTotp(ctx, userId, code), isFirst })
      },
      { callerLock: 'exclusive' },
    )
    return { data: { recovery_codes: made }, messages: SAVED }
  },
})

const FactorUpdate = Type.Object({ name: factorName })

const rename = defineEndpoint({
  ...ownFactorWrite,
  name: 'factors-update',
  path: '/api/me/factors/:id/update',
  summary: 'Rename a second factor',
  input: FactorUpdate,
  data: Type.Object({ item: ref('Factor') }),
  messages: ['Saved'],
  refusals: [403, 404],
  handle: async ({ ctx, params, input: { name } }) => {
    refuseInvalidLines(FactorUpdate, { name })
    const item = await inTransaction(ctx, async (ctx) => {
      const factor = await findFactor(ctx, signedInUserId(ctx), idIn(params.id))
      if (!factor) throw noFactor()
      await renameFactor(ctx, factor.id, name)
      recordFactor(ctx, 'update', signedInUserId(ctx), name)
      return { ...factor, name }
    })
    return { data: { item }, messages: ['Saved'] }
  },
})

export const noFactor = () => notFound(say`No factor matches.`)

const remove = ({ requireSecondFactor }: Config): Endpoint =>
  defineEndpoint({
    ...ownFactorWrite,
    name: 'factors-delete',
    path: '/api/me/factors/:id/delete',
    summary: 'Remove a second factor',
    description:
      'With the last one, the recovery codes go too, and the password is enough to sign in. The last one stays as long as ' +
      `a role of yours, or the service, requires one. ${PROOF}`,
    input: Type.Object({ current_password: currentPassword }),
    nullIsAbsent: true,
    data: nothing,
    messages: ['Action was successful'],
    refusals: [403, 404, 409, 429],
    prepare: provenHashOf,
    handle: async ({ ctx, params, prepared: { userId, provenHash } }) => {
      await inTransaction(
        ctx,
        async (ctx) => {
          const user = await lockOwner(ctx, userId)
          await requireRecentProof(ctx, { provenHash })
          const factor = await findFactor(ctx, userId, idIn(params.id))
          if (!factor) throw noFactor()
          if (needsFactor(ctx.actor, requireSecondFactor) && (await countFactors(ctx, userId)) === 1) {
            noteOwnRefusal(ctx, 'users.factors-delete')
            throw lastRequired()
          }
          await removeFactors(ctx, user, factor.id)
          await tellOfFactor(ctx, 'factor-removed', user, { factor: factor.name })
          recordFactor(ctx, 'remove', userId, factor.name)
        },
        { callerLock: 'exclusive' },
      )
      return { data: [], messages: ['Action was successful'] }
    },
  })

const lastRequired = () =>
  conflict(
    'last_required_factor',
    say`Your account needs a second factor, and this is the last one. Add another one first.`,
  )

const newRecoveryCodes = defineEndpoint({
  ...ownFactorWrite,
  name: 'recovery-codes',
  path: '/api/me/recovery-codes',
  summary: 'Make new recovery codes',
  description: `The earlier ones end. ${PROOF}`,
  input: Type.Object({ current_password: currentPassword }),
  nullIsAbsent: true,
  status: 201,
  data: codes(),
  messages: SAVED,
  isShownOnce: true,
  refusals: [403, 409, 429],
  prepare: provenHashOf,
  handle: async ({ ctx, prepared: { userId, provenHash } }) => {
    const made = await inTransaction(
      ctx,
      async (ctx) => {
        const user = await lockOwner(ctx, userId)
        await requireRecentProof(ctx, { provenHash })
        if (!user.has_second_factor)
          throw conflict('no_factor', say`Your account has no second factor yet; add one first.`)
        recordOfUser(ctx, 'users.recovery-codes.create', userId)
        return makeRecoveryCodes(ctx, userId)
      },
      { callerLock: 'exclusive' },
    )
    return { data: { recovery_codes: made }, messages: SAVED }
  },
})

const reauthenticate = (limits: Limits): Endpoint =>
  defineEndpoint({
    ...ownFactorWrite,
    name: 'reauthenticate',
    path: '/api/reauthenticate',
    summary: 'Prove again that it is you',
    description:
      'For 15 minutes, the token in use may then change how its account is signed in to. An account with a second factor ' +
      'sends a code of it, a recovery code, or what the browser answered with a passkey to the options of ' +
      '`POST /api/reauthenticate/options`; others send their password. Failures are limited like those at signing in; ' +
      'ten in a row end the token. Only tokens of sign-ins can be renewed.',
    // It counts each try.
    ignoresIdempotencyKey: true,
    input: Reauthentication,
    nullIsAbsent: true,
    data: nothing,
    messages: ['Action was successful'],
    refusals: [403, 429],
    handle: async ({ ctx, input }) => {
      const userId = signedInUserId(ctx)
      refuseUnlessOne(input, ['password', 'code', 'passkey', 'recovery_code'])
      try {
        await (input.password === undefined
          ? proveByFactor(ctx, limits, userId, input)
          : proveByPassword(ctx, userId, input.password))
      } catch (error) {
        if (error instanceof Refusal && FAILURES.has(error.code)) await countFailedProof(ctx)
        throw error
      }
      return { data: [], messages: ['Action was successful'] }
    },
  })

/** The codes of refusals that are failed proofs; a wrong password is counted where it is checked. */
const FAILURES: ReadonlySet<string> = new Set(['invalid_code', 'invalid_passkey'])

async function proveByPassword(ctx: Ctx, userId: number, password: string): Promise<void> {
  const provenHash = await checkOwnPassword(ctx, userId, password, 'password')
  await inTransaction(ctx, async (ctx) => {
    const user = await lockOwner(ctx, userId)
    if (user.has_second_factor) throw passwordIsNoProof()
    // An account without a password has nothing to prove with: it signs in again.
    if (provenHash === undefined || provenHash !== user.password_hash) throw writeConflict()
    await recordProof(ctx, { byFactor: false })
  })
}

async function proveByFactor(ctx: Ctx, limits: Limits, userId: number, sent: SentFactor): Promise<void> {
  const isProven = await limits.secondFactor(ctx, userId, async () => {
    const found = await findSentFactor(ctx, userId, sent, proofUse(ctx))
    if (!found) return undefined
    return inTransaction(ctx, async (ctx) => {
      if (!(await useFactor(ctx, userId, found))) return undefined
      await recordProof(ctx, { byFactor: true })
      if ('recoveryCode' in found) await tellOfFactor(ctx, 'recovery-code-used', await ownerOf(ctx, userId))
      return true
    })
  })
  if (isProven) return
  throw sent.passkey === undefined
    ? wrongCode(sent.code === undefined ? 'recovery_code' : 'code')
    : invalidPasskey('passkey')
}

/** A proof counts for its token only. */
export const proofUse = ({ actor }: Ctx): ChallengeUse => ({
  purpose: 'proof',
  subject: (actor.token as StoredToken).id,
})

/** The same for every fault. */
export const invalidPasskey = (field: 'passkey' | 'response') =>
  invalidField(
    field,
    'invalid_passkey',
    say`${field} is not a valid answer to options that were made for you and are not used yet. Ask for new ones.`,
  )

const passwordIsNoProof = () =>
  invalidField(
    'password',
    'not_allowed',
    say`Your account has a second factor, so a password proves nothing here: send code, passkey or recovery_code.`,
  )
