import { RolecallError } from '@rolecall/client'
import { PasskeyError } from '../../api/passkeys.ts'
import type { useFactorWords } from './words.ts'

/** A fault of a passkey, as a refusal with a text that notices show; any other error as it is. */
export const passkeyRefusal = (error: unknown, { faults }: ReturnType<typeof useFactorWords>): unknown =>
  error instanceof PasskeyError
    ? new RolecallError(422, { errors: [faults[error.fault]], code: error.fault, details: [] }, new Headers())
    : error
