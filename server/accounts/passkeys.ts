import { Type } from 'typebox'
import { currentPassword, PasskeyCreate, PasskeySignIn, recoveryCodes } from '../../contract/factors.ts'
import { nullable, ref } from '../../contract/fields.ts'
import { inTransaction } from '../access/transaction.ts'
import { countFactors, refuseIfMostFactors } from '../credentials/factors.ts'
import type { Limits } from '../credentials/limits.ts'
import {
  addPasskey,
  creationOptions,
  findPasskeyOwner,
  relyingPartyIn,
  requestOptions,
  verifyMadePasskey,
  verifyUsedPasskey,
} from '../credentials/passkeys.ts'
import { noteOwnRefusal } from '../credentials/proofs.ts'
import { keepHost } from '../credentials/relying-party.ts'
import { refuseInvalidLines } from '../crud/write/single-lines.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { recipientOf } from '../mail/code-mails.ts'
import {
  codes,
  followAddition,
  invalidPasskey,
  ownFactors,
  ownFactorWrite,
  PROOF,
  proofUse,
  provenHashOf,
  refuseUnlessMayAdd,
  SAVED,
} from './factors.ts'
import { lockOwner, ownerOf } from './locked-users.ts'
import { signedInUserId } from './mailed.ts'
import { signInWith, wrongPasskey } from './second-factor.ts'
import {
  deviceCookie,
  type IdentityConfig,
  type IdentityLog,
  loggedAttempt,
  logTooMany,
  newDevice,
  noteFailedSignIn,
  signedInAnswer,
  signInShared,
} from './session.ts'
import { sessionTerms } from './session-terms.ts'

/** Options change nothing: no challenge is stored before it is used. */
const ownOptions = { ...ownFactors, effect: 'read', data: ref('PasskeyRequestOptions') } as const

const OFF = 'Without a `PUBLIC_URL` that has a name, passkeys are off: 409 `passkeys_off`.'

/** Adding passkeys, and signing in and proving oneself with them. */
export const passkeyEndpoints = (config: IdentityConfig, limits: Limits, log?: IdentityLog): Endpoint[] => [
  prepare,
  create,
  signInOptions,
  signIn(config, limits, log),
  proofOptions,
]

const prepare = defineEndpoint({
  ...ownOptions,
  name: 'factors-passkey-options',
  path: '/api/me/factors/passkey/options',
  summary: 'What does a browser need to make a passkey?',
  description:
    'For `PublicKeyCredential.parseCreationOptionsFromJSON()` and `navigator.credentials.create()`; what the browser answers ' +
    `is sent to \`POST /api/me/factors/passkey\` within 10 minutes. The address of the account must be verified. ${PROOF} ${OFF}`,
  input: Type.Object({ current_password: currentPassword }),
  nullIsAbsent: true,
  data: ref('PasskeyCreationOptions'),
  refusals: [403, 409, 429],
  prepare: provenHashOf,
  handle: async ({ ctx, prepared: { userId, provenHash } }) => {
    relyingPartyIn(ctx)
    const user = await ownerOf(ctx, userId)
    await refuseUnlessMayAdd(ctx, user, provenHash)
    await refuseIfMostFactors(ctx, userId)
    return { data: await creationOptions(ctx, { ...recipientOf(user), uuid: user.uuid }) }
  },
})

