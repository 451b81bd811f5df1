import type { SendMailOptions } from 'nodemailer'
import type { MailKind } from '../../contract/mails.ts'
import type { Ctx } from '../access/context.ts'
import { isBefore } from '../access/in-force.ts'
import type { Language } from '../messages/languages.ts'
import type { WaitingMail } from './claims.ts'
import { MAIL_KINDS } from './kinds.ts'
import { pageOf } from './layout.ts'
import type { MailSettings } from './settings.ts'
import { createRenderer, type Rendered, type Renderer, TemplateError } from './template.ts'
import { english } from './texts/en.ts'
import { french } from './texts/fr.ts'

/** A mail as a transport takes it. */
export interface Message {
  /** Of its file, if it is written as one: the same in each attempt. */
  name: string
  envelope: { from: string; to: string[] }
  options: SendMailOptions
  /** What no log and no reply of a server may repeat. */
  secrets: string[]
}

const TEXTS = { en: english, fr: french }

/** Renders mails. */
export class Composer {
  readonly #settings: MailSettings
  readonly #onFault: (error: TemplateError, kind: string) => void
  #renderer: Promise<Renderer> | undefined

  /** @param onFault is told of a text of the operator that fails for a mail, which gets ours */
  constructor(settings: MailSettings, onFault: (error: TemplateError, kind: string) => void) {
    this.#settings = settings
    this.#onFault = onFault
  }

  /** @param opened what the text is filled in with @throws TemplateError */
  async compose(ctx: Pick<Ctx, 'now'>, mail: WaitingMail, opened: Record<string, unknown>): Promise<Message> {
    const { from, baseUrl } = this.#settings
    const language = mail.language ?? this.#settings.language
    const { code, digits, digits_expire_at: digitsEnd } = opened as Partial<Record<string, string>>
    const { page } = MAIL_KINDS[mail.kind]
    const values = {
      ...opened,
      name: nameIn(opened.name),
      inviter: nameIn(opened.inviter),
      token: nameIn(opened.token),
      factor: nameIn(opened.factor),
      digits: isBefore(ctx.now(), digitsEnd ?? null) ? digits : undefined,
      link: page === undefined ? undefined : `${baseUrl()}${page}${code ?? ''}`,
      address: mail.address,
      brand: this.#settings.brand.name,
      language,
    }
    const { subject, text, html } = await this.#render(`${mail.kind}.${language}`, values)
    return {
      name: `${mail.createdAt.replaceAll(/[:.]/g, '-')}-${mail.kind}-${mail.id}`,
      envelope: { from: from.address, to: [mail.address] },
      options: {
        from,
        // Without a name, which the recipient knows and others may have typed.
        to: { name: '', address: mail.address },
        subject,
        text,
        html: pageOf(language, this.#settings.brand, subject, html),
        date: new Date(mail.createdAt),
        messageId: mail.messageId,
        // No robot answers it: RFC 3834.
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      },
      secrets: [code, digits].filter((secret) => secret !== undefined),
    }
  }

  /** By the text of the operator, if there is one and it works. */
  async #render(text: `${MailKind}.${Language}`, values: Record<string, unknown>): Promise<Rendered> {
    this.#renderer ??= createRenderer()
    const renderer = await this.#renderer
    const [kind, language] = text.split('.') as [MailKind, Language]
    const override = this.#settings.overrides[text]
    if (override !== undefined) {
      try {
        return await renderer.render(override, values)
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error
        this.#onFault(error, text)
      }
    }
    return renderer.render(TEXTS[language][kind], values, { isOurs: true })
  }
}

const MAX_NAME = 50

/**
 * What no name needs, but a link, an address or a telephone number does, also in other scripts; and characters that are not
 * seen, other than the joiners that some languages write.
 */
const OF_LINKS = /[@/\\:]|[.\u3002]\S|(?:\p{Nd}\P{L}*){4}|[^\P{Cf}\u200c\u200d]/u

/**
 * The name of the recipient, of who invites them, or of a token or a factor. Others may have typed it: a text that a mail program
 * would make a link of, or that is longer than a name, would be their message to the recipient.
 */
function nameIn(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.length > MAX_NAME) return undefined
  const line = name.replaceAll(/\s+/g, ' ').trim()
  // Compatibility forms, such as a full-width dot, become the characters that mail programs take them for.
  return line === '' || OF_LINKS.test(line.normalize('NFKC')) ? undefined : line
}
