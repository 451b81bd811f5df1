import { join } from 'node:path'
import { PASSWORD_LENGTH } from '../../contract/fields.ts'
import { isNameOf } from '../credentials/own-names.ts'
import { nearest } from '../values/nearest.ts'
import * as kinds from './kinds.ts'
import { type Environment, givenAs, IN_FILE, readEnvFile } from './sources.ts'

/** What a sign-up creates: an active user, a registration to verify, or nothing. */
export type SignupMode = 'open' | 'verify' | 'closed'

/** All settings, validated. */
export interface Config {
  host: string
  port: number
  workers: number
  databaseUrl: string
  replicaUrls: string[]
  publicUrl: string | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
  signup: SignupMode
  tokenTtlDays: number
  signinRateLimit: number
  tokenRateLimit: number
  bodyLimit: number
  trustProxy: boolean | string[]
  corsOrigins: string[]
  permissionsFile: string | undefined
  logLevel: string
}

export interface Setting<T = unknown> extends kinds.SettingKind<T> {
  name: string
  description: string
  /** The default, as a user would write it. */
  default?: string
  /** The value is never shown. */
  secret?: true
}

/** All settings. The help of `serve` and the table in the README are generated from this. */
export const settings: { readonly [K in keyof Config]: Setting<Exclude<Config[K], undefined>> } = {
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    ...kinds.host,
    description: 'Address to listen on; 0.0.0.0 or :: for every address of the machine.',
  },
  port: {
    name: 'PORT',
    default: '8080',
    ...kinds.wholeNumber(0, 65_535),
    description: 'Port to listen on; 0 takes a free one.',
  },
  workers: {
    name: 'WORKERS',
    default: '1',
    ...kinds.wholeNumber(1, 256),
    description:
      'Processes that serve, on one port and one database; as many as the machine has cores, at most.',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    default: 'sqlite:data/rolecall.db',
    ...kinds.databaseUrl,
    description: 'The database: an SQLite file (its folder is created), or PostgreSQL 15 or later.',
  },
  replicaUrls: {
    name: 'DATABASE_REPLICA_URLS',
    default: '',
    secret: true,
    ...kinds.replicaUrls,
    description: 'Servers that follow a PostgreSQL database, for reads of records; see docs/scaling.md.',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    ...kinds.publicUrl,
    description: 'Base URL of links in responses; default: the URL of the request.',
  },
  adminEmail: {
    name: 'ADMIN_EMAIL',
    ...kinds.emailAddress,
    description:
      'With ADMIN_PASSWORD: a start without a super administrator creates one, or promotes the user with this email.',
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    secret: true,
    ...kinds.password(PASSWORD_LENGTH.minLength, PASSWORD_LENGTH.maxLength),
    description:
      'Password of that super administrator, not their email or its local part. Not needed once there is one.',
  },
  signup: {
    name: 'SIGNUP',
    default: 'open',
    ...kinds.oneOf(['open', 'verify', 'closed']),
    description: 'What sign-up creates: an active user, a registration to verify, or nothing.',
  },
  tokenTtlDays: {
    name: 'TOKEN_TTL_DAYS',
    default: '30',
    ...kinds.wholeNumber(0, 36_500),
    description: 'Days until the token of a sign-in expires; 0 for never.',
  },
  signinRateLimit: {
    name: 'SIGNIN_RATE_LIMIT',
    default: '10',
    ...kinds.wholeNumber(0, 1_000_000),
    description:
      'Failed sign-ins of an account before it has to wait; failed sign-ins and sign-ups a minute from an address; 0 for no limit.',
  },
  tokenRateLimit: {
    name: 'TOKEN_RATE_LIMIT',
    default: '0',
    ...kinds.wholeNumber(0, 1_000_000),
    description: 'Points that a token may spend in a minute; a simple request costs 1; 0 for no limit.',
  },
  bodyLimit: {
    name: 'BODY_LIMIT',
    default: '1mb',
    ...kinds.byteSize,
    description: 'The largest request body.',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    default: 'false',
    ...kinds.proxies,
    description: 'Proxies whose X-Forwarded-* headers are trusted; true trusts every client.',
  },
  corsOrigins: {
    name: 'CORS_ORIGINS',
    default: '',
    ...kinds.origins,
    description: 'Origins whose pages may call the API from a browser, * for all; empty for none.',
  },
  permissionsFile: {
    name: 'PERMISSIONS_FILE',
    default: 'permissions.json',
    ...kinds.existingFile,
    description: 'Manifest of your own permissions. The default file is optional.',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    ...kinds.oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    description: 'How much is logged.',
  },
}

/** Invalid settings, one line for each. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

interface Options {
  /** The folder of `.env`, and the one that file names are relative to. */
  cwd: string
  /** The command line names the administrator, so that ADMIN_PASSWORD may stand alone. */
  namesAdministrator?: boolean
}

/**
 * The settings in force: from the environment, then from a `.env` file, then the defaults. An empty value is not set. A
 * setting can also be in its own file: see {@link givenAs}.
 * @throws ConfigError with all faults
 */
