import { queryString, selector } from './query.ts'
import { Resource } from './resource.ts'
import type { Transport } from './transport.ts'
import type { CallOptions, Data, Id, Key, Operation, QueryOf, WriteOptions } from './types.ts'

type Tree = Operation<'/api/taxonomies/tree', 'GET'>
export type TreeParams = QueryOf<Tree>
/** A page of tree nodes. */
export type TreePage = Data<Tree>['list']
type Move = Operation<'/api/taxonomies/{column}/{value}/move', 'POST'>
type Merge = Operation<'/api/taxonomies/{column}/{value}/merge', 'POST'>

/** Reports the effect without changing anything. */
export interface DryRun {
  dryRun?: boolean
}

export class Taxonomies extends Resource<'taxonomies'> {
  readonly #transport: Transport

  constructor(transport: Transport) {
    super(transport, 'taxonomies')
    this.#transport = transport
  }

  /** The roots of a type, the terms below a parent, or with `q` the terms found and the path to each. */
  async tree(params: TreeParams, options: CallOptions = {}): Promise<TreePage> {
    const path = `/api/taxonomies/tree${queryString(params)}`
    return (await this.#transport.send<{ list: TreePage }>({ method: 'GET', path, ...options })).list
  }

  /** Moves a term with its descendants. @param parent null: to the top */
  move(key: Key, parent: Id | null, options: DryRun & WriteOptions = {}): Promise<Data<Move>> {
    return this.#place<Move>(key, 'move', { parent }, options)
  }

  /** Moves a term's users and children to another term, and soft-deletes the first. */
  merge(key: Key, into: Id, options: DryRun & WriteOptions = {}): Promise<Data<Merge>> {
    return this.#place<Merge>(key, 'merge', { into }, options)
  }

  #place<O>(key: Key, what: string, body: object, { dryRun, ...options }: DryRun & WriteOptions) {
    const path = `/api/taxonomies/${selector(key)}/${what}`
    const fields = { ...body, ...(dryRun && { dry_run: true }) }
    return this.#transport.send<Data<O>>({ method: 'POST', path, body: fields, ...options })
  }
}
