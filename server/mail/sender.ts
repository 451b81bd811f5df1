import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Ctx } from '../access/context.ts'
import { isSecretReplaced } from '../credentials/unlock-secret.ts'
import { SealError } from '../crypto/installation-secret.ts'
import { addMs } from '../dates.ts'
import { handled } from '../db/transactions/sent-statements.ts'
import type { Job } from '../jobs/job.ts'
import { ClaimedMails } from './claimed-mails.ts'
import {
  type ClaimedMail,
  deleteOldMails,
  failMail,
  isAnyDue,
  OTHER_SECRET,
  releaseMails,
  retryMail,
} from './claims.ts'
import { Composer, type Message } from './message.ts'
import type { MailSettings } from './settings.ts'
import {
  CONNECTIONS,
  MailFault,
  openTransport,
  TRANSPORT_LIMITS,
  type Transport,
  type TransportLimits,
} from './transport.ts'

/** How often the outbox is looked at; a request does not wait for its mail. */
const INTERVAL_MS = 1000
/** Without a connection, this process sends nothing for a while: the other mails keep their attempts. */
const PAUSE_MS = 60_000
/** Longer replies of servers are cut. */
const MAX_REPLY = 500

interface SenderOptions {
  logger: Logger
  /** Tests use shorter ones. */
  limits?: Partial<TransportLimits> | undefined
}

/** The jobs that send mails, and delete old ones. */
export function mailJobs(ctx: Ctx, settings: MailSettings, options: SenderOptions): Job[] {
  const sender = new Sender(ctx, settings, options)
  return [
    { name: 'send-mails', intervalMs: INTERVAL_MS, run: (signal) => sender.run(signal) },
    { name: 'delete-old-mails', intervalMs: 60_000, run: (signal) => deleteOldMails(ctx, signal) },
  ]
}

/** Sends the mails of the outbox. Other processes may do so beside it. */
class Sender {
  readonly #ctx: Ctx
  readonly #settings: MailSettings
  readonly #composer: Composer
  readonly #options: SenderOptions
  /** Composed while others are being sent, so that no connection waits for it. */
  readonly #messages = new WeakMap<ClaimedMail, Promise<Message | string>>()
  #pausedUntil = ''

