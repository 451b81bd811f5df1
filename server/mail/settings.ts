import type { Brand } from '../brand/brand.ts'
import type { Language } from '../messages/languages.ts'
import type { Overrides } from './overrides.ts'

/** A server that takes mail by SMTP. */
export interface MailServer {
  host: string
  port: number
  /** TLS from the first byte (`smtps:`). */
  isTls: boolean
  /** Plain text is acceptable if the server offers no TLS: on this machine, or by `?tls=optional`. */
  isTlsOptional: boolean
  user: string | undefined
  password: string | undefined
}

/** An address with the name that is shown. */
export interface Mailbox {
  name: string
  address: string
}

/** What sending needs to know of the settings. */
export interface MailSettings {
  /** Undefined: mails are written as files. */
  server: MailServer | undefined
  from: Mailbox
  /** Of recipients whose language is not known. */
  language: Language
  /** Where mails are written without a server. */
  folder: string
  brand: Brand
  /** Texts of the operator, in place of ours. */
  overrides: Overrides
  /** What links begin with. */
  baseUrl: () => string
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

/** @param text such as `smtp://user:password@host:587`. @returns undefined if it is invalid */
export function mailServerOf(text: string): MailServer | undefined {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined
  if (!['', '/'].includes(url.pathname) || url.hash !== '' || /\s/.test(text)) return undefined
  if (!['', '?tls=optional'].includes(url.search)) return undefined
  const isTls = url.protocol === 'smtps:'
  const isTlsOptional = url.search !== '' || LOOPBACK.test(url.hostname)
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || password === undefined || (user === '') !== (password === '')) return undefined
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    isTls,
    isTlsOptional,
    user: user || undefined,
    password: password || undefined,
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
