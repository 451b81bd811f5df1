import type { Changes, Part } from './changes.ts'
import type { PreparingDatabase } from './sqlite-database.ts'

/** More changes are not read one by one. */
const MOST_CHANGES = 1000

interface ChangeRow {
  id: number
  rights: Part | 'all' | null
}

/** Reads from the table `changes` what other processes committed. Its ids are in the order of commits: there is one writer. */
export class OthersChanges {
  readonly #database: PreparingDatabase
  readonly #changes: Changes
  #last: number | undefined

  constructor(database: PreparingDatabase, changes: Changes) {
    this.#database = database
    this.#changes = changes
  }

  /** To be called once others have committed something. */
  note(): void {
    const rows = this.#rowsSinceLast()
    if (!rows || rows.some(({ rights }) => rights === 'all')) this.#changes.noteAll()
    else this.#changes.note(new Set(rows.flatMap(({ rights }) => (rights ?? []) as Part)))
    this.#last = rows ? (rows.at(-1)?.id ?? this.#last) : this.#latest()
  }

  /** Undefined where it cannot be told: own rows that may be rolled back are among them, or some are deleted already. */
  #rowsSinceLast(): ChangeRow[] | undefined {
    if (this.#last === undefined || this.#database.isInTransaction) return undefined
    const rows = this.#database
      .prepare('select id, rights from changes where id > ? order by id limit ?')
      .all([this.#last, MOST_CHANGES]) as unknown as ChangeRow[]
    const isWhole = rows.length < MOST_CHANGES && (rows[0]?.id ?? this.#last + 1) === this.#last + 1
    return isWhole ? rows : undefined
  }

  #latest(): number | undefined {
    if (this.#database.isInTransaction) return undefined
    const hasTable = this.#database.prepare("select 1 from sqlite_master where name = 'changes'").first()
    return hasTable ? Number(this.#database.prepare('select max(id) from changes').first() ?? 0) : undefined
  }
}
