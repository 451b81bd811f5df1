/** Logs failed sign-ins, and completed and refused setups. */
export interface IdentityLog {
  info: (what: object, words: string) => void
  warn: (what: object, words: string) => void
}
