import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { PASSWORD_LENGTH } from '../../contract/fields.ts'
import type { RelyingParty } from '../access/context.ts'
import { FACTOR_POLICIES, type FactorPolicy } from '../access/second-factor.ts'
import { type Brand, brandOf, type Logo } from '../brand/brand.ts'
import type { Rgb } from '../brand/colors.ts'
import { isNameOf } from '../credentials/own-names.ts'
import type { Overrides } from '../mail/overrides.ts'
import type { Mailbox, MailServer, MailSettings } from '../mail/settings.ts'
import type { Language } from '../messages/languages.ts'
import { nearest } from '../values/nearest.ts'
import * as kinds from './kinds.ts'
import { type Environment, givenAs, IN_FILE, readEnvFile } from './sources.ts'

/** What a sign-up creates: an active user, a registration to verify, or nothing. */
export type SignupMode = 'open' | 'verify' | 'closed'

/** What a verified sign-up waits for: nothing, or an administrator. */
export type ApprovalMode = 'none' | 'manual'

export type Switch = 'off' | 'on'

/** All settings, validated. */
export interface Config {
  host: string
  port: number
  workers: number
  databaseUrl: string
  replicaUrls: string[]
  dataFolder: string
  publicUrl: string | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
  secret: string | undefined
  secretPrevious: string[]
  mailUrl: MailServer | undefined
  mailFrom: Mailbox | undefined
  defaultLanguage: Language
  mailTemplates: string | undefined
  brandName: string
  brandLogo: Logo | undefined
  brandColor: Rgb | undefined
  appUrl: string | undefined
  signup: SignupMode
  approval: ApprovalMode
  requireSecondFactor: FactorPolicy
  signinCode: Switch
  tokenTtlDays: number
  sessionHours: number
  sessionIdleMinutes: number
  signinRateLimit: number
  clientSigninRateLimit: number
  tokenRateLimit: number
  bodyLimit: number
  trustProxy: boolean | string[]
  corsOrigins: string[]
  permissionsFile: string | undefined
  auditKeyFile: string | undefined
  auditCheckpoints: { file: string } | { url: string } | undefined
  auditDays: number
  webhookNetworks: string[]
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
  dataFolder: {
    name: 'DATA_FOLDER',
    ...kinds.folder,
    description:
      "Where the installation's secret is kept unless SECRET is set; default: the folder of the SQLite database, with PostgreSQL data.",
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
  secret: {
    name: 'SECRET',
    secret: true,
    ...kinds.installationSecret,
    description:
      'What mailed codes and waiting mails are protected with; default: the file secret in DATA_FOLDER, which the first start creates.',
  },
  secretPrevious: {
    name: 'SECRET_PREVIOUS',
    default: '',
    secret: true,
    ...kinds.installationSecrets,
    description: 'Former values of SECRET, which still open what they protect; see docs/security.md.',
  },
  mailUrl: {
    name: 'MAIL_URL',
    secret: true,
    ...kinds.mailServer,
    description:
      'The server that sends mail; without it, each mail is written as a file into the folder mail in DATA_FOLDER. See docs/mail.md.',
  },
  mailFrom: {
    name: 'MAIL_FROM',
    ...kinds.mailbox,
    description: 'The sender of mails, with MAIL_URL.',
  },
  defaultLanguage: {
    name: 'DEFAULT_LANGUAGE',
    default: 'en',
    ...kinds.oneOf(['en', 'fr']),
    description: 'Language of mails to people whose language is not known.',
  },
  mailTemplates: {
    name: 'MAIL_TEMPLATES',
    default: 'mail',
    ...kinds.existingFolder,
    description:
      'Folder of your own texts of mails, KIND.LANGUAGE.liquid; see docs/mail.md. The default folder is optional.',
  },
  brandName: {
    name: 'BRAND_NAME',
    default: 'Rolecall',
    ...kinds.shownName,
    description: 'What the product is called, in the pages for signing in and in mails.',
  },
  brandLogo: {
    name: 'BRAND_LOGO',
    ...kinds.logo,
    description: 'The logo on those pages.',
  },
  brandColor: {
    name: 'BRAND_COLOR',
    ...kinds.color,
    description:
      'Colour of buttons and links on those pages and in mails; that of the dark theme is made from it.',
  },
  appUrl: {
    name: 'APP_URL',
    ...kinds.publicUrl,
    description: 'Where somebody without permissions in the console is led after signing in.',
  },
  signup: {
    name: 'SIGNUP',
    default: 'open',
    ...kinds.oneOf(['open', 'verify', 'closed']),
    description: 'What sign-up creates: an active user, a registration to verify, or nothing.',
  },
  approval: {
    name: 'APPROVAL',
    default: 'none',
    ...kinds.oneOf(['none', 'manual']),
    description:
      'With SIGNUP=verify, what follows the verification of an address: the user at once, or the approval of an administrator.',
  },
  requireSecondFactor: {
    name: 'REQUIRE_SECOND_FACTOR',
    default: 'roles',
    ...kinds.oneOf(FACTOR_POLICIES),
    description:
      'Who needs a second factor: holders of roles that require one; administrators (holders of any permission of the module rolecall) too; everyone. See docs/sign-in.md.',
  },
  signinCode: {
    name: 'SIGNIN_CODE',
    default: 'off',
    ...kinds.oneOf(['off', 'on']),
    description:
      'Whether one can sign in with a mailed code in place of the password, at a verified address; see docs/sign-in.md.',
  },
  tokenTtlDays: {
    name: 'TOKEN_TTL_DAYS',
    default: '30',
    ...kinds.wholeNumber(0, 36_500),
    description: 'Days until the token of a sign-in expires; 0 for never.',
  },
  sessionHours: {
    name: 'SESSION_HOURS',
    default: '24',
    ...kinds.wholeNumber(1, 8_760),
    description: 'Hours until a session in a cookie ends, however much it is used.',
  },
  sessionIdleMinutes: {
    name: 'SESSION_IDLE_MINUTES',
    default: '60',
    ...kinds.wholeNumber(1, 525_600),
    description: 'Minutes without use after which a session in a cookie ends.',
  },
  signinRateLimit: {
    name: 'SIGNIN_RATE_LIMIT',
    default: '10',
    ...kinds.wholeNumber(0, 1_000_000),
    description:
      'Failed sign-ins of an account before it has to wait; failed sign-ins and sign-ups a minute from an address; 0 for no limit.',
  },
  clientSigninRateLimit: {
    name: 'CLIENT_SIGNIN_RATE_LIMIT',
    default: '600',
    ...kinds.wholeNumber(0, 1_000_000),
    description:
      'Failed sign-ins and sign-ups a minute of all people for whom a trusted client calls; 0 for no limit.',
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
  auditKeyFile: {
    name: 'AUDIT_KEY_FILE',
    ...kinds.file,
    description:
      'The key that seals the audit trail, which `rolecall audit key` makes; without it, nothing is sealed. See docs/events.md.',
  },
  auditCheckpoints: {
    name: 'AUDIT_CHECKPOINTS',
    ...kinds.checkpoints,
    description:
      'Where signed checkpoints of the audit trail go: a file, to which they are appended, or an https address.',
  },
  auditDays: {
    name: 'AUDIT_DAYS',
    default: '0',
    ...kinds.wholeNumber(0, 36_500),
    description:
      'Days after which entries of the audit trail are deleted; what seals them stays. 0 for never. See docs/events.md.',
  },
  webhookNetworks: {
    name: 'WEBHOOK_NETWORKS',
    default: '',
    ...kinds.networks,
    description:
      'Networks that webhooks may be sent to although they are not public, such as 10.0.0.0/8; empty for none.',
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
    if (value === undefined) faults.push(faultOf(setting, text.trim(), { file: from, cwd }))
    return [key, value ?? text]
  })
  const config: Config = Object.fromEntries(values)
  config.dataFolder ??= defaultDataFolder(config, cwd)
  faults.push(...combinedFaults(config, namesAdministrator))
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/** An invalid DATABASE_URL is still text or undefined here. */
function defaultDataFolder({ databaseUrl }: Config, cwd: string): string {
  const [, file] = /^sqlite:(?!:memory:$)(.+)$/.exec(String(databaseUrl)) ?? []
  return file === undefined ? resolve(cwd, 'data') : dirname(file)
}

/** Where the installation's secret is: see credentials/unlock-secret.ts. */
export const secretSourceOf = ({ secret, secretPrevious, dataFolder, databaseUrl }: Config) => ({
  secret,
  secretPrevious,
  secretFile: databaseUrl === 'sqlite::memory:' ? undefined : join(dataFolder, 'secret'),
})

/** Where mails are written without MAIL_URL. */
export const mailFolderOf = ({ dataFolder }: Config): string => join(dataFolder, 'mail')

/**
 * What sending needs to know. Links in mails lead to PUBLIC_URL, never to the host that a request names: anybody could send
 * people elsewhere.
 * @param localUrl what links begin with if PUBLIC_URL is not set
 */
export const mailSettingsOf = (
  config: Config,
  overrides: Overrides,
  localUrl: () => string,
): MailSettings => ({
  server: config.mailUrl,
  from: config.mailFrom ?? { name: config.brandName, address: 'rolecall@localhost' },
  language: config.defaultLanguage,
  folder: mailFolderOf(config),
  brand: brandIn(config),
  overrides,
  baseUrl: () => config.publicUrl ?? localUrl(),
})

/** What the product is called and looks like. */
export const brandIn = ({ brandName, brandColor, brandLogo }: Config): Brand =>
  brandOf(brandName, brandColor, brandLogo)

/**
 * Whose passkeys browsers make and use. They do so only for a host with a name, on pages that nobody can change on their way.
 * @returns undefined where passkeys are off
 */
export function relyingPartyOf(config: Config): RelyingParty | undefined {
  if (config.publicUrl === undefined) return undefined
  const { protocol, hostname, origin } = new URL(config.publicUrl)
  const isLoopback = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  if (isAddress || (protocol !== 'https:' && !isLoopback)) return undefined
  return { id: hostname, origin, name: brandIn(config).name }
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
function faultOf(
  { name, expected, secret, explain }: Setting,
  given: string,
  { file, cwd }: { file: string | undefined; cwd: string },
): string {
  const where = file === undefined ? '' : `, from ${file},`
  if (secret) return `${name}${where} must be ${expected}.`
  const safe = withoutCredentials(given)
  const shown = safe.length > MAX_SHOWN ? `${safe.slice(0, MAX_SHOWN)}…` : safe
  const reason = explain?.(given, cwd) ?? `it must be ${expected}`
  if (file !== undefined) return `${name}${where} is refused; ${reason}.`
  return `${name} is ${JSON.stringify(shown)}; ${reason}.`
}

/** The URL of a database or a proxy may contain a password. */
const withoutCredentials = (text: string) => text.replace(/\/\/.*@/, '//…@')

function combinedFaults(config: Config, namesAdministrator: boolean): string[] {
  return [...administratorFaults(config, namesAdministrator), ...replicaFaults(config), ...mailFaults(config)]
}

/** Invalid settings are still text or undefined here. */
const replicaFaults = ({ databaseUrl, replicaUrls }: Config): string[] =>
  Array.isArray(replicaUrls) && replicaUrls.length > 0 && String(databaseUrl).startsWith('sqlite:')
    ? ['DATABASE_REPLICA_URLS is set, but DATABASE_URL is a file; only a PostgreSQL database has replicas.']
    : []

const mailFaults = ({ mailUrl, mailFrom }: Config): string[] =>
  mailUrl !== undefined && mailFrom === undefined
    ? ['MAIL_URL is set, but MAIL_FROM is not; set both, or neither.']
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
