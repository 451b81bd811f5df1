import { randomUUIDv7 } from 'node:crypto'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import type { MadePasskeyInput, UsedPasskeyInput } from '../../contract/passkeys.ts'
import type { Ctx, RelyingParty } from '../access/context.ts'
import { conflict } from '../errors.ts'
import { say } from '../messages/say.ts'
import {
  CHALLENGE_MS,
  type ChallengeUse,
  issuePasskeyChallenge,
  readPasskeyChallenge,
  type SignedChallenge,
  usePasskeyChallenge,
} from './passkey-challenges.ts'
import type { SigningIn } from './sign-ins.ts'

/*
 * Passkeys (WebAuthn level 3): factors with a public key. The device proves by its PIN or a fingerprint who uses it, so that a
 * passkey alone is two factors.
 */

/** COSE: EdDSA, ES256, RS256. The library's own list differs by runtime, and looking at it prints warnings. */
const ALGORITHMS = [-8, -7, -257]

/** Loaded with the first passkey: most installations start without one. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** @throws Refusal 409 where the service has no host that a passkey could be for */
export function relyingPartyIn({ relyingParty }: Ctx): RelyingParty {
  if (relyingParty) return relyingParty
  throw conflict(
    'passkeys_off',
    say`Passkeys are off: they need a PUBLIC_URL with https and a name, not an IP address.`,
  )
}

const ofUser = ({ db }: Ctx, userId: number) =>
  db.selectFrom('factors').where('user_id', '=', userId).where('credential_id', 'is not', null)

async function descriptorsOf(ctx: Ctx, userId: number) {
  const rows = await ofUser(ctx, userId).select(['credential_id', 'transports']).orderBy('id').execute()
  return rows.map(({ credential_id: id, transports }) => ({
    id: id as string,
    type: 'public-key' as const,
    ...(transports && { transports: transports.split(',') as WebAuthnCredential['transports'] & object }),
  }))
}

interface PasskeyUser {
  id: number
  uuid: string
  email: string
  first_name: string
  display_name: string | null
}

/** The same for all passkeys of an account: 16 bytes that say nothing about its user. */
const userHandleOf = (uuid: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(uuid.replaceAll('-', ''), 'hex'))

/** What a browser needs to make a passkey. */
export async function creationOptions(ctx: Ctx, user: PasskeyUser) {
  const { id: rpID, name: rpName } = relyingPartyIn(ctx)
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpID,
    rpName,
    userID: userHandleOf(user.uuid),
    userName: user.email,
    userDisplayName: user.display_name ?? user.first_name,
    challenge: issuePasskeyChallenge(ctx, { purpose: 'enrolment', subject: user.id }),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: await descriptorsOf(ctx, user.id),
    // Only a discoverable passkey can sign in without a name.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** What a browser needs to use a passkey. @param userId whose it is; absent: anybody's @throws Refusal 409 without one */
export async function requestOptions(ctx: Ctx, use: ChallengeUse, userId?: number) {
  const { id: rpID } = relyingPartyIn(ctx)
  const allowCredentials = userId === undefined ? undefined : await descriptorsOf(ctx, userId)
  if (allowCredentials?.length === 0) throw conflict('no_passkey', say`Your account has no passkey.`)
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID,
    challenge: issuePasskeyChallenge(ctx, use),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(allowCredentials && { allowCredentials }),
  })
}

/** A passkey whose answer was verified; {@link addPasskey} stores it. */
export interface MadePasskey {
  challenge: SignedChallenge
  credentialId: string
  publicKey: string
  signCount: number
  isBackupEligible: boolean
  transports: string | null
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'base64url'))

/** Reads the challenges of answers, and keeps the one that it has recognized. */
function challengeReader(ctx: Ctx, use: ChallengeUse) {
  let found: SignedChallenge | undefined
  return {
    expectedChallenge: (encoded: string): boolean => {
      found = readPasskeyChallenge(ctx, Buffer.from(encoded, 'base64url').toString(), use)
      return found !== undefined
    },
    found: () => found as SignedChallenge,
  }
}

/** @returns undefined for any fault */
export async function verifyMadePasskey(
  ctx: Ctx,
  userId: number,
  answer: MadePasskeyInput,
): Promise<MadePasskey | undefined> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyIn(ctx)
  const challenge = challengeReader(ctx, { purpose: 'enrolment', subject: userId })
  try {
    if (!(await isWithoutCertificate(answer)) || (await isFramed(answer))) return undefined
    const { verifyRegistrationResponse } = await library()
    const { registrationInfo: made } = await verifyRegistrationResponse({
      response: { ...(answer as MadePasskeyInput & { type: 'public-key' }), clientExtensionResults: {} },
      expectedChallenge: challenge.expectedChallenge,
      expectedOrigin,
      expectedRPID,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!made || made.credential.id !== answer.id) return undefined
    return {
      challenge: challenge.found(),
      credentialId: made.credential.id,
      publicKey: Buffer.from(made.credential.publicKey).toString('base64url'),
      signCount: made.credential.counter,
      isBackupEligible: made.credentialDeviceType === 'multiDevice',
      transports: transportsIn(answer),
    }
  } catch {
    // The library throws an Error for each fault.
    return undefined
  }
}

/** Kept for the browser, which asks the right device with them. */
function transportsIn({ response: { transports = [] } }: MadePasskeyInput): string | null {
  const known = transports.filter((name) => /^[a-z-]{1,20}$/.test(name)).slice(0, 8)
  return known.length === 0 ? null : known.join(',')
}

