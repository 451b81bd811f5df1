import { earlierEnd, isLater, laterEnd } from './in-force.ts'

/** Permission slugs: a set of them, or what tells and lists them as one does. */
export interface Slugs extends Iterable<string> {
  has: (slug: string) => boolean
  /** Left out where none of them ends by itself. */
  ends?: Ends | undefined
}

export interface Ends {
  /** When a permission ends if nobody changes anything; null: it does not. */
  of: (slug: string) => string | null
}

/** Slugs with their ends. */
export class SlugsUntil implements Slugs {
  readonly #endBySlug: ReadonlyMap<string, string | null>
  readonly ends: Ends | undefined

  constructor(endBySlug: ReadonlyMap<string, string | null>) {
    this.#endBySlug = endBySlug
    const isEnding = endBySlug.values().some((end) => end !== null)
    this.ends = isEnding ? { of: (slug) => endBySlug.get(slug) ?? null } : undefined
  }

  has(slug: string): boolean {
    return this.#endBySlug.has(slug)
  }

  [Symbol.iterator](): IterableIterator<string> {
    return this.#endBySlug.keys()
  }
}

/** What a caller may do: a set of permission slugs, or everything; and until when. */
export class Grants {
  static readonly none = new Grants(new Set(), false)
  /** The super administrator's: every permission there is or will be. */
  static readonly all = new Grants(new Set(), true)

  readonly slugs: Slugs
  readonly isAll: boolean
  /** When everything ends; null: it does not. */
  readonly #allEnd: string | null

  /** @param slugs of whoever holds everything: what they hold besides, perhaps for longer */
  constructor(slugs: Slugs, isAll: boolean, allEnd: string | null = null) {
    this.slugs = slugs
    this.isAll = isAll
    this.#allEnd = allEnd
  }

  /** Nothing of it ends by itself. */
  get isPermanent(): boolean {
    return this.isAll ? this.#allEnd === null : this.slugs.ends === undefined
  }

  has(slug: string): boolean {
    return this.isAll || this.slugs.has(slug)
  }

  /** When a permission among these ends if nobody changes anything; null: it does not. */
  endOf(slug: string): string | null {
    const end = this.slugs.ends?.of(slug) ?? null
    if (!this.isAll) return end
    return this.#allEnd !== null && this.slugs.has(slug) ? laterEnd(this.#allEnd, end) : this.#allEnd
  }

  /** As many of these as are among the slugs. */
  within(slugs: readonly string[]): Grants {
    const ends = slugs.filter((slug) => this.has(slug)).map((slug) => [slug, this.endOf(slug)] as const)
    return new Grants(new SlugsUntil(new Map(ends)), false)
  }

  /** What both hold, while both do. */
  and(other: Grants): Grants {
    if (this.isAll && this.isPermanent) return other
    if (other.isAll && other.isPermanent) return this
    if (this.isAll && other.isAll) return new Grants(new Set(), true, earlierEnd(this.#allEnd, other.#allEnd))
    return new Grants(this.isAll ? new InBoth(other, this) : new InBoth(this, other), false)
  }

  /** The slugs in `other` that these lack. Of everything there is no list: see `isAll`. */
  lacks(other: Grants): string[] {
    if (this.isAll) return []
    return [...other.slugs].filter((slug) => !this.slugs.has(slug)).sort()
  }

  /**
   * Until when whoever holds these may hand out the others, of which they lack none; null: for good. What ends by itself
   * before it ends here sets no limit.
   */
  endOfGranting(other: Grants): string | null {
    if (this.isPermanent) return null
    let latest = other.isAll && isLater(other.#allEnd, this.#allEnd) ? this.#allEnd : null
    for (const slug of other.slugs) {
      const end = this.endOf(slug)
      if (end !== null && isLater(other.endOf(slug), end)) latest = earlierEnd(latest, end)
    }
    return latest
  }
}

class InBoth implements Slugs {
  readonly #one: Grants
  readonly #other: Grants
  readonly ends: Ends | undefined

  /** @param one not everything */
  constructor(one: Grants, other: Grants) {
    this.#one = one
    this.#other = other
    const of = (slug: string) => earlierEnd(one.endOf(slug), other.endOf(slug))
    this.ends = one.isPermanent && other.isPermanent ? undefined : { of }
  }

  has(slug: string): boolean {
    return this.#one.has(slug) && this.#other.has(slug)
  }

  *[Symbol.iterator](): IterableIterator<string> {
    for (const slug of this.#one.slugs) if (this.#other.has(slug)) yield slug
  }
}
