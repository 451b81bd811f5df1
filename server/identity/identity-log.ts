/** Where it is written down who signed in in vain, who set the service up, and who tried to. */
export interface IdentityLog {
  info: (what: object, words: string) => void
  warn: (what: object, words: string) => void
}
