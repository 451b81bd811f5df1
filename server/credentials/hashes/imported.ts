import { argon2Text } from './argon2.ts'
import { bytesOf, HashFault, matchGroups } from './format.ts'
import { type Digest, pbkdf2Text } from './pbkdf2.ts'
import { scryptText } from './scrypt.ts'
import { readHash } from './stored.ts'

/** The hash format of another system, which is stored in one of our formats. */
interface ForeignFormat {
  name: string
  prefix: RegExp
  pattern: RegExp
  /** Converts to the stored format. @param parts the capture groups of `pattern` */
  convert: (...parts: string[]) => string
}

const HEX = '[0-9a-f]'

const FOREIGN_FORMATS: readonly ForeignFormat[] = [
  {
    name: 'Django (PBKDF2)',
    prefix: /^pbkdf2_sha/,
    pattern: /^pbkdf2_(sha1|sha256)\$(\d{1,9})\$([^$]+)\$([\w+/]+=*)$/,
    convert: (digest, rounds, salt, hash) =>
      pbkdf2Text(digest as Digest, Number(rounds), textBytes(salt), bytesOf('Django', hash as string)),
  },
  {
    name: 'Django (scrypt)',
    prefix: /^scrypt\$/,
    pattern: /^scrypt\$(\d{1,9})\$([^$]+)\$(\d{1,4})\$(\d{1,4})\$([\w+/]+=*)$/,
    convert: (n, salt, r, p, hash) =>
      scryptText(scryptCosts(n, r, p), textBytes(salt), bytesOf('Django', hash as string)),
  },
  { name: 'Django (argon2)', prefix: /^argon2\$/, pattern: /^argon2(\$argon2.*)$/, convert: bare },
  { name: 'Django (bcrypt)', prefix: /^bcrypt\$/, pattern: /^bcrypt\$(\$2.*)$/, convert: bare },
  {
    name: 'Werkzeug (scrypt)',
    prefix: /^scrypt:/,
    pattern: new RegExp(`^scrypt:(\\d{1,9}):(\\d{1,4}):(\\d{1,4})\\$([^$]+)\\$((?:${HEX}{2})+)$`),
    convert: (n, r, p, salt, hash) => scryptText(scryptCosts(n, r, p), textBytes(salt), hexBytes(hash)),
  },
  {
    name: 'Werkzeug (PBKDF2)',
    prefix: /^pbkdf2:/,
    pattern: new RegExp(`^pbkdf2:(sha1|sha256|sha512):(\\d{1,9})\\$([^$]+)\\$((?:${HEX}{2})+)$`),
    convert: (digest, rounds, salt, hash) =>
      pbkdf2Text(digest as Digest, Number(rounds), textBytes(salt), hexBytes(hash)),
  },
  {
    name: 'Spring Security',
    prefix: /^\{/,
    pattern: /^\{(?:bcrypt|argon2(?:@SpringSecurity_v5_8)?)\}(\$.*)$/,
    convert: bare,
  },
  {
    // The salt is the hex text itself, not the bytes it encodes.
    name: 'Better Auth (scrypt)',
    prefix: new RegExp(`^${HEX}{32}:`),
    pattern: new RegExp(`^(${HEX}{32}):(${HEX}{128})$`),
    convert: (salt, hash) =>
      scryptText({ cost: 16384, blockSize: 16, parallelism: 1 }, textBytes(salt), hexBytes(hash)),
  },
  {
    name: 'ASP.NET Core Identity (version 3)',
    prefix: /^AQAAAA/,
    pattern: /^(AQAAAA[\w+/]+=*)$/,
    convert: (blob) => convertAspNet(bytesOf('ASP.NET Core Identity', blob as string)),
  },
]

function bare(text = ''): string {
  return text
}

const textBytes = (text = '') => Buffer.from(text)
const hexBytes = (hex = '') => Buffer.from(hex, 'hex')

function scryptCosts(n = '', r = '', p = '') {
  if (!Number.isInteger(Math.log2(Number(n))))
    throw new HashFault('is one of scrypt whose N is no power of two')
  return { cost: Number(n), blockSize: Number(r), parallelism: Number(p) }
}

const ASP_NET_DIGESTS: readonly Digest[] = ['sha1', 'sha256', 'sha512']
const ASP_NET_HEADER_BYTES = 13

/** Layout: a marker byte; digest, rounds and salt length in 32 bits each; salt; hash. */
function convertAspNet(blob: Buffer): string {
  const fault = new HashFault('is not a whole hash of ASP.NET Core Identity (version 3)')
  if (blob.length < ASP_NET_HEADER_BYTES) throw fault
  const digest = ASP_NET_DIGESTS[blob.readUInt32BE(1)]
  const hashStart = ASP_NET_HEADER_BYTES + blob.readUInt32BE(9)
  if (digest === undefined || hashStart >= blob.length) throw fault
  const salt = blob.subarray(ASP_NET_HEADER_BYTES, hashStart)
  return pbkdf2Text(digest, blob.readUInt32BE(5), salt, blob.subarray(hashStart))
}

/** Far above the longest hash of any supported system. */
const MAX_CHARACTERS = 1024

/**
 * Converts a hash of another system to the format in which it is stored.
 * @param given the hash as the other system writes it; for Keycloak, the exported credential, as JSON or parsed
 * @throws HashFault
 */
export function importHash(given: unknown): string {
  if (typeof given === 'object' && given !== null) return importKeycloak(given)
  if (typeof given !== 'string' || given === '')
    throw new HashFault('must be text, or a credential of Keycloak')
  if (given.length > MAX_CHARACTERS) throw new HashFault(`is longer than ${MAX_CHARACTERS} characters`)
  if (given.startsWith('{"')) return importKeycloak(parsed(given))
  const foreign = FOREIGN_FORMATS.find(({ prefix }) => prefix.test(given))
  const converted = foreign ? foreign.convert(...matchGroups(foreign.name, foreign.pattern, given)) : given
  readHash(converted)
  return converted
}

type Json = Record<string, unknown>

const KEYCLOAK_DIGESTS = new Map<string, Digest>([
  ['pbkdf2', 'sha1'],
  ['pbkdf2-sha256', 'sha256'],
  ['pbkdf2-sha512', 'sha512'],
])

/** `{type: "password", secretData: "{value, salt}", credentialData: "{hashIterations, algorithm, …}"}`. */
function importKeycloak(credential: object): string {
  const { secretData, credentialData } = credential as Json
  const { value, salt } = parsed(secretData)
  const { algorithm, hashIterations, additionalParameters = {} } = parsed(credentialData)
  if (typeof value !== 'string' || typeof salt !== 'string' || typeof algorithm !== 'string')
    throw notKeycloak()
  const bytes = [bytesOf('Keycloak', salt), bytesOf('Keycloak', value)] as const
  const rounds = wholeNumber(hashIterations)
  const digest = KEYCLOAK_DIGESTS.get(algorithm)
  const converted = digest
    ? pbkdf2Text(digest, rounds, ...bytes)
    : argon2Text(keycloakArgon2(algorithm, rounds, additionalParameters as Json), ...bytes)
  readHash(converted)
  return converted
}

/** Each parameter is a list of one string. */
function keycloakArgon2(algorithm: string, passes: number, parameters: Json) {
  const { type, version, memory, parallelism } = Object.fromEntries(
    Object.entries(parameters ?? {}).map(([name, list]) => [name, Array.isArray(list) ? list[0] : list]),
  )
  const isKnown = algorithm === 'argon2' && version === '1.3' && ['id', 'i', 'd'].includes(type)
  if (!isKnown) throw new HashFault('is one of Keycloak by an algorithm that is not known')
  const kind = `argon2${type}` as 'argon2id'
  return { kind, memoryKib: wholeNumber(memory), passes, lanes: wholeNumber(parallelism) }
}

function wholeNumber(value: unknown): number {
  if (!/^\d{1,9}$/.test(String(value))) throw notKeycloak()
  return Number(value)
}

/** Keycloak nests JSON in JSON, both in exports and in its admin API. */
function parsed(text: unknown): Json {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : text
    if (typeof value === 'object' && value !== null) return value as Json
  } catch {
    // The message of JSON.parse would quote the hash.
  }
  throw notKeycloak()
}

const notKeycloak = () => new HashFault('is not a whole password credential of Keycloak')