  constructor(ctx: Ctx, settings: MailSettings, options: SenderOptions) {
    this.#ctx = ctx
    this.#settings = settings
    this.#composer = new Composer(settings, (error, text) =>
      options.logger.error(
        { text, line: error.line, reason: error.message },
        'a text of a mail failed; ours is used',
      ),
    )
    this.#options = options
  }

  /** Sends until no mail is due. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#isPaused() || !(await isAnyDue(this.#ctx)) || (await this.#isOutdated())) return
    const hardStop = new AbortController()
    const { stopMs } = { ...TRANSPORT_LIMITS, ...this.#options.limits }
    const stopSoon = () => void setTimeout(() => hardStop.abort(), stopMs).unref()
    signal.addEventListener('abort', stopSoon, { once: true })
    const transport = await openTransport(this.#settings, this.#options.limits)
    const mails = new ClaimedMails(
      this.#ctx,
      (uuid) => this.#messageIdOf(uuid),
      (mail) => this.#messages.set(mail, handled(this.#compose(mail))),
    )
    const send = () => this.#sendAll(mails, transport, { signal, stopping: hardStop.signal })
    try {
      await this.#onEachConnection(mails, send, signal)
    } finally {
      signal.removeEventListener('abort', stopSoon)
      transport.close()
      await mails.end()
    }
  }

  /** @param send sends until no mail is due, on one connection */
  async #onEachConnection(
    mails: ClaimedMails,
    send: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const running = new Set<Promise<unknown>>()
    const faults: unknown[] = []
    const note = (error: unknown): false => {
      faults.push(error)
      return false
    }
    do {
      const isMore = running.size === 0 || (await this.#isMore(mails).catch(note))
      while (isMore && running.size < CONNECTIONS) {
        const sending = send()
          .catch(note)
          .finally(() => running.delete(sending))
        running.add(sending)
      }
      // A slow mail must not hold up those that are enqueued meanwhile, or that are ready.
      await Promise.race([Promise.all(running), wait(INTERVAL_MS, undefined, { ref: false })])
    } while (running.size > 0 && !signal.aborted)
    await Promise.all(running)
    if (faults.length > 0) throw faults[0]
  }

  async #isMore(mails: ClaimedMails): Promise<boolean> {
    await mails.releaseOld()
    return mails.isAnyReady || isAnyDue(this.#ctx)
  }

  #isPaused(): boolean {
    return this.#ctx.now() < this.#pausedUntil
  }

  /**
   * Whether this process has a secret that was replaced: it cannot open the mails of others, and the codes in its own end
   * with its restart.
   */
  async #isOutdated(): Promise<boolean> {
    if (!(await isSecretReplaced(this.#ctx))) return false
    this.#pause()
    this.#options.logger.error('the secret was replaced: no mail is sent until this process is restarted')
    return true
  }

  #pause(): void {
    this.#pausedUntil = addMs(this.#ctx.now(), PAUSE_MS)
  }

  /** A mail is sent while the former one is stored as sent, so that few arrive again after a crash. */
  async #sendAll(
    mails: ClaimedMails,
    transport: Transport,
    { signal, stopping }: { signal: AbortSignal; stopping: AbortSignal },
  ): Promise<void> {
    let stored = Promise.resolve()
    try {
      while (!signal.aborted && !this.#isPaused()) {
        const mail = await mails.next()
        if (!mail) return
        const reply = await this.#send(transport, mail, stopping)
        const former = stored
        if (reply !== undefined) stored = mails.storeSent(mail, reply)
        await former
      }
    } finally {
      await stored
    }
  }

  /** The part after the `@` makes it unique in the world; it needs no mailbox. */
  #messageIdOf(uuid: string): string {
    return `<${uuid}@${this.#settings.from.address.split('@').at(-1)}>`
  }

  /** @returns the reply of the server that has accepted the mail; otherwise, what became of it is stored */
  async #send(transport: Transport, mail: ClaimedMail, stopping: AbortSignal): Promise<string | undefined> {
    const isExpired = mail.expiresAt !== null && mail.expiresAt <= this.#ctx.now()
    const message = isExpired
      ? 'Its code expired before it was sent.'
      : ((await this.#messages.get(mail)) as Message | string)
    if (message === OTHER_SECRET && (await this.#isOutdated())) await releaseMails(this.#ctx, [mail])
    else if (typeof message === 'string') await this.#fail(mail, message)
    else
      try {
        return withoutSecrets(await transport.send(message, stopping), message)
      } catch (error) {
        if (!(error instanceof MailFault)) throw error
        await this.#settle(mail, error.kind, withoutSecrets(error.message, message))
      }
    return undefined
  }

  /** @returns why it can never be sent, if so */
  async #compose(mail: ClaimedMail): Promise<Message | string> {
    const { secret } = this.#ctx
    if (!secret) throw new Error('Mail needs the secret of the installation.')
    try {
      const values = JSON.parse(secret.open('mail', mail.sealed, mail.uuid)) as Record<string, unknown>
      return await this.#composer.compose(this.#ctx, mail, values)
    } catch (error) {
      if (error instanceof SealError) return OTHER_SECRET
      throw error
    }
  }

  async #settle(mail: ClaimedMail, fault: MailFault['kind'], reply: string): Promise<void> {
    if (fault === 'stopped') return releaseMails(this.#ctx, [mail])
    if (fault === 'permanent') return this.#fail(mail, reply)
    if (fault === 'connection') this.#pause()
    const next = await retryMail(this.#ctx, mail, reply)
    const { uuid, kind, attempts } = mail
    this.#options.logger.warn(
      { mail: uuid, kind, attempts, reply, ...(next !== undefined && { next }) },
      next === undefined ? 'a mail has failed' : 'a mail could not be sent; it is tried again',
    )
  }

  async #fail(mail: ClaimedMail, reply: string): Promise<void> {
    const { uuid, kind, attempts } = mail
    await failMail(this.#ctx, mail, reply)
    this.#options.logger.warn({ mail: uuid, kind, attempts, reply }, 'a mail has failed')
  }
}

/** A reply may quote the mail that it refuses. */
function withoutSecrets(reply: string, { secrets }: Message): string {
  const line = reply.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), line).slice(0, MAX_REPLY)
}
