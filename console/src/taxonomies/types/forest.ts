import type { TermType } from '../api.ts'

export const ROOT = 'root'

/** The tree of types; all types are loaded, because there are few. */
export class TypeForest {
  readonly #types = new Map<string, TermType>()
  readonly #below = new Map<string, string[]>()

  constructor(types: TermType[]) {
    for (const type of types) this.#types.set(String(type.id), type)
    for (const type of types) {
      const parent = this.parentOf(String(type.id))
      this.#below.set(parent, [...(this.#below.get(parent) ?? []), String(type.id)])
    }
  }

  type(id: string): TermType | undefined {
    return this.#types.get(id)
  }

  /** Types whose parent is not visible are at the top level. */
  parentOf(id: string): string {
    const parent = String(this.#types.get(id)?.parent_id ?? ROOT)
    return this.#types.has(parent) ? parent : ROOT
  }

  childrenOf(id: string): string[] {
    return this.#below.get(id) ?? []
  }

  /** The type and its descendants. */
  branch(id: string): string[] {
    return [id, ...this.childrenOf(id).flatMap((child) => this.branch(child))]
  }

  parents(): string[] {
    return [...this.#below.keys()].filter((id) => id !== ROOT)
  }
}
