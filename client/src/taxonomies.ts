import { queryString, selector } from './query.ts'
import { Resource } from './resource.ts'
import type { Transport } from './transport.ts'
import type { Data, Id, Key, Operation, QueryOf, ReadOptions, WriteOptions } from './types.ts'

type Tree = Operation<'/api/taxonomies/tree', 'GET'>
export type TreeParams = QueryOf<Tree>
/** A page of tree nodes. */
export type TreePage = Data<Tree>['list']
type Move = Operation<'/api/taxonomies/{column}/{value}/move', 'POST'>
type Outline = Operation<'/api/taxonomies/outline', 'POST'>
type Merge = Operation<'/api/taxonomies/{column}/{value}/merge', 'POST'>

/** Reports the effect without changing anything. */
export interface DryRun {
  dryRun?: boolean
}

/** With `dryRun`: also names some of the terms and users, in `some`. */
export interface Preview extends DryRun {
  names?: boolean
}

/** The sibling beside which a term comes in the manual order. */
export type Beside = { before: Id } | { after: Id }

export class Taxonomies extends Resource<'taxonomies'> {
  readonly #transport: Transport

  constructor(transport: Transport) {
    super(transport, 'taxonomies')
    this.#transport = transport
  }

  /** The roots of a type, the terms below a parent, or with `q` the terms found and the path to each. */
  async tree(params: TreeParams, options: ReadOptions = {}): Promise<TreePage> {
    const path = `/api/taxonomies/tree${queryString(params)}`
    return (await this.#transport.send<{ list: TreePage }>({ method: 'GET', path, ...options })).list
  }

  /** Moves a term with its descendants. @param parent null: to the top */
  move(key: Key, parent: Id | null, options: Preview & WriteOptions = {}): Promise<Data<Move>> {
    return this.#change<Move>(`${selector(key)}/move`, { parent }, options)
  }

  /** Places a term in the manual order, right before or after another one of its type, and below the parent of that one. */
  place(key: Key, beside: Beside, options: Preview & WriteOptions = {}): Promise<Data<Move>> {
    return this.#change<Move>(`${selector(key)}/move`, beside, options)
  }

  /** Creates a tree of terms from an outline: a name on each line, those below a term indented. */
  outline(
    outline: string,
    { type, parent, ...options }: { type: Id; parent?: Id } & DryRun & WriteOptions,
  ): Promise<Data<Outline>> {
    return this.#change<Outline>(
      'outline',
      { type, outline, ...(parent !== undefined && { parent }) },
      options,
    )
  }

  /** Moves a term's users and children to another term, and soft-deletes the first. */
  merge(key: Key, into: Id, options: Preview & WriteOptions = {}): Promise<Data<Merge>> {
    return this.#change<Merge>(`${selector(key)}/merge`, { into }, options)
  }

  #change<O>(path: string, body: object, { dryRun, names, ...options }: Preview & WriteOptions) {
    const fields = { ...body, ...(dryRun && { dry_run: true }), ...(names && { names: true }) }
    return this.#transport.send<Data<O>>({
      method: 'POST',
      path: `/api/taxonomies/${path}`,
      body: fields,
      ...options,
    })
  }
}
