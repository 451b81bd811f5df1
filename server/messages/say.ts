import { CATALOGUES, type Language, type OtherLanguage } from './languages.ts'

/** Text that depends on the language: a message or a part of one. */
export interface Sayable {
  in: (language: Language) => string
}

export type Value = string | number | Sayable

/** The noun of a resource, which the resource's definition has in every language. */
export class Noun implements Sayable {
  readonly #english: string
  readonly #others: Record<OtherLanguage, { text: string; isFeminine: boolean }>

  constructor(english: string, others: Record<OtherLanguage, { text: string; isFeminine: boolean }>) {
    this.#english = english
    this.#others = others
  }

  in(language: Language): string {
    return language === 'en' ? this.#english : this.#others[language].text
  }

  /** Chooses the form of words such as `{0:un|une}`. */
  isFeminine(language: OtherLanguage): boolean {
    return this.#others[language].isFeminine
  }

  toString(): string {
    return this.#english
  }
}

/** A message to a caller: an English template with its values, so that it can be translated. */
export class Message implements Sayable {
  readonly #texts: readonly string[]
  readonly #values: readonly Value[]

  constructor(texts: readonly string[], values: readonly Value[] = []) {
    this.#texts = texts
    this.#values = values
  }

  /** The key in catalogues: `{0} must be at most {1} characters.` */
  get template(): string {
    return templateOf(this.#texts)
  }

  in(language: Language): string {
    if (language === 'en') return this.#texts.reduce((text, next, index) => text + this.#at(index - 1) + next)
    const said = CATALOGUES[language][this.template]
    if (said === undefined) return this.#filled(this.template, language)
    // `{0:un|une}` depends on the grammatical gender of the value.
    const agreed = said.replaceAll(/\{(\d+):([^|}]*)\|([^}]*)\}/g, (_, index, masculine, other) => {
      const value = this.#values[Number(index)]
      return value instanceof Noun && value.isFeminine(language) ? other : masculine
    })
    return this.#filled(agreed, language)
  }

  #at(index: number, language: Language = 'en'): string {
    const value = this.#values[index] as Value
    return typeof value === 'object' ? value.in(language) : String(value)
  }

  #filled(template: string, language: Language): string {
    return template.replaceAll(/\{(\d+)\}/g, (_, index) => this.#at(Number(index), language))
  }

  /** English: for logs, the command line, and responses without content negotiation. */
  toString(): string {
    return this.in('en')
  }

  toJSON(): string {
    return this.in('en')
  }
}

const templateOf = (texts: readonly string[]): string =>
  texts.reduce((template, text, index) => `${template}{${index - 1}}${text}`)

/** A message, written as a template literal: say`${field} is required.` */
export const say = (texts: TemplateStringsArray, ...values: Value[]): Message => new Message(texts, values)

/** A message without values from a constant, such as the description of a format. */
export const messageOf = (text: string): Message => new Message([text])

/** A number with digit grouping of the language. */
export const grouped = (count: number): Sayable => ({ in: (language) => count.toLocaleString(language) })
