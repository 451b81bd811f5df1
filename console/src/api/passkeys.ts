import type {
  MadePasskey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SecondFactor,
  ServiceInfo,
  UsedPasskey,
} from '@rolecall/client'

/*
 * Passkeys in the browser (WebAuthn level 3), by the browser's own conversion from and to JSON. Only one request may wait at a time
 * in a page: callers end theirs by its signal before they make another.
 */

/** Why passkeys cannot be used on this page: the service has none, has them at another address, or the browser lacks them. */
type PasskeysOff = 'off' | 'elsewhere' | 'unsupported'

/** @returns undefined if they can be used */
export function whyPasskeysOff(service: ServiceInfo): PasskeysOff | undefined {
  if (!service.has_passkeys) return 'off'
  if (service.session_origin !== location.origin) return 'elsewhere'
  return isSupported() ? undefined : 'unsupported'
}

/** All browsers since March 2025. */
const isSupported = () =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Whether the browser lists passkeys at a field with `autocomplete="username webauthn"`. */
export const canAutofillPasskeys = async (): Promise<boolean> =>
  isSupported() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

/** By what this page may finish a sign-in or a proof; the first is the most convenient. */
export const waysOf = (factors: readonly SecondFactor[], hasPasskeys: boolean): SecondFactor[] =>
  WAYS.filter((way) => factors.includes(way) && (way !== 'passkey' || hasPasskeys))

const WAYS = ['passkey', 'totp', 'recovery_code'] as const

/** Also the key of its text, in `ui/passkeys/messages.ts`. */
type PasskeyFault = 'unused' | 'not_made' | 'not_taken' | 'known' | 'unfit' | 'refused' | 'late' | 'failed'

/** The browser has no passkey for the page, or the service does not accept it. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
  readonly fault: PasskeyFault

  constructor(fault: PasskeyFault, options?: ErrorOptions) {
    super(`Passkey: ${fault}`, options)
    this.fault = fault
  }
}

/** By the name of the browser's error, which tells pages little about the person. */
const FAULTS: Record<string, PasskeyFault> = {
  NotAllowedError: 'unused',
  AbortError: 'unused',
  InvalidStateError: 'known',
  ConstraintError: 'unfit',
  NotSupportedError: 'unfit',
}

/** @returns what the service takes: the browser's answer as JSON */
async function answerTo(
  asked: Promise<Credential | null>,
): Promise<ReturnType<PublicKeyCredential['toJSON']>> {
  try {
    return ((await asked) as PublicKeyCredential).toJSON()
  } catch (cause) {
    throw new PasskeyError(FAULTS[(cause as Error).name] ?? 'failed', { cause })
  }
}

/**
 * Asks the person for a passkey. @param mediation `conditional`: among the suggestions of a field, for as long as the page wants
 * @throws PasskeyError
 */
export async function readPasskey(
  options: PasskeyRequestOptions,
  signal: AbortSignal,
  mediation: CredentialMediationRequirement = 'optional',
): Promise<UsedPasskey> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  )
  const answer = await answerTo(navigator.credentials.get({ publicKey, mediation, signal }))
  return answer as AuthenticationResponseJSON
}

/** Asks the person to make a passkey on a device. @throws PasskeyError */
export async function makePasskey(options: PasskeyCreationOptions): Promise<MadePasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  )
  try {
    return (await answerTo(navigator.credentials.create({ publicKey }))) as RegistrationResponseJSON
  } catch (error) {
    const { fault } = error as PasskeyError
    throw fault === 'unused' ? new PasskeyError('not_made', { cause: error }) : error
  }
}
