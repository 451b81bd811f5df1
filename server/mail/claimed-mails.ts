import type { Ctx } from '../access/context.ts'
import { addMs } from '../dates.ts'
import { handled } from '../db/transactions/sent-statements.ts'
import { type ClaimedMail, claimMails, endSentMails, releaseMail, type SentMail } from './claims.ts'
import { CONNECTIONS, TRANSPORT_LIMITS } from './transport.ts'

/** How far the clocks of two machines may be apart. */
export const CLOCKS_APART_MS = 30_000

/**
 * The mails of the outbox that one process sends. They are claimed, and stored as sent, several in a transaction, while others
 * are being sent: no connection to the mail server waits for the database.
 */
export class ClaimedMails {
  readonly #ctx: Ctx
  readonly #messageIdOf: (uuid: string) => string
  /** Claimed, but not handed out yet: at most twice as many as there are connections. */
  readonly #ahead: ClaimedMail[] = []
  #claiming: Promise<number> | undefined
  /** Whether the last claim may have left some. */
  #isMore = false
  #sent: SentMail[] = []
  /** Stores all of `#sent` once the former ones are stored. */
  #storing: Promise<void> | undefined
  #stored: Promise<void> = Promise.resolve()

  /** @param messageIdOf the `Message-ID` that a mail keeps in all attempts, so that one that arrives twice can be recognized */
  constructor(ctx: Ctx, messageIdOf: (uuid: string) => string) {
    this.#ctx = ctx
    this.#messageIdOf = messageIdOf
  }

  /** The next mail to send; undefined if none is due. */
  async next(): Promise<ClaimedMail | undefined> {
    for (;;) {
      if (this.#isMore && this.#ahead.length < CONNECTIONS) this.#claim()
      const mail = this.#ahead.shift()
      if (mail === undefined) {
        if ((await this.#claim()) === 0) return undefined
      } else if (this.#mayBeSent(mail)) return mail
      else await releaseMail(this.#ctx, mail)
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
    this.#ahead.push(...mails)
    this.#isMore = mails.length === CONNECTIONS
    return mails.length
  }

  /** Whether the longest attempt ends before another process may claim the mail: it has waited for slow ones. */
  #mayBeSent({ leaseEndsAt }: ClaimedMail): boolean {
    return addMs(this.#ctx.now(), TRANSPORT_LIMITS.totalMs + CLOCKS_APART_MS) <= leaseEndsAt
  }

  /** Stores that a mail was sent, and erases what was in it. */
  storeSent(mail: ClaimedMail, reply: string): Promise<void> {
    this.#sent.push({ mail, reply })
    this.#storing ??= handled(
      this.#stored
        .catch(() => undefined)
        .then(() => {
          this.#storing = undefined
          this.#stored = handled(endSentMails(this.#ctx, this.#sent.splice(0)))
          return this.#stored
        }),
    )
    return this.#storing
  }

  /** Gives back what was not handed out. */
  async release(): Promise<void> {
    await this.#claiming?.catch(() => undefined)
    for (const mail of this.#ahead.splice(0)) await releaseMail(this.#ctx, mail)
  }
}
