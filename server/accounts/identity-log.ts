/** Where failed sign-ins are logged, and who set the service up or tried to. */
export interface IdentityLog {
  info: (what: object, words: string) => void
  warn: (what: object, words: string) => void
}
