import type { TermType } from '../api.ts'

export const ROOT = 'root'
export const DRAFT = 'draft:'

/** Types as they stand below each other; all are there, as there are few. */
export class Grove {
  readonly #types = new Map<string, TermType>()
  readonly #below = new Map<string, string[]>()
  /** The type that one is being added below. */
  draft: string | undefined

  show(types: TermType[]): void {
    this.#types.clear()
    this.#below.clear()
    for (const type of types) this.#types.set(String(type.id), type)
    for (const type of types) {
      const parent = this.parentOf(String(type.id))
      this.#below.set(parent, [...(this.#below.get(parent) ?? []), String(type.id)])
    }
  }

  type(id: string): TermType | undefined {
    return this.#types.get(id)
  }

  /** At the top, too, is what stands below one that is not shown. */
  parentOf(id: string): string {
    const parent = String(this.#types.get(id)?.parent_id ?? ROOT)
    return this.#types.has(parent) ? parent : ROOT
  }

  childrenOf(id: string): string[] {
    return [...(this.draft === id ? [DRAFT + id] : []), ...(this.#below.get(id) ?? [])]
  }

  /** The type and all below it. */
  branch(id: string): string[] {
    return [id, ...(this.#below.get(id) ?? []).flatMap((child) => this.branch(child))]
  }

  parents(): string[] {
    return [...this.#below.keys()].filter((id) => id !== ROOT)
  }
}