export function loadConfig(environment: Environment, { cwd, namesAdministrator = false }: Options): Config {
  const file = envFile(cwd)
  const sources = [environment, file]
  const faults = unknownIn(file, join(cwd, '.env'))
  const values = Object.entries(settings).map(([key, setting]) => {
    const given = givenAs(setting.name, sources, cwd)
    if (given === undefined) return [key, defaultOf(setting, cwd)]
    if ('fault' in given) {
      faults.push(given.fault)
      return [key, given]
    }
    const { text, from } = given
    const value = setting.read(setting.secret ? text : text.trim(), cwd)
    if (value === undefined) faults.push(faultOf(setting, text.trim(), from))
    return [key, value ?? text]
  })
  const config: Config = Object.fromEntries(values)
  faults.push(...combinedFaults(config, namesAdministrator))
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

const defaultOf = (setting: Setting, cwd: string) =>
  setting.default === undefined ? undefined : setting.read(setting.default, cwd)

function envFile(cwd: string): Environment {
  try {
    return readEnvFile(cwd)
  } catch (error) {
    throw new ConfigError([`${join(cwd, '.env')} cannot be read: ${(error as Error).message}.`])
  }
}

/**
 * The names in a `.env` file that are no settings. The environment contains names of other programs, but this file is only
 * for Rolecall: a misspelt name would silently have no effect.
 */
function unknownIn(file: Environment, path: string): string[] {
  const names = Object.values(settings).flatMap(({ name }) => [name, name + IN_FILE])
  return Object.keys(file)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const meant = nearest(name, names)
      const advice = meant === undefined ? 'take it out.' : `did you mean ${meant}?`
      return `${name} in ${path} is no setting of Rolecall; ${advice}`
    })
}

const MAX_SHOWN = 100

/** @param file the value's source; values from files are never shown */
function faultOf({ name, expected, secret, explain }: Setting, given: string, file?: string): string {
  const where = file === undefined ? '' : `, from ${file},`
  if (secret) return `${name}${where} must be ${expected}.`
  const safe = withoutCredentials(given)
  const shown = safe.length > MAX_SHOWN ? `${safe.slice(0, MAX_SHOWN)}…` : safe
  const reason = explain?.(given) ?? `it must be ${expected}`
  if (file !== undefined) return `${name}${where} is refused; ${reason}.`
  return `${name} is ${JSON.stringify(shown)}; ${reason}.`
}

/** The URL of a database or a proxy may contain a password. */
const withoutCredentials = (text: string) => text.replace(/\/\/.*@/, '//…@')

function combinedFaults(config: Config, namesAdministrator: boolean): string[] {
  return [...administratorFaults(config, namesAdministrator), ...replicaFaults(config)]
}

/** Invalid settings are still text or undefined here. */
const replicaFaults = ({ databaseUrl, replicaUrls }: Config): string[] =>
  Array.isArray(replicaUrls) && replicaUrls.length > 0 && String(databaseUrl).startsWith('sqlite:')
    ? ['DATABASE_REPLICA_URLS is set, but DATABASE_URL is a file; only a PostgreSQL database has replicas.']
    : []

function administratorFaults({ adminEmail, adminPassword }: Config, namesAdministrator: boolean): string[] {
  if (adminEmail !== undefined && adminPassword !== undefined)
    return isNameOf({ email: adminEmail }, String(adminPassword))
      ? ['ADMIN_PASSWORD must not be ADMIN_EMAIL, or what is before its @; choose another.']
      : []
  if (namesAdministrator || (adminEmail ?? adminPassword) === undefined) return []
  const [given, missing] =
    adminEmail === undefined ? ['ADMIN_PASSWORD', 'ADMIN_EMAIL'] : ['ADMIN_EMAIL', 'ADMIN_PASSWORD']
  return [`${given} is set, but ${missing} is not; set both, or neither.`]
}

const allSettings: readonly Setting[] = Object.values(settings)

/** The settings for the help of `serve`. */
export function settingsAsText(): string {
  const width = Math.max(...allSettings.map(({ name }) => name.length)) + 2
  const lines = allSettings.flatMap((setting) => [
    `  ${setting.name.padEnd(width)}${setting.description}`,
    `  ${' '.repeat(width)}${setting.expected} (default: ${setting.default || 'none'})`,
  ])
  return [
    'Settings, from the environment, then from a file .env in the working directory.',
    'NAME_FILE names a file with the value of NAME in it.',
    ...lines,
  ].join('\n')
}

/** The settings for the README, which a test compares with this. */
export function settingsAsMarkdown(): string {
  const rows = allSettings.map(
    (setting) =>
      `| \`${setting.name}\` | ${setting.default ? `\`${setting.default}\`` : ''} | ${setting.description} Must be ${setting.expected}. |`,
  )
  return ['| setting | default | |', '| --- | --- | --- |', ...rows].join('\n')
}