/**
 * The options ask for no attestation, so a browser sends none, or the passkey's signature of itself. The certificates of
 * others are not looked at: to verify them, the library would fetch addresses that they name.
 */
async function isWithoutCertificate({ response }: MadePasskeyInput): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const attestation = decodeAttestationObject(bytesOf(response.attestationObject))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

/** Pages of the service are shown in no frame of another site. */
async function isFramed({ response }: MadePasskeyInput | UsedPasskeyInput): Promise<boolean> {
  const { decodeClientDataJSON } = await helpers()
  return decodeClientDataJSON(response.clientDataJSON).crossOrigin === true
}

/** Adds a passkey to a user who is locked. @returns false if its challenge was used, or the passkey is known already */
export async function addPasskey(
  ctx: Ctx,
  userId: number,
  name: string,
  made: MadePasskey,
): Promise<boolean> {
  if (!(await usePasskeyChallenge(ctx, made.challenge))) return false
  const now = ctx.now()
  const { numInsertedOrUpdatedRows: count } = await ctx.db
    .insertInto('factors')
    .values({
      uuid: randomUUIDv7(),
      user_id: userId,
      kind: 'passkey',
      name,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      sign_count: made.signCount,
      is_backup_eligible: made.isBackupEligible,
      transports: made.transports,
      created_at: now,
      confirmed_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('credential_id').where('credential_id', 'is not', null).doNothing(),
    )
    .executeTakeFirstOrThrow()
  return (count ?? 0n) > 0n
}

/** Who has the passkey with this id. */
export interface PasskeyOwner extends SigningIn {
  email: string
  first_name: string
  display_name: string | null
  language: string | null
}

/** @returns undefined for an unknown passkey, or one of an account that is inactive or gone */
export const findPasskeyOwner = ({ db }: Ctx, credentialId: string): Promise<PasskeyOwner | undefined> =>
  db
    .selectFrom('factors')
    .innerJoin('users', 'users.id', 'factors.user_id')
    .where('factors.credential_id', '=', credentialId)
    .where('users.deleted_at', 'is', null)
    .where('users.is_active', '=', true)
    .select(['users.id', 'users.password_hash', 'users.has_second_factor', 'users.last_login_at'])
    .select(['users.email', 'users.first_name', 'users.display_name', 'users.language'])
    .executeTakeFirst()

/** A passkey that was right when it was looked at; {@link usePasskey} uses it. */
export interface UsedPasskey {
  id: number
  signCount: number
  challenge: SignedChallenge
}

/**
 * Verifies what a browser answered with a passkey of a user.
 * @returns undefined for any fault: all look the same
 */
export async function verifyUsedPasskey(
  ctx: Ctx,
  userId: number,
  answer: UsedPasskeyInput,
  use: ChallengeUse,
): Promise<UsedPasskey | undefined> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyIn(ctx)
  const row = await ctx.db
    .selectFrom('factors')
    .innerJoin('users', 'users.id', 'factors.user_id')
    .where('factors.user_id', '=', userId)
    .where('factors.credential_id', '=', answer.id)
    .select(['factors.id', 'factors.public_key', 'factors.sign_count', 'factors.is_backup_eligible'])
    .select('users.uuid as user_uuid')
    .executeTakeFirst()
  if (!row || !isOfUser(answer, row.user_uuid, use)) return undefined
  const challenge = challengeReader(ctx, use)
  try {
    if (await isFramed(answer)) return undefined
    const { verifyAuthenticationResponse } = await library()
    const { userHandle: _, ...response } = answer.response
    const { verified, authenticationInfo: used } = await verifyAuthenticationResponse({
      response: { ...answer, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge.expectedChallenge,
      expectedOrigin,
      expectedRPID,
      credential: {
        id: answer.id,
        publicKey: bytesOf(row.public_key as string),
        counter: row.sign_count as number,
      },
    })
    // Whether a passkey can be copied to other devices never changes (WebAuthn level 3, section 6.1.3).
    const isSameKind = (used.credentialDeviceType === 'multiDevice') === row.is_backup_eligible
    if (!verified || !isSameKind) return undefined
    return { id: row.id, signCount: used.newCounter, challenge: challenge.found() }
  } catch {
    // The library throws an Error for each fault.
    return undefined
  }
}

/** Whether the device names the user as the passkey's. Without another name, it must. */
function isOfUser({ response }: UsedPasskeyInput, uuid: string, { purpose }: ChallengeUse): boolean {
  const { userHandle } = response
  if (userHandle == null) return purpose !== 'sign-in'
  return Buffer.from(userHandle, 'base64url').equals(userHandleOf(uuid))
}

/**
 * Uses a passkey, in the transaction of the write that it authorizes. Its counter only grows, unless the device has none.
 * @returns false if its challenge or its counter was used meanwhile
 */
export async function usePasskey(ctx: Ctx, userId: number, used: UsedPasskey): Promise<boolean> {
  if (!(await usePasskeyChallenge(ctx, used.challenge))) return false
  const { numUpdatedRows: count } = await ctx.db
    .updateTable('factors')
    .set({ sign_count: used.signCount, used_at: ctx.now() })
    .where('id', '=', used.id)
    .where('user_id', '=', userId)
    .where((eb) => (used.signCount === 0 ? eb('sign_count', '=', 0) : eb('sign_count', '<', used.signCount)))
    .executeTakeFirstOrThrow()
  return count > 0n
}
