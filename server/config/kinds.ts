import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import { contrastFault, type Logo } from '../brand/brand.ts'
import { type Rgb, rgbOf } from '../brand/colors.ts'
import { readLogo } from '../brand/logo.ts'
import { passwordFault } from '../credentials/passwords.ts'
import { type Mailbox, type MailServer, mailServerOf } from '../mail/settings.ts'
import { isEmail } from '../values/formats.ts'

/** How one type of setting is read. */
export interface SettingKind<T> {
  /** Completes "it must be …". */
  expected: string
  /** Undefined if the text is invalid. File names are relative to `cwd`. */
  read: (text: string, cwd: string) => T | undefined
  /** A better reason than `expected` for some invalid texts. */
  explain?: (text: string, cwd: string) => string | undefined
}

export const wholeNumber = (min: number, max: number): SettingKind<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  read: (text) => (/^\d{1,9}$/.test(text) && isWithin(Number(text), min, max) ? Number(text) : undefined),
})

const isWithin = (value: number, min: number, max: number) => value >= min && value <= max

export const oneOf = <const T extends string>(choices: readonly T[]): SettingKind<T> => ({
  expected: `one of ${choices.join(', ')}`,
  read: (text) => choices.find((choice) => choice === text.toLowerCase()),
})

const HOST_NAME = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i
const NUMBERS_ONLY = /^[\d.]+$/

export const host: SettingKind<string> = {
  expected: 'an IP address or a host name, without a port',
  read: (text) => (isIP(text) !== 0 || (HOST_NAME.test(text) && !NUMBERS_ONLY.test(text)) ? text : undefined),
}

/** Requires a database in the path: without one, the server would use the user's name. */
function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.host !== '' && url.pathname.length > 1
}

export const databaseUrl: SettingKind<string> = {
  expected:
    'sqlite: and the path of a file, such as sqlite:data/rolecall.db, or postgres://user:password@host/database',
  read: (text, cwd) => {
    if (/^postgres(ql)?:/i.test(text)) return isPostgresUrl(text) ? text : undefined
    const [, path] = /^sqlite:(?!\/\/)(.+)$/.exec(text) ?? []
    if (path === undefined) return undefined
    return path === ':memory:' ? text : `sqlite:${resolve(cwd, path)}`
  },
}

export const replicaUrls: SettingKind<string[]> = {
  expected: 'a list of addresses such as postgres://user:password@host/database, one for each server',
  read: (text) => (text.trim() === '' ? [] : listOf(text, isReplicaUrl)),
}

const isReplicaUrl = (text: string) => /^postgres(ql)?:/i.test(text) && isPostgresUrl(text)

export const publicUrl: SettingKind<string> = {
  expected: 'an http or https address without a query, such as https://accounts.example.com',
  read: (text) => {
    const url = httpUrl(text)
    return url && url.search === '' && url.hash === '' && url.username === ''
      ? url.href.replace(/\/+$/, '')
      : undefined
  },
}

function httpUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  return url && /^https?:\/\//i.test(text) && !/\s/.test(text) ? url : undefined
}

const MAX_EMAIL = 150

export const emailAddress: SettingKind<string> = {
  expected: 'an email address',
  read: (text) => (isEmail(text) && text.length <= MAX_EMAIL ? text : undefined),
}

export const mailServer: SettingKind<MailServer> = {
  expected:
    'smtp://user:password@host:587 or smtps://user:password@host:465; smtp:// requires STARTTLS, unless the host is this machine or ?tls=optional follows',
  read: mailServerOf,
}

