import type { TOTP } from 'otpauth'

/** Codes of authenticator apps (RFC 6238): six digits by SHA-1, a new one every 30 s, which every app supports. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

/** Steps by which the clock of a phone may be wrong, in either direction. */
const DRIFT = 1

/** Loaded with the first factor: most installations start without one. */
const library = () => import('otpauth')

export async function newTotpSecret(): Promise<string> {
  const { Secret } = await library()
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The link that authenticator apps open. @param issuer the service that the codes are for @param account as its user knows it */
export async function totpUri(secret: string, issuer: string, account: string): Promise<string> {
  // A colon separates the two.
  const names = { issuer: issuer.replaceAll(':', ' '), label: account.replaceAll(':', ' ') }
  return (await totpOf(secret, names)).toString()
}

export async function qrCodeOf(uri: string): Promise<string> {
  const { renderSVG } = await import('uqr')
  return renderSVG(uri, { ecc: 'M', border: 4 })
}

/**
 * The time step of a code: the number of 30-second periods since 1970.
 * @returns undefined if it is the code of no step near `now`
 */
export async function stepOfCode(secret: string, code: string, now: string): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = Date.parse(now)
  const totp = await totpOf(secret)
  const delta = totp.validate({ token, timestamp, window: DRIFT })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

const totpOf = async (secret: string, names: object = {}): Promise<TOTP> =>
  new (await library()).TOTP({ ...SHAPE, ...names, secret })
