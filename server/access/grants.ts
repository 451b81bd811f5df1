/** Permission slugs: a set of them, or what tells and lists them as one does. */
export interface Slugs extends Iterable<string> {
  has: (slug: string) => boolean
}

/** What a caller may do: a set of permission slugs, or everything. */
export class Grants {
  static readonly none = new Grants(new Set(), false)
  /** The super administrator's: every permission there is or will be. */
  static readonly all = new Grants(new Set(), true)

  readonly slugs: Slugs
  readonly isAll: boolean

  constructor(slugs: Slugs, isAll: boolean) {
    this.slugs = slugs
    this.isAll = isAll
  }

  has(slug: string): boolean {
    return this.isAll || this.slugs.has(slug)
  }

  /** As many of these as are among the slugs. */
  within(slugs: readonly string[]): Grants {
    return new Grants(new Set(slugs.filter((slug) => this.has(slug))), false)
  }

  /** What both hold. */
  and(other: Grants): Grants {
    if (this.isAll) return other
    if (other.isAll) return this
    return new Grants(new InBoth(this.slugs, other.slugs), false)
  }

  /** The slugs in `other` that these lack. Of everything there is no list: see `isAll`. */
  lacks(other: Grants): string[] {
    if (this.isAll) return []
    return [...other.slugs].filter((slug) => !this.slugs.has(slug)).sort()
  }
}

class InBoth implements Slugs {
  readonly #one: Slugs
  readonly #other: Slugs

  constructor(one: Slugs, other: Slugs) {
    this.#one = one
    this.#other = other
  }

  has(slug: string): boolean {
    return this.#one.has(slug) && this.#other.has(slug)
  }

  *[Symbol.iterator](): IterableIterator<string> {
    for (const slug of this.#one) if (this.#other.has(slug)) yield slug
  }
}
