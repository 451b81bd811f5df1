import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Message } from './message.ts'
import type { MailServer, MailSettings } from './settings.ts'

/** Why a mail could not be sent. */
export class MailFault extends Error {
  /**
   * `permanent`: the server refuses this mail for good. `temporary`: it may accept it later. `connection`: there is no
   * connection on which to send any mail. `stopped`: the service stops.
   */
  readonly kind: 'permanent' | 'temporary' | 'connection' | 'stopped'

  /** @param reply what the server said, or why it said nothing; may quote the mail */
  constructor(kind: MailFault['kind'], reply: string, cause?: unknown) {
    super(reply, { cause })
    this.kind = kind
  }
}

/** Sends messages until it is closed. */
export interface Transport {
  /** @param stopping ends an attempt @returns the reply of the server @throws MailFault */
  send: (message: Message, stopping: AbortSignal) => Promise<string>
  close: () => void
}

/** Messages that are sent at the same time, each on a connection of its own. */
export const CONNECTIONS = 4

export interface TransportLimits {
  /** Until the server has greeted. */
  connectMs: number
  /** Of a whole attempt. */
  totalMs: number
  /** What mails get that are being sent when the service stops. */
  stopMs: number
}

export const TRANSPORT_LIMITS: TransportLimits = { connectMs: 30_000, totalMs: 60_000, stopMs: 3000 }

/** @param log receives the lines of the conversation, without the password */
export async function openTransport(
  { server, folder }: Pick<MailSettings, 'server' | 'folder'>,
  limits: Partial<TransportLimits> = {},
  log?: (line: string) => void,
): Promise<Transport> {
  if (server) return openSmtp(server, { ...TRANSPORT_LIMITS, ...limits }, log)
  return { send: (message) => writeFile(folder, message), close: () => undefined }
}

async function openSmtp(
  server: MailServer,
  { connectMs, totalMs }: TransportLimits,
  log?: (line: string) => void,
): Promise<Transport> {
  const { createTransport } = await import('nodemailer')
  const transporter = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    // A connection may end after some messages: the next one is sent on another. More is for the outbox to retry.
    maxRequeues: 1,
    host: server.host,
    port: server.port,
    secure: server.isTls,
    requireTLS: !server.isTlsOptional,
    // Encryption that is optional protects from listeners only. It also accepts a certificate that nobody has signed.
    tls: { rejectUnauthorized: !server.isTlsOptional || server.isTls },
    ...(server.user !== undefined && { auth: { user: server.user, pass: server.password ?? '' } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: totalMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(log && { logger: conversationLogger(log), transactionLog: true }),
  })
  return {
    send: async (message, stopping) => {
      const timeout = AbortSignal.timeout(totalMs)
      try {
        const { response } = await transporter.sendMail({
          ...message.options,
          envelope: message.envelope,
          signal: AbortSignal.any([timeout, stopping]),
        })
        return response
      } catch (error) {
        if (stopping.aborted) throw new MailFault('stopped', 'The service stops.', error)
        if (timeout.aborted)
          throw new MailFault('temporary', `The server took longer than ${totalMs / 1000} seconds.`, error)
        throw faultOf(error as SmtpError)
      }
    },
    close: () => transporter.close(),
  }
}

/** An error of nodemailer. */
interface SmtpError extends Error {
  command?: string
  response?: string
  permanent?: boolean
}

/** Commands about one mail. A refusal of others, such as of the password, is about all of them. */
const OF_A_MAIL = ['MAIL FROM', 'RCPT TO', 'DATA', 'RSET', 'API']

function faultOf(error: SmtpError): MailFault {
  const { command, response, permanent, message } = error
  if (command !== undefined && OF_A_MAIL.includes(command))
    return new MailFault(permanent ? 'permanent' : 'temporary', response ?? message, error)
  return new MailFault('connection', response === undefined ? message : `${command}: ${response}`, error)
}

/** Nodemailer logs like bunyan: an object, a format, its values. It replaces passwords itself. */
function conversationLogger(log: (line: string) => void) {
  const write = ({ tnx = '' }: { tnx?: string }, text: string, ...values: unknown[]) => {
    const sign = { client: 'C: ', server: 'S: ', smtp: '', network: '' }[tnx]
    const line = text.replaceAll(/%[sd]/g, () => String(values.shift()))
    if (sign !== undefined) for (const each of line.trim().split(/\r?\n/)) log(`${sign}${each}`)
  }
  return { trace: write, debug: write, info: write, warn: write, error: write, fatal: write, level: () => {} }
}

/**
 * The text of a file, without an encoding: its readers copy the link and the digits from it. Quoted-printable would break the
 * link into two lines.
 */
const asItIs = (text: string) => ({
  raw: `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}`,
})

/**
 * Writes a message as a file, in place of sending it. It appears whole or not at all, and a repeated attempt replaces it.
 * The file contains codes: only its owner can read it.
 */
async function writeFile(folder: string, { name, options }: Message): Promise<string> {
  const { createTransport } = await import('nodemailer')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail({
    ...options,
    text: asItIs(String(options.text)),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const path = join(folder, `${name}.eml`)
  const part = `${path}.part`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rm(part, { force: true })
    const file = await open(part, 'wx', 0o600)
    try {
      await file.writeFile(message)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    throw new MailFault('connection', `The file cannot be written: ${(error as Error).message}.`, error)
  }
  return `Written to ${path}.`
}
