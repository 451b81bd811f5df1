import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** What a key is for. A key derived for one purpose is useless for another. */
export type KeyLabel = 'fingerprint' | 'codes' | 'mail' | 'totp' | 'recovery' | 'passkey' | 'webhook'

/** A text that no secret of this process opens: it was sealed with another one, for another record, or changed. */
export class SealError extends Error {
  constructor() {
    super('The text was sealed with another secret, or changed since.')
  }
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The keys of one secret, derived from it by HKDF-SHA256 (RFC 5869). */
class Keys {
  readonly #secret: string
  readonly #keys = new Map<string, Buffer>()
  /** Says which secret sealed a text, and nothing about the secret. */
  readonly id: string

  constructor(secret: string) {
    this.#secret = secret
    this.id = createHmac('sha256', this.of('key id')).update('id').digest('hex').slice(0, 8)
  }

  of(label: KeyLabel | 'key id'): Buffer {
    let key = this.#keys.get(label)
    if (key === undefined) {
      key = Buffer.from(hkdfSync('sha256', this.#secret, '', `rolecall ${label}`, KEY_BYTES))
      this.#keys.set(label, key)
    }
    return key
  }

  hmac(label: KeyLabel, text: string): string {
    return createHmac('sha256', this.of(label)).update(text).digest('base64url')
  }
}

/**
 * The secret of the installation, which is not in the database: a stolen database opens nothing that was sealed with it.
 * Locked until the start has compared it with the database: see credentials/unlock-secret.ts.
 */
export class InstallationSecret {
  #all: readonly Keys[] = []

  /** @param secrets the first makes; all of them verify and open, so that the secret can be rotated */
  unlock(secrets: readonly [string, ...string[]]): void {
    this.#all = secrets.map((secret) => new Keys(secret))
  }

  get #current(): Keys {
    const [first] = this.#all
    if (!first) throw new Error('The secret of the installation is used before it is unlocked.')
    return first
  }

  /** Whether a text was sealed with a previous secret. */
  isOutdated(sealed: string): boolean {
    return !sealed.startsWith(`${this.#current.id}.`)
  }

  /** HMAC-SHA256, base64url, as it is stored. */
  hmac(label: KeyLabel, text: string): string {
    return this.#current.hmac(label, text)
  }

  /** The same by the current secret and by each previous one: what a stored HMAC may be. */
  hmacs(label: KeyLabel, text: string): string[] {
    return [this.#current, ...this.#all.slice(1)].map((keys) => keys.hmac(label, text))
  }

  /**
   * Encrypts a text with AES-256-GCM and a random nonce.
   * @param associated what it belongs to, such as the uuid of its row: it opens nowhere else
   * @returns the id of the key, a dot, and the nonce, the encrypted text and its tag in base64url
   */
  seal(label: KeyLabel, text: string, associated: string): string {
    const keys = this.#current
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', keys.of(label), nonce).setAAD(Buffer.from(associated))
    const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
    return `${keys.id}.${Buffer.concat(parts).toString('base64url')}`
  }

  /** @throws SealError */
  open(label: KeyLabel, sealed: string, associated: string): string {
    const [id, encoded = ''] = sealed.split('.')
    const keys = [this.#current, ...this.#all.slice(1)].find((keys) => keys.id === id)
    const bytes = Buffer.from(encoded, 'base64url')
    if (!keys || bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError()
    const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(-TAG_BYTES)]
    const decipher = createDecipheriv('aes-256-gcm', keys.of(label), nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(associated))
      .setAuthTag(tag)
    const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
    try {
      return Buffer.concat([opened, decipher.final()]).toString('utf8')
    } catch {
      throw new SealError()
    }
  }
}

/** The installation's secret. Requests and jobs always have it, commands do not. @throws Error without it */
export function secretOf({ secret }: { secret?: InstallationSecret | undefined }): InstallationSecret {
  if (!secret) throw new Error('This needs the secret of the installation.')
  return secret
}
