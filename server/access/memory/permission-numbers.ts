interface Numbered {
  id: number
  slug: string
}

/** Numbers the permissions, so that a set of them is a bit set: a thousand roles may have a thousand permissions each. */
export class PermissionNumbers {
  readonly #numbers = new Map<string, number>()
  readonly #permissions: Numbered[] = []

  /** Undefined for an unknown permission, which is in no set. */
  find(slug: string): number | undefined {
    return this.#numbers.get(slug)
  }

  setOf(permissions: readonly Numbered[]): Uint32Array {
    const numbers = permissions.map((permission) => this.#numberOf(permission))
    const bits = this.emptySet()
    for (const number of numbers) bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31))
    return bits
  }

  /** An empty set with room for all numbered permissions. */
  emptySet(): Uint32Array {
    return new Uint32Array(Math.ceil(this.#permissions.length / 32))
  }

  permissionsIn(bits: Uint32Array): Numbered[] {
    return this.#permissions.filter((_, number) => hasBit(bits, number))
  }

  #numberOf(permission: Numbered): number {
    const known = this.#numbers.get(permission.slug)
    if (known !== undefined) return known
    this.#numbers.set(permission.slug, this.#permissions.length)
    return this.#permissions.push(permission) - 1
  }
}

export const hasBit = (bits: Uint32Array, number: number): boolean =>
  ((bits[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0

export const clearBit = (bits: Uint32Array, number: number): void => {
  bits[number >>> 5] = (bits[number >>> 5] ?? 0) & ~(1 << (number & 31))
}

/** Adds the second set to the first, which has room for it. */
export function addBits(bits: Uint32Array, more: Uint32Array): void {
  for (let index = 0; index < more.length; index++) bits[index] = (bits[index] ?? 0) | (more[index] as number)
}
