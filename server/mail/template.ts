import type { Liquid } from 'liquidjs'
import type { Language } from '../messages/languages.ts'

/*
 * The format of texts: Liquid, which is rendered first, and then lines. The first line is `Subject: …`; blank lines separate
 * blocks. Text and HTML are made from the same blocks.
 */

/** A part of a mail, by how its first line begins. */
type Block =
  | { kind: 'text' | 'note' | 'quote' | 'digits'; text: string }
  | { kind: 'button'; label: string; link: string }

/** A rendered text. */
export interface Rendered {
  subject: string
  text: string
  /** The blocks as HTML, without the frame of the page. */
  html: string
}

/** A text is not in the format. The message is for operators. */
export class TemplateError extends Error {
  /** From 1, if it is known. */
  readonly line: number | undefined

  constructor(message: string, { line, cause }: { line?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause })
    this.line = line
  }
}

/** Tags that would read other files. */
const OF_FILES = ['include', 'render', 'layout', 'block']

/** Bounds what a text of an operator can use: 100,000 characters, and half a second. */
const LIMITS = { parseLimit: 100_000, renderLimit: 500, memoryLimit: 1_000_000 }

/** Ours are short, and have no text in their place: a busy machine, on which half a second passes, must not fail them. */
const OUR_LIMITS = { renderLimit: 60_000 }

/**
 * Around a value in a rendered text. Values are hex digits there, so that nothing in them is taken for a part of the format;
 * they are put back at the end, escaped for text or HTML.
 */
const [OPEN, CLOSE] = ['\u0001', '\u0002']
const VALUE = new RegExp(`${OPEN}([0-9a-f]*)${CLOSE}`, 'g')

const protect = (value: unknown): string =>
  `${OPEN}${Buffer.from(value == null ? '' : String(value)).toString('hex')}${CLOSE}`

/** A text that a variable captured holds values that are protected twice. */
function reveal(text: string): string {
  const revealed = text.replaceAll(VALUE, (_, hex: string) => Buffer.from(hex, 'hex').toString())
  return revealed === text ? text : reveal(revealed)
}

/** Renders texts. Loaded with the first mail, since most processes and commands send none. */
export async function createRenderer(): Promise<Renderer> {
  const { Liquid } = await import('liquidjs')
  const engine = new Liquid({
    ...LIMITS,
    outputEscape: protect,
    ownPropertyOnly: true,
    strictFilters: true,
    jsTruthy: true,
    templates: {},
  })
  for (const tag of OF_FILES) delete engine.tags[tag]
  const timeIn = timeFormats()
  engine.registerFilter('time', function (value: unknown) {
    return timeIn((this.context.getSync(['language']) as Language | undefined) ?? 'en', value)
  })
  // The original would hand out a value without its protection.
  engine.registerFilter('raw', (value: unknown) => value)
  return new Renderer(engine)
}

/** Times as people read them, in UTC. A format is made once: that takes as long as all else of a text. */
function timeFormats() {
  const formats = new Map<Language, Intl.DateTimeFormat>()
  const formatOf = (language: Language): Intl.DateTimeFormat => {
    const locale = language === 'en' ? 'en-GB' : language
    const known = formats.get(language)
    const format =
      known ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
    formats.set(language, format)
    return format
  }
  return (language: Language, value: unknown): unknown => {
    const ms = Date.parse(String(value))
    return Number.isNaN(ms) ? value : `${formatOf(language).format(ms)} UTC`
  }
}

export class Renderer {
  readonly #engine: Liquid
  readonly #parsed = new Map<string, ReturnType<Liquid['parse']>>()

  constructor(engine: Liquid) {
    this.#engine = engine
  }

