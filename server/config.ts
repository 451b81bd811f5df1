/** How sign-up works: an active user at once, a registration to verify, or not at all. */
export type SignupMode = 'open' | 'verify' | 'closed'

/** Every setting, checked. */
export interface Config {
  host: string
  port: number
  databaseUrl: string
  publicUrl: string | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
  signup: SignupMode
  tokenTtlDays: number
  signinRateLimit: number
  bodyLimit: number
  trustProxy: boolean | string[]
  corsOrigins: string[]
  permissionsFile: string | undefined
  logLevel: string
}
