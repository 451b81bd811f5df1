import { hash, randomBytes } from 'node:crypto'

/** SHA-256, hex, as tokens and codes are stored. They are random and long, so a fast digest is enough. */
export const digest = (secret: string): string => hash('sha256', secret)

/** `rc_` and 256 random bits in base64url. */
export const newToken = (): string => `rc_${randomBytes(32).toString('base64url')}`