/** What a header can say without quotes, in any script. */
const SHOWN_NAME = /^[^\p{Cc}<>"@,;:\\]{1,100}$/u

export const mailbox: SettingKind<Mailbox> = {
  expected: 'an email address, or a name and the address in angle brackets: Example <accounts@example.com>',
  read: (text) => {
    const [, name, inBrackets] = /^([^<>]*\S)\s*<([^<>]+)>$/.exec(text) ?? []
    const address = emailAddress.read(inBrackets ?? text, '')
    if (address === undefined || (name !== undefined && !SHOWN_NAME.test(name))) return undefined
    return { name: name ?? '', address }
  },
}

export const shownName: SettingKind<string> = {
  expected: 'at most 50 characters, without < > " @ , ; : and \\',
  read: (text) => (SHOWN_NAME.test(text) && [...text].length <= 50 ? text : undefined),
}

export const color: SettingKind<Rgb> = {
  expected: 'a colour such as #3b5bdb, dark enough for white text on it',
  read: (text) => {
    const rgb = rgbOf(text)
    return rgb && contrastFault(rgb) === undefined ? rgb : undefined
  },
  explain: (text) => {
    const rgb = rgbOf(text)
    return rgb && contrastFault(rgb)
  },
}

export const logo: SettingKind<Logo> = {
  expected: 'the path of an SVG or PNG picture of at most 100 KiB',
  read: (text, cwd) => {
    const read = readLogo(resolve(cwd, text))
    return 'fault' in read ? undefined : read
  },
  explain: (text, cwd) => {
    const read = readLogo(resolve(cwd, text))
    return 'fault' in read ? read.fault : undefined
  },
}

export const password = (min: number, max: number): SettingKind<string> => ({
  expected: `${min} to ${max} characters, not among common passwords`,
  read: (text) => (isWithin([...text].length, min, max) && !passwordFault(text) ? text : undefined),
})

const isInstallationSecret = (text: string) => /^[^\s,]{32,1000}$/.test(text)

const SECRETS = '32 to 1000 characters without spaces and commas'

export const installationSecret: SettingKind<string> = {
  expected: SECRETS,
  read: (text) => (isInstallationSecret(text) ? text : undefined),
}

export const installationSecrets: SettingKind<string[]> = {
  expected: `a list of texts of ${SECRETS} each`,
  read: (text) => (text.trim() === '' ? [] : listOf(text, isInstallationSecret)),
}

const UNITS: Record<string, number> = { '': 1, kb: 1024, mb: 1024 ** 2 }
const MIN_BYTES = 1024
const MAX_BYTES = 1024 ** 3

export const byteSize: SettingKind<number> = {
  expected: 'a size from 1kb to 1024mb, such as 512kb, 1mb or a number of bytes',
  read: (text) => {
    const [, digits, unit] = /^(\d{1,10}) ?(kb|mb|)$/i.exec(text) ?? []
    const bytes = Number(digits) * (UNITS[unit?.toLowerCase() ?? ''] as number)
    return isWithin(bytes, MIN_BYTES, MAX_BYTES) ? bytes : undefined
  },
}

/** The members of a comma-separated list, if all are accepted. */
function listOf(text: string, accepts: (member: string) => boolean): string[] | undefined {
  const members = text.split(',').map((member) => member.trim())
  return members.every(accepts) ? members : undefined
}

/** Fastify's names for address ranges. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal']

function isAddressRange(text: string): boolean {
  if (RANGES.includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

export const proxies: SettingKind<boolean | string[]> = {
  expected: 'true, false, or a list such as 127.0.0.1,10.0.0.0/8 (loopback, linklocal and uniquelocal too)',
  read: (text) => (/^(true|false)$/i.test(text) ? /^true$/i.test(text) : listOf(text, isAddressRange)),
}

export const networks: SettingKind<string[]> = {
  expected: 'a list of addresses and networks such as 10.0.0.0/8,fd00::/8',
  read: (text) =>
    text === '' ? [] : listOf(text, (member) => !RANGES.includes(member) && isAddressRange(member)),
}

const isOrigin = (text: string) => text === '*' || httpUrl(text)?.origin === text

export const origins: SettingKind<string[]> = {
  expected: 'a list of origins without a path, such as https://app.example.com,http://localhost:5173, or *',
  read: (text) => (text === '' ? [] : listOf(text, isOrigin)),
}

export const folder: SettingKind<string> = {
  expected: 'the path of a folder, which is created if there is none',
  read: (text, cwd) => {
    const path = resolve(cwd, text)
    return isFile(path) ? undefined : path
  },
}

export const existingFile: SettingKind<string> = {
  expected: 'the path of a file that exists',
  read: (text, cwd) => {
    const path = resolve(cwd, text)
    return isFile(path) ? path : undefined
  },
}

export const existingFolder: SettingKind<string> = {
  expected: 'the path of a folder that exists',
  read: (text, cwd) => {
    const path = resolve(cwd, text)
    return isFolder(path) ? path : undefined
  },
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

export const file: SettingKind<string> = {
  expected: 'the path of a file in a folder that exists',
  read: (text, cwd) => {
    const path = resolve(cwd, text)
    return isFolder(dirname(path)) && !isFolder(path) ? path : undefined
  },
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** @returns where they go: see `Shipping` of server/audit */
export const checkpoints: SettingKind<{ file: string } | { url: string }> = {
  expected: 'an https address, or the path of a file in a folder that exists',
  read: (text, cwd) => {
    const url = httpUrl(text)
    if (url) return url.protocol === 'https:' || LOOPBACK.test(url.hostname) ? { url: url.href } : undefined
    const path = file.read(text, cwd)
    return path === undefined ? undefined : { file: path }
  },
}
