import { RolecallError } from '@rolecall/client'

const CODES = ['name_taken', 'slug_taken']

/** Whether the name was refused. A conflict of the slug counts too: users type the name only. */
export const isNameTaken = (error: unknown): boolean =>
  error instanceof RolecallError && CODES.includes(error.code)
