/** Gives each slug a number, so that a set of them takes a bit for each: a thousand roles may hold a thousand. */
export class SlugNumbers {
  readonly #numbers = new Map<string, number>()
  readonly #slugs: string[] = []

  /** Of one that is not known there is no set that has it. */
  find(slug: string): number | undefined {
    return this.#numbers.get(slug)
  }

  slugOf(number: number): string {
    return this.#slugs[number] as string
  }

  setOf(slugs: readonly string[]): Uint32Array {
    const numbers = slugs.map((slug) => this.#numberOf(slug))
    const bits = new Uint32Array(Math.ceil(this.#slugs.length / 32))
    for (const number of numbers) bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31))
    return bits
  }

  *slugsIn(bits: Uint32Array): Generator<string> {
    for (let number = 0; number < bits.length * 32; number++)
      if (hasBit(bits, number)) yield this.slugOf(number)
  }

  #numberOf(slug: string): number {
    const known = this.#numbers.get(slug)
    if (known !== undefined) return known
    this.#numbers.set(slug, this.#slugs.length)
    return this.#slugs.push(slug) - 1
  }
}

export const hasBit = (bits: Uint32Array, number: number): boolean =>
  ((bits[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0
