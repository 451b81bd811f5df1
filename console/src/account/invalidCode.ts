import { RolecallError } from '@rolecall/client'

/** The code of a mail is used, expired, exhausted or unknown: the service does not say which. */
export const isInvalidCode = (error: unknown): boolean =>
  error instanceof RolecallError && error.code === 'invalid_code'

/** The service does not say at which field; a typed code is one. */
export const wrongCode = (message: string, field = 'code'): RolecallError =>
  new RolecallError(
    422,
    { errors: [message], code: 'invalid_code', details: [{ field, code: 'invalid_code', message }] },
    new Headers(),
  )
