import { client } from '../../api/session.ts'
import { type Beside, PAGE, readLevel, type TermNode, type TermOrder } from '../api.ts'
import { ROOT, type Row, rowId } from './rows.ts'

/** The loaded children of a term. */
interface Level {
  ids: string[]
  total: number
  pages: number
  error?: unknown
}

const emptyLevel = (): Level => ({ ids: [], total: 0, pages: 0 })
const parentOf = (node: TermNode): string =>
  node.parent_id === null || node.parent !== null ? ROOT : String(node.parent_id)

/** The terms of a type, loaded level by level as they are expanded. */
export class Forest {
  readonly typeId: number
  readonly order: TermOrder
  #onChange: () => void = () => undefined
  readonly #nodes = new Map<string, TermNode>()
  readonly #levels = new Map<string, Level>()
  readonly #loads = new Map<string, Promise<void>>()
  /** The latest read of each level. */
  readonly #latest = new Map<string, Promise<void>>()
  #draft: string | undefined
  /** Values that the user has given terms in the tree: the form must not take them for somebody else's. */
  readonly written = new Map<string, Partial<TermNode>>()

  constructor(typeId: number, order: TermOrder = 'name') {
    this.typeId = typeId
    this.order = order
  }

  node(id: string): TermNode | undefined {
    return this.#nodes.get(id)
  }

