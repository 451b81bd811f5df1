import {
  type BulkAction,
  type BulkInput,
  type BulkOptions,
  type BulkReport,
  callBulk,
  everyReport,
} from './bulk.ts'
import { everyRecord } from './pages.ts'
import { queryString, segment, selector } from './query.ts'
import { Relation } from './relation.ts'
import type { Transport } from './transport.ts'
import type {
  ChangesOf,
  CreateOf,
  GetParams,
  Id,
  Key,
  ListParams,
  PageOf,
  ReadOptions,
  RecordOf,
  RelationName,
  ResourceName,
  WriteOptions,
} from './types.ts'

/** For taxonomies and their types: also deletes or restores descendants. */
interface Cascade {
  cascade?: boolean
}

/** The operations of all resources. Keys are an id, a uuid, or one attribute: `{ slug: 'editor' }`. */
export class Resource<N extends ResourceName> {
  readonly #transport: Transport
  readonly #name: N
  readonly #path: string

  constructor(transport: Transport, name: N) {
    this.#transport = transport
    this.#name = name
    this.#path = `/api/${name}`
  }

  /** One page, by default of the 20 newest records. */
  async list(params: ListParams<N> = {} as ListParams<N>, options: ReadOptions = {}): Promise<PageOf<N>> {
    return this.#page(queryString(params), options)
  }

  /** All records of the list, read page by page; `per_page` sets the page size. */
  all(
    params: ListParams<N> = {} as ListParams<N>,
    options: ReadOptions = {},
  ): AsyncGenerator<RecordOf<N>, void> {
    return everyRecord<RecordOf<N>>(params, (query) => this.#page(query, options))
  }

  async #page(query: string, options: ReadOptions): Promise<PageOf<N>> {
    const path = this.#path + query
    const { list } = await this.#transport.send<{ list: PageOf<N> }>({ method: 'GET', path, ...options })
    return list
  }

  get(key: Key, { include, trashed, ...options }: GetParams & ReadOptions = {}): Promise<RecordOf<N>> {
    const path = `${this.#of(key)}${queryString({ include, trashed })}`
    return this.#transport.send({ method: 'GET', path, ...options })
  }

  async create(fields: CreateOf<N>, options: WriteOptions = {}): Promise<RecordOf<N>> {
    const call = { method: 'POST', path: `${this.#path}/create`, body: fields, ...options }
    return (await this.#transport.send<{ item: RecordOf<N> }>(call)).item
  }

  /** At most 1,000; all are created, or none. */
  createMany(items: readonly CreateOf<N>[], options: WriteOptions = {}): Promise<RecordOf<N>[]> {
    return this.#many('POST', items, options)
  }

  /** Changes only the given fields. */
  update(key: Key, changes: ChangesOf<N>, options: WriteOptions = {}): Promise<RecordOf<N>> {
    return this.#transport.send({
      method: 'POST',
      path: `${this.#of(key)}/update`,
      body: changes,
      ...options,
    })
  }

  /** At most 1,000, each with its `id` or `uuid`; all are changed, or none. */
  updateMany(
    items: readonly (ChangesOf<N> & { id?: number; uuid?: string })[],
    options: WriteOptions = {},
  ): Promise<RecordOf<N>[]> {
    return this.#many('PATCH', items, options)
  }

  async #many(method: string, items: readonly unknown[], options: WriteOptions): Promise<RecordOf<N>[]> {
    const call = { method, path: this.#path, body: items, ...options }
    return (await this.#transport.send<{ items: RecordOf<N>[] }>(call)).items
  }

  /** Soft delete: `restore` undoes it. */
  async delete(key: Key, { cascade, ...options }: Cascade & WriteOptions = {}): Promise<void> {
    const path = `${this.#of(key)}/delete`
    await this.#transport.send({ method: 'POST', path, ...cascading(cascade), ...options })
  }

  /** At most 1,000; all are deleted, or none. */
  async deleteMany(ids: readonly Id[], options: WriteOptions = {}): Promise<void> {
    await this.#transport.send({ method: 'DELETE', path: this.#path, body: { ids }, ...options })
  }

  restore(key: Key, { cascade, ...options }: Cascade & WriteOptions = {}): Promise<RecordOf<N>> {
    const path = `${this.#of(key)}/restore`
    return this.#transport.send({ method: 'POST', path, ...cascading(cascade), ...options })
  }

  /** Deletes permanently, with all links. */
  async destroy(id: Id, options: WriteOptions = {}): Promise<void> {
    await this.#transport.send({ method: 'DELETE', path: `${this.#path}/${segment(id)}`, ...options })
  }

  /**
   * Changes each of many records by itself, and reports what it left out: `bulk('deactivate', { ids })`. Handles at most
   * `limit` records; `bulkAll` goes on.
   */
  bulk<A extends BulkAction<N>>(
    action: A,
    input: BulkInput<N, A>,
    options: BulkOptions = {},
  ): Promise<BulkReport> {
    return callBulk(this.#transport, `${this.#path}/bulk/${action}`, input, options)
  }

  /**
   * The same in steps until all records are handled; each report is one step. `next` of the last report resumes it, as
   * `after`.
   */
  bulkAll<A extends BulkAction<N>>(
    action: A,
    input: BulkInput<N, A>,
    { after, ...options }: BulkOptions = {},
  ): AsyncGenerator<BulkReport, void> {
    return everyReport((after) => this.bulk(action, input, { after, ...options }), after)
  }

  relation<R extends RelationName<N>>(id: Id, name: R): Relation<N, R> {
    return new Relation(this.#transport, this.#name, id, name)
  }

  #of(key: Key): string {
    return `${this.#path}/${selector(key)}`
  }
}

const cascading = (cascade: boolean | undefined) => (cascade === undefined ? {} : { body: { cascade } })
