import { RolecallError } from '@rolecall/client'

const CODES = ['name_taken', 'slug_taken']

/** Was it refused for its name? People type a name alone: that the slug made of it is taken would tell them nothing. */
export const isNameTaken = (error: unknown): boolean =>
  error instanceof RolecallError && CODES.includes(error.code)