  /** @param isOurs the text is part of Rolecall @throws TemplateError */
  async render(
    source: string,
    values: Record<string, unknown>,
    { isOurs = false }: { isOurs?: boolean } = {},
  ): Promise<Rendered> {
    const lines = await this.#fill(source, values, isOurs ? OUR_LIMITS : {})
    const [, subject, body] = /^\s*Subject: *([^\n]*\S)[^\n]*\n([\s\S]*)$/.exec(lines) ?? []
    if (subject === undefined || body === undefined)
      throw new TemplateError('the first line must be Subject: and a text.', { line: 1 })
    const blocks = blocksOf(body)
    return {
      subject: reveal(subject).replaceAll(/\s+/g, ' ').trim(),
      text: `${blocks.map(textOf).join('\n\n')}\n`,
      html: blocks.map(htmlOf).join('\n'),
    }
  }

  async #fill(
    source: string,
    values: Record<string, unknown>,
    limits: Partial<typeof LIMITS>,
  ): Promise<string> {
    try {
      return (await this.#engine.render(this.#parse(source), values, limits)) as string
    } catch (error) {
      throw asTemplateError(error)
    }
  }

  #parse(source: string): ReturnType<Liquid['parse']> {
    if (source.includes(OPEN) || source.includes(CLOSE)) throw new Error('control characters are not allowed')
    const parsed = this.#parsed.get(source) ?? this.#engine.parse(source.replaceAll('\r\n', '\n'))
    this.#parsed.set(source, parsed)
    return parsed
  }

  /** The values that a text asks for, by name, with their lines. @throws TemplateError */
  namesIn(source: string): { name: string; line: number }[] {
    try {
      const { globals } = this.#engine.analyzeSync(this.#parse(source), { partials: false })
      return Object.entries(globals).map(([name, [first]]) => ({ name, line: first?.location.row ?? 1 }))
    } catch (error) {
      throw asTemplateError(error)
    }
  }
}

/** Liquid's messages end with the place: `…, line:3, col:5`. */
function asTemplateError(cause: unknown): TemplateError {
  const [first = ''] = (cause as Error).message.split('\n', 1)
  const [, reason = first, line] = /^(.*?)(?:, file:[^,]*)?, line:(\d+), col:\d+$/.exec(first) ?? []
  const sentence = reason.endsWith('.') ? reason : `${reason}.`
  return new TemplateError(sentence, { line: line === undefined ? undefined : Number(line), cause })
}

function blocksOf(body: string): Block[] {
  return body
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block): Block => {
      const [, label, link] = /^\[([^\]\n]+)\]\(([^()\s]+)\)$/.exec(block) ?? []
      if (label !== undefined && link !== undefined) return { kind: 'button', label, link }
      if (block.startsWith('# ')) return { kind: 'digits', text: block.slice(2) }
      if (block.startsWith('> ')) return { kind: 'quote', text: block.replaceAll(/^> ?/gm, '') }
      if (block.startsWith('~ ')) return { kind: 'note', text: block.slice(2) }
      return { kind: 'text', text: block }
    })
}

/** Line breaks of the source are blanks; those of values stay. */
const flowing = (text: string) => reveal(text.replaceAll(/[ \t]*\n[ \t]*/g, ' ')).trim()

function textOf(block: Block): string {
  switch (block.kind) {
    case 'button':
      return `${flowing(block.label)}\n${reveal(block.link)}`
    case 'digits':
      return `    ${flowing(block.text)}`
    case 'quote':
      return flowing(block.text).replaceAll(/^/gm, '> ')
    default:
      return flowing(block.text)
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string)

const htmlIn = (text: string) => escapeHtml(flowing(text)).replaceAll('\n', '<br>')

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'button': {
      const link = reveal(block.link)
      // Other schemes, such as javascript:, come from a mistake in a template only.
      if (!/^(?:https?:\/\/|mailto:)/i.test(link)) return `<p>${escapeHtml(textOf(block))}</p>`
      const [href, label] = [escapeHtml(link), htmlIn(block.label)]
      return `<p><a class="button" href="${href}">${label}</a></p>\n<p class="note"><a href="${href}">${href}</a></p>`
    }
    case 'digits':
      return `<p class="digits">${htmlIn(block.text)}</p>`
    case 'quote':
      return `<blockquote>${htmlIn(block.text)}</blockquote>`
    case 'note':
      return `<p class="note">${htmlIn(block.text)}</p>`
    default:
      return `<p>${htmlIn(block.text)}</p>`
  }
}
