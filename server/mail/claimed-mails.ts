import type { Ctx } from '../access/context.ts'
import { addMs } from '../dates.ts'
import { handled } from '../db/transactions/sent-statements.ts'
import { type ClaimedMail, claimMails, endSentMails, releaseMails, type SentMail } from './claims.ts'
import { CONNECTIONS } from './transport.ts'

/**
 * How long a mail may be kept ready. Slow mails may be in front of it: other processes, or what is more urgent, need not wait for
 * them, and its lease must be long enough for an attempt.
 */
const READY_MS = 1000

/**
 * The mails of the outbox that one process sends. They are claimed, and stored as sent, several in a transaction, while others
 * are being sent: no connection to the mail server waits for the database.
 */
export class ClaimedMails {
  readonly #ctx: Ctx
  readonly #messageIdOf: (uuid: string) => string
  readonly #onClaimed: (mail: ClaimedMail) => void
  /** Claimed, but not handed out yet: fewer than twice as many as there are connections. */
  #ready: ClaimedMail[] = []
  #claiming: Promise<number> | undefined
  /** Whether the last claim may have left some. */
  #isMore = false
  #sent: SentMail[] = []
  /** Stores all of `#sent` once the former ones are stored. */
  #storing: Promise<void> | undefined
  #stored: Promise<void> = Promise.resolve()

  /**
   * @param messageIdOf the `Message-ID` that a mail keeps in all attempts, so that one that arrives twice can be recognized
   * @param onClaimed called once for each mail, before it is handed out
   */
  constructor(ctx: Ctx, messageIdOf: (uuid: string) => string, onClaimed: (mail: ClaimedMail) => void) {
    this.#ctx = ctx
    this.#messageIdOf = messageIdOf
    this.#onClaimed = onClaimed
  }

  /** Whether {@link next} has one at once. */
  get isAnyReady(): boolean {
    return this.#ready.length > 0
  }

  /** The next mail to send; undefined if none is due. */
  async next(): Promise<ClaimedMail | undefined> {
    await this.releaseOld()
    for (;;) {
      if (this.#isMore && this.#ready.length < CONNECTIONS) this.#claim()
      const mail = this.#ready.shift()
      if (mail) return mail
      if ((await this.#claim()) === 0) return undefined
    }
  }

  /** @returns how many were claimed */
  #claim(): Promise<number> {
    this.#claiming ??= handled(
      this.#claimSome().finally(() => {
        this.#claiming = undefined
      }),
    )
    return this.#claiming
  }

  async #claimSome(): Promise<number> {
    const mails = await claimMails(this.#ctx, CONNECTIONS, this.#messageIdOf)
    for (const mail of mails) this.#onClaimed(mail)
    this.#ready.push(...mails)
    this.#isMore = mails.length === CONNECTIONS
    return mails.length
  }

  /** Stores that a mail was sent, and erases what was in it. */
  storeSent(mail: ClaimedMail, reply: string): Promise<void> {
    this.#sent.push({ mail, reply })
    this.#storing ??= handled(this.#stored.catch(() => undefined).then(() => this.#storeAll()))
    return this.#storing
  }

  #storeAll(): Promise<void> {
    this.#storing = undefined
    const mails = this.#sent
    this.#sent = []
    const store = async () => {
      try {
        await endSentMails(this.#ctx, mails)
      } catch (error) {
        // With the next ones, or at the end: what is not stored is sent again.
        this.#sent.unshift(...mails)
        throw error
      }
    }
    this.#stored = handled(store())
    return this.#stored
  }

  /** Gives back what has been ready for too long. */
  releaseOld(): Promise<void> {
    const oldest = addMs(this.#ctx.now(), -READY_MS)
    return this.#release(({ claimedAt }) => claimedAt < oldest)
  }

  /** Stores what is left of what was sent, and gives back what was not handed out. */
  async end(): Promise<void> {
    await this.#claiming?.catch(() => undefined)
    try {
      if (this.#sent.length > 0) await this.#storeAll()
    } finally {
      await this.#release(() => true)
    }
  }

  async #release(isReleased: (mail: ClaimedMail) => boolean): Promise<void> {
    const mails = this.#ready.filter(isReleased)
    if (mails.length === 0) return
    this.#ready = this.#ready.filter((mail) => !mails.includes(mail))
    await releaseMails(this.#ctx, mails)
  }
}