const create = defineEndpoint({
  ...ownFactorWrite,
  name: 'factors-passkey',
  path: '/api/me/factors/passkey',
  summary: 'Add a passkey',
  description:
    'From now on, signing in needs it or another factor, or it alone: `POST /api/signin/passkey`. With the first factor of ' +
    `the account, recovery codes are made and shown once; otherwise \`recovery_codes\` is null. ${PROOF} ${OFF}`,
  input: PasskeyCreate,
  nullIsAbsent: true,
  status: 201,
  data: codes(nullable(recoveryCodes)),
  messages: SAVED,
  isShownOnce: true,
  refusals: [403, 409, 429],
  prepare: (call) => {
    refuseInvalidLines(PasskeyCreate, call.input)
    return provenHashOf(call)
  },
  handle: async ({ ctx, input: { response, name = 'Passkey' }, prepared: { userId, provenHash } }) => {
    const relyingParty = relyingPartyIn(ctx)
    const passkey = await verifyMadePasskey(ctx, userId, response)
    if (!passkey) noteOwnRefusal(ctx, 'users.factors-passkey')
    const made = await inTransaction(
      ctx,
      async (ctx) => {
        const user = await lockOwner(ctx, userId)
        await refuseUnlessMayAdd(ctx, user, provenHash)
        const isFirst = (await countFactors(ctx, userId)) === 0
        await refuseIfMostFactors(ctx, userId)
        if (!passkey || !(await addPasskey(ctx, userId, name, passkey))) throw invalidPasskey('response')
        await keepHost(ctx, relyingParty)
        return followAddition(ctx, user, { factor: name, isFirst })
      },
      { callerLock: 'exclusive' },
    )
    return { data: { recovery_codes: made }, messages: SAVED }
  },
})

const signInOptions = defineEndpoint({
  methods: ['POST'],
  tag: 'identity',
  effect: 'read',
  input: Type.Object({}),
  unknown: 'refuse',
  name: 'signin-passkey-options',
  path: '/api/signin/passkey/options',
  summary: 'What does a browser need to sign in with a passkey?',
  description:
    'For `PublicKeyCredential.parseRequestOptionsFromJSON()` and `navigator.credentials.get()`; what the browser answers is ' +
    `sent to \`POST /api/signin/passkey\` within 10 minutes. ${OFF}`,
  access: 'public',
  isForEndUsers: true,
  data: ref('PasskeyRequestOptions'),
  refusals: [409],
  handle: async ({ ctx }) => ({ data: await requestOptions(ctx, { purpose: 'sign-in' }) }),
})

const signIn = (config: IdentityConfig, limits: Limits, log?: IdentityLog): Endpoint => {
  const cookie = deviceCookie(config)
  return defineEndpoint({
    ...signInShared,
    name: 'signin-passkey',
    path: '/api/signin/passkey',
    summary: 'Sign in with a passkey',
    description:
      'Needs no password and no name: a passkey counts as both factors. A passkey that is unknown, of an inactive account or ' +
      `not valid gets one and the same 401. ${OFF}`,
    input: PasskeySignIn,
    refusals: [401, 403, 409, 429],
    handle: async ({ ctx, input: { response, session: kind }, request }) => {
      relyingPartyIn(ctx)
      const terms = sessionTerms(ctx, config, request, kind)
      const found = await limits.checkCode(ctx, () => findPasskeyOwner(ctx, response.id))
      const attempt = loggedAttempt(ctx, request, found)
      const device = cookie.read(request.headers) ?? newDevice()
      const session =
        found &&
        (await limits
          .secondFactor(
            ctx,
            found.id,
            async (resetFailures) => {
              const passkey = await verifyUsedPasskey(ctx, found.id, response, { purpose: 'sign-in' })
              return passkey && signInWith(ctx, found, { factor: { passkey }, terms, resetFailures })
            },
            device,
          )
          .catch(logTooMany(log, attempt)))
      if (!session) {
        log?.warn(attempt, 'a sign-in with a passkey failed')
        noteFailedSignIn(ctx, found)
        throw wrongPasskey()
      }
      return signedInAnswer(ctx, session, { config, device })
    },
  })
}

const proofOptions = defineEndpoint({
  ...ownOptions,
  input: Type.Object({}),
  name: 'reauthenticate-options',
  path: '/api/reauthenticate/options',
  summary: 'What does a browser need to prove by a passkey that it is you?',
  description:
    'For `navigator.credentials.get()`; what the browser answers is sent to `POST /api/reauthenticate` as `passkey`, with the ' +
    `same token. ${OFF}`,
  refusals: [403, 409],
  handle: async ({ ctx }) => {
    const userId = signedInUserId(ctx)
    return { data: await requestOptions(ctx, proofUse(ctx), userId) }
  },
})