  /** Whether the term and all of its ancestors are in loaded levels. */
  isThere(id: string): boolean {
    const parent = this.parentOf(id)
    return (this.#levels.get(parent)?.ids.includes(id) ?? false) && (parent === ROOT || this.isThere(parent))
  }

  /** Whether the terms right below it are loaded. */
  isLoaded(id: string): boolean {
    return this.#levels.has(id)
  }

  /** The parent of a term, or the root. */
  parentOf(id: string): string {
    const node = this.#nodes.get(id)
    return node ? parentOf(node) : ROOT
  }

  /** The loaded terms beside a term, and the term itself, in their order. */
  siblingsOf(id: string): string[] {
    const parent = this.parentOf(id)
    return (this.#levels.get(parent)?.ids ?? []).filter((each) => this.parentOf(each) === parent)
  }

  /**
   * Where a term is: beside which sibling, if it has any.
   * @param moved terms that are moved together, which are no neighbours
   */
  placeOf(id: string, moved: string[] = []): { parent: number | null; beside: Beside | undefined } {
    const siblings = this.siblingsOf(id).filter((each) => each === id || !moved.includes(each))
    const at = siblings.indexOf(id)
    const [before, after] = [siblings[at - 1], siblings[at + 1]]
    const beside =
      before !== undefined ? { after: before } : after !== undefined ? { before: after } : undefined
    return { parent: this.#nodes.get(id)?.parent_id ?? null, beside }
  }

  /** Shows a term at another place among its siblings, until the level is read again. */
  reorder(id: string, to: number): void {
    const parent = this.parentOf(id)
    const level = this.#levels.get(parent)
    if (!level) return
    const ids = this.siblingsOf(id).filter((each) => each !== id)
    ids.splice(to, 0, id)
    this.#levels.set(parent, { ...level, ids })
    // A read that has begun is older.
    this.#latest.delete(parent)
    this.#onChange()
  }

  get roots(): number | undefined {
    const level = this.#levels.get(ROOT)
    return level && !level.error ? level.total : undefined
  }

  /** The parent of the term being added. */
  get draft(): string | undefined {
    return this.#draft
  }

  setDraft(parent: string | undefined): void {
    this.#draft = parent
    this.#onChange()
  }

  /**
   * For the tree that shows the rows.
   * @param listener is called when rows have changed
   * @returns ends the subscription
   */
  subscribe(listener: () => void): () => void {
    this.#onChange = listener
    return () => {
      this.#onChange = () => undefined
    }
  }

  row(id: string): Row {
    const node = this.#nodes.get(id)
    if (node) return { kind: 'term', node }
    const [kind, parent = ROOT] = id.split(':')
    const level = this.#levels.get(parent)
    switch (kind) {
      case 'more':
        return { kind, parent, left: (level?.total ?? 0) - (level?.ids.length ?? 0) }
      case 'failed':
        return { kind, parent, error: level?.error }
      case 'draft':
        return { kind, parent }
      default:
        return { kind: 'loading', parent }
    }
  }

  isFolder(id: string): boolean {
    return this.#draft === id || (this.#nodes.get(id)?.count_children ?? 0) > 0
  }

  /** Rows of the children; starts loading them if they are missing. */
  childrenOf(id: string): string[] {
    const level = this.#levels.get(id)
    if (!level) this.load(id).catch(() => undefined)
    const { ids, total, error } = level ?? emptyLevel()
    return [
      ...(this.#draft === id ? [rowId('draft', id)] : []),
      // A stale level may list terms that have moved.
      ...ids.filter((child) => this.parentOf(child) === id),
      ...(level ? [] : [rowId('loading', id)]),
      ...(error ? [rowId('failed', id)] : []),
      ...(!error && ids.length < total ? [rowId('more', id)] : []),
    ]
  }

  /** Loads the first page of a level, unless it is loaded. */
  load(parent: string): Promise<void> {
    const level = this.#levels.get(parent)
    if (level && !level.error) return Promise.resolve()
    return this.#once(`first ${parent}`, () => this.#read(parent, level?.pages || 1))
  }

  loadMore(parent: string): Promise<void> {
    return this.#once(`more ${parent}`, () => this.#readOn(parent))
  }

  /** Reloads levels after a change, with as many pages as were loaded. */
  async refresh(parents: Iterable<string>): Promise<void> {
    await Promise.all(
      [...new Set(parents)].map((parent) => this.#read(parent, this.#levels.get(parent)?.pages || 1)),
    )
  }

  /** Loads the levels of these paths, each from the top level to a term. */
  async open(paths: string[][]): Promise<void> {
    await Promise.all(paths.map((path) => this.#open(path)))
  }

  /** Loads everything, in as few requests as possible. */
  async loadAll(slug: string): Promise<void> {
    await this.load(ROOT)
    while (this.#hasMore(ROOT)) await this.loadMore(ROOT)
    const terms = client.taxonomies.all({ types: [slug], per_page: PAGE })
    const below = new Map<string, TermNode[]>()
    for await (const term of terms) {
      if (term.parent_id === null) continue
      const node = { ...term, count_children: 0, parent: null } as unknown as TermNode
      const parent = String(term.parent_id)
      below.set(parent, [...(below.get(parent) ?? []), node])
    }
    this.#place(below)
  }

  /** Ids of terms with loaded children. */
  folders(): string[] {
    return [...this.#levels].filter(([id, { total }]) => id !== ROOT && total > 0).map(([id]) => id)
  }

  #compare(one: TermNode, other: TermNode): number {
    const [first, second] = [
      one.position ?? Number.MAX_SAFE_INTEGER,
      other.position ?? Number.MAX_SAFE_INTEGER,
    ]
    if (this.order === 'position' && first !== second) return first - second
    return one.name < other.name ? -1 : one.name > other.name ? 1 : one.id - other.id
  }

  #place(below: Map<string, TermNode[]>): void {
    const roots = new Set(this.#levels.get(ROOT)?.ids)
    for (const nodes of below.values()) this.#keep(nodes.filter(({ id }) => !roots.has(String(id))))
    for (const [parent, nodes] of below) {
      const node = this.#nodes.get(parent)
      // The parent has another type: these terms are at the top level here.
      if (!node) continue
      nodes.sort((one, other) => this.#compare(one, other))
      const ids = nodes.map(({ id }) => String(id))
      this.#levels.set(parent, { ids, total: ids.length, pages: Math.ceil(ids.length / PAGE) })
      this.#nodes.set(parent, { ...node, count_children: ids.length })
    }
  }

  async #open(path: string[]): Promise<void> {
    let parent = ROOT
    for (const id of path) {
      await this.load(parent)
      while (!this.#levels.get(parent)?.ids.includes(id) && this.#hasMore(parent)) await this.loadMore(parent)
      parent = id
    }
  }

  #hasMore(parent: string): boolean {
    const { ids, total } = this.#levels.get(parent) ?? emptyLevel()
    return ids.length < total
  }

  #read(parent: string, pages: number): Promise<void> {
    return this.#begin(parent, async (isLatest) => {
      try {
        const parts = await Promise.all(
          Array.from({ length: pages }, (_, index) =>
            readLevel({
              typeId: this.typeId,
              parent: this.#named(parent),
              page: index + 1,
              order: this.order,
            }),
          ),
        )
        if (!isLatest()) return
        const nodes = parts.flatMap(({ data }) => data)
        const total = parts[0]?.total ?? 0
        this.#keep(nodes)
        this.#levels.set(parent, { ids: nodes.map(({ id }) => String(id)), total, pages })
        const above = this.#nodes.get(parent)
        if (above) this.#nodes.set(parent, { ...above, count_children: total })
      } catch (error) {
        if (!isLatest()) return
        this.#levels.set(parent, { ...(this.#levels.get(parent) ?? emptyLevel()), error })
        throw error
      } finally {
        this.#onChange()
      }
    })
  }

  async #readOn(parent: string): Promise<void> {
    // The next page follows those that are being read.
    await this.#latest.get(parent)?.catch(() => undefined)
    const level = this.#levels.get(parent) ?? emptyLevel()
    const page = level.pages + 1
    let isDone = false
    await this.#begin(parent, async (isLatest) => {
      try {
        const { data, total } = await readLevel({
          typeId: this.typeId,
          parent: this.#named(parent),
          page,
          order: this.order,
        })
        if (!isLatest()) return
        this.#keep(data)
        const ids = [...new Set([...level.ids, ...data.map(({ id }) => String(id))])]
        this.#levels.set(parent, { ids, total, pages: page })
        isDone = true
      } catch (error) {
        if (!isLatest()) return
        // A retry loads this page too.
        this.#levels.set(parent, { ...level, pages: page, error })
        throw error
      } finally {
        this.#onChange()
      }
    })
    if (!isDone) await this.#readOn(parent)
  }

  /** A read that another one of the same level follows has no effect, since it may be older than a change: it waits for that one. */
  #begin(parent: string, read: (isLatest: () => boolean) => Promise<void>): Promise<void> {
    const isLatest = () => this.#latest.get(parent) === started
    const end = () => this.#latest.delete(parent)
    const started: Promise<void> = read(isLatest).then(
      () => (isLatest() ? void end() : this.#latest.get(parent)),
      (error) => {
        end()
        throw error
      },
    )
    this.#latest.set(parent, started)
    return started
  }

  #keep(nodes: TermNode[]): void {
    for (const node of nodes) this.#nodes.set(String(node.id), node)
  }

  #named = (parent: string): string | undefined => (parent === ROOT ? undefined : parent)

  #once(key: string, load: () => Promise<void>): Promise<void> {
    const known = this.#loads.get(key)
    if (known) return known
    const started = load().finally(() => this.#loads.delete(key))
    this.#loads.set(key, started)
    return started
  }
}
