import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/*
 * An authenticator (WebAuthn level 3) in software, with the browser around it. Attacks change what a real one would send.
 */

const FLAGS = { up: 0x01, uv: 0x04, be: 0x08, bs: 0x10, at: 0x40 } as const

/** What an attack changes. */
export interface Changes {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  isVerified?: boolean
  isPresent?: boolean
  isBackupEligible?: boolean
  counter?: number
  userHandle?: string | null
  crossOrigin?: boolean
  /** Signs with this key in place of its own. */
  key?: KeyObject
  /** Names this credential in place of its own. */
  id?: string
  attestation?: { fmt: string; attStmt: Cbor }
}

interface Options {
  challenge: string
  rpId?: string
  rp?: { id: string }
  user?: { id: string }
}

type Cbor = number | string | Buffer | Map<number | string, Cbor> | Cbor[]

/** As much of CBOR (RFC 8949) as attestations need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const parts = [...value].flatMap(([name, one]) => [cbor(name), cbor(one)])
  return Buffer.concat([head(5, value.size), ...parts])
}

function head(major: number, size: number): Buffer {
  const first = major << 5
  if (size < 24) return Buffer.from([first | size])
  return size < 256 ? Buffer.from([first | 24, size]) : Buffer.from([first | 25, size >> 8, size & 0xff])
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const encoded = (bytes: Buffer) => bytes.toString('base64url')

const KINDS = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
}

/** One passkey on a device. */
export class Passkey {
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  readonly #origin: string
  readonly #isBackupEligible: boolean
  readonly #kind: keyof typeof KINDS
  #userHandle: string | undefined
  readonly id = encoded(randomBytes(32))
  /** 0: the device does not count. */
  counter: number

  constructor(
    origin: string,
    { counter = 1, isBackupEligible = false, kind = 'ES256' }: Partial<PasskeyOptions> = {},
  ) {
    const { publicKey, privateKey } = KINDS[kind]()
    this.#key = privateKey
    this.#publicKey = coseOf(publicKey)
    this.#origin = origin
    this.#isBackupEligible = isBackupEligible
    this.#kind = kind
    this.counter = counter
  }

  /** Whose passkey it is, once it was made. */
  get userHandle(): string | undefined {
    return this.#userHandle
  }

  /** What `navigator.credentials.create()` answers. */
  make(options: Options, changes: Changes = {}) {
    this.#userHandle = options.user?.id
    const id = changes.id ?? this.id
    const credential = Buffer.from(id, 'base64url')
    const length = Buffer.from([credential.length >> 8, credential.length & 0xff])
    const attested = Buffer.concat([Buffer.alloc(16), length, credential, this.#publicKey])
    const authData = this.#authenticatorData(options, changes, attested)
    const { fmt, attStmt } = changes.attestation ?? { fmt: 'none', attStmt: new Map() }
    const attestation: Cbor = new Map<string, Cbor>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', authData],
    ])
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON: encoded(this.#clientData('webauthn.create', options, changes)),
        attestationObject: encoded(cbor(attestation)),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** What `navigator.credentials.get()` answers. */
  use(options: Options, changes: Changes = {}) {
    if (this.counter > 0) this.counter += 1
    const clientData = this.#clientData('webauthn.get', options, changes)
    const authData = this.#authenticatorData(options, changes)
    const id = changes.id ?? this.id
    const signed = Buffer.concat([authData, sha256(clientData)])
    const key = changes.key ?? this.#key
    const userHandle = changes.userHandle === undefined ? this.#userHandle : changes.userHandle
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: encoded(clientData),
        authenticatorData: encoded(authData),
        signature: encoded(sign(this.#kind === 'EdDSA' ? null : 'sha256', signed, key)),
        ...(userHandle != null && { userHandle }),
      },
    }
  }

  #clientData(type: string, options: Options, changes: Changes): Buffer {
    const { challenge = options.challenge, origin = this.#origin, crossOrigin = false } = changes
    return Buffer.from(JSON.stringify({ type: changes.type ?? type, challenge, origin, crossOrigin }))
  }

  #authenticatorData(options: Options, changes: Changes, attested = Buffer.alloc(0)): Buffer {
    const rpId = changes.rpId ?? options.rpId ?? options.rp?.id ?? ''
    const { isPresent = true, isVerified = true, isBackupEligible = this.#isBackupEligible } = changes
    const flags =
      (isPresent ? FLAGS.up : 0) |
      (isVerified ? FLAGS.uv : 0) |
      (isBackupEligible ? FLAGS.be | FLAGS.bs : 0) |
      (attested.length > 0 ? FLAGS.at : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(changes.counter ?? this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, attested])
  }
}

interface PasskeyOptions {
  counter: number
  isBackupEligible: boolean
  kind: keyof typeof KINDS
}

/** A public key as COSE (RFC 9052). */
function coseOf(key: KeyObject): Buffer {
  const { kty, x, y, n, e } = key.export({ format: 'jwk' })
  const bytes = (text: unknown) => Buffer.from(text as string, 'base64url')
  if (kty === 'EC')
    return cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    )
  if (kty === 'OKP')
    return cbor(
      new Map<number, Cbor>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, bytes(x)],
      ]),
    )
  return cbor(
    new Map<number, Cbor>([
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ]),
  )
}
