import { earlierEnd, isLater, laterEnd } from './in-force.ts'

/** Users with this role have every permission that exists. */
export const SUPER_ADMINISTRATOR = 'super-administrator'

/** Permission slugs: a set, or an object that behaves like one. */
export interface Slugs extends Iterable<string> {
  has: (slug: string) => boolean
  /** The expiry of each slug; absent if none expires. */
  ends?: Ends | undefined
}

export interface Ends {
  /** The permission's expiry; null if it never expires. */
  of: (slug: string) => string | null
}

/** Slugs with their expiry. */
export class ExpiringSlugs implements Slugs {
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

/** The permissions of a caller, with their expiry: a set of slugs, or everything. */
export class Grants {
  static readonly none = new Grants(new Set(), false)
  /** A super administrator's: every existing and future permission. */
  static readonly all = new Grants(new Set(), true)

  readonly slugs: Slugs
  readonly isAll: boolean
  /** When the grant of everything expires; null: never. */
  readonly #allEnd: string | null

  /** @param slugs if `isAll`: permissions held by other roles, perhaps for longer */
  constructor(slugs: Slugs, isAll: boolean, allEnd: string | null = null) {
    this.slugs = slugs
    this.isAll = isAll
    this.#allEnd = allEnd
  }

  /** No grant expires. */
  get isPermanent(): boolean {
    return this.isAll ? this.#allEnd === null : this.slugs.ends === undefined
  }

  has(slug: string): boolean {
    return this.isAll || this.slugs.has(slug)
  }

  /** When a held permission expires; null: never. */
  endOf(slug: string): string | null {
    const end = this.slugs.ends?.of(slug) ?? null
    if (!this.isAll) return end
    return this.#allEnd !== null && this.slugs.has(slug) ? laterEnd(this.#allEnd, end) : this.#allEnd
  }

  /** The grants among these slugs. */
  within(slugs: readonly string[]): Grants {
    const ends = slugs.filter((slug) => this.has(slug)).map((slug) => [slug, this.endOf(slug)] as const)
    return new Grants(new ExpiringSlugs(new Map(ends)), false)
  }

  /** The intersection: grants that both have, until the earlier expiry. */
  and(other: Grants): Grants {
    if (this.isAll && this.isPermanent) return other
    if (other.isAll && other.isPermanent) return this
    if (this.isAll && other.isAll) return new Grants(new Set(), true, earlierEnd(this.#allEnd, other.#allEnd))
    return new Grants(this.isAll ? new InBoth(other, this) : new InBoth(this, other), false)
  }

  /** The slugs in `other` that these lack. Grants of everything have no list: see `isAll`. */
  lacks(other: Grants): string[] {
    if (this.isAll) return []
    return [...other.slugs].filter((slug) => !this.slugs.has(slug)).sort()
  }

  /**
   * The latest expiry that a holder of these may set when granting `other`; null: no limit. `lacks(other)` must be
   * empty. A permission of `other` that expires before the holder's own sets no limit.
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

  /** @param one does not grant everything */
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
