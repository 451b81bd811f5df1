import type { Slicing } from '../../access/slicing.ts'

/** A unit is a look at a grant of a role or at a state of a record: about 100 ns. */
const MOST_UNITS = 1_000_000

const UNITS_PER_SLICE = 20_000

/** What else takes time, in units. */
export const COSTS = { user: 50, row: 5, statement: 300 }

/** The work for one answer: it is limited, and done in slices. */
export class WorkBudget {
  readonly #slicing: Slicing
  #units = 0
  #start = 0
  #sliceEnd = UNITS_PER_SLICE

  constructor(slicing: Slicing) {
    this.#slicing = slicing
  }

  spend(units: number): void {
    this.#units += units
  }

  /** What was spent before does not count: each answer needs it. */
  restart(): void {
    this.#start = this.#units
  }

  get isSpent(): boolean {
    return this.#units - this.#start >= MOST_UNITS
  }

  /** How often work that takes so many units fits into the budget of one answer. */
  timesOf(units: number): number {
    return Math.floor(MOST_UNITS / units)
  }

  /** Call between small steps of the work: yields to the event loop at the end of each slice. */
  async pause(): Promise<void> {
    if (this.#units < this.#sliceEnd) return
    await this.#slicing.nextSlice()
    this.#sliceEnd = this.#units + UNITS_PER_SLICE
  }
}
