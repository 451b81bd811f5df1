import { everyRecord, type Listed } from './pages.ts'
import { queryString, segment } from './query.ts'
import type { Transport } from './transport.ts'
import type {
  Id,
  Members,
  ReadOptions,
  Related,
  RelatedRecord,
  RelationName,
  RelationParams,
  ResourceName,
  WriteOptions,
} from './types.ts'

/** The records related to one record. Writes return the first page of the changed relation. */
export class Relation<N extends ResourceName, R extends RelationName<N>> {
  readonly #transport: Transport
  readonly #name: string
  readonly #path: string

  constructor(transport: Transport, resource: N, id: Id, name: R) {
    this.#transport = transport
    this.#name = name
    this.#path = `/api/${resource}/${segment(id)}/relationships/${segment(name)}`
  }

  /** A page of related records; for a to-one relation, the record or null. */
  get(params: RelationParams<N, R> = {} as RelationParams<N, R>, options: ReadOptions = {}) {
    return this.#read(queryString(params), options)
  }

  /** All related records. */
  all(
    params: RelationParams<N, R> = {} as RelationParams<N, R>,
    options: ReadOptions = {},
  ): AsyncGenerator<RelatedRecord<N, R>, void> {
    return everyRecord(params, (query) => this.#read(query, options) as Promise<Listed<RelatedRecord<N, R>>>)
  }

  /** Adds members; existing members stay unchanged. */
  add(members: Members<N, R>, options: WriteOptions = {}) {
    return this.#write('POST', members, options)
  }

  /** Replaces all members; for a to-one relation, sets it. */
  replace(members: Members<N, R>, options: WriteOptions = {}) {
    return this.#write('PUT', members, options)
  }

  /** Changes the links' own attributes: `{ id: 'editor', expires_at: '2027-01-01' }`. */
  change(members: Members<N, R>, options: WriteOptions = {}) {
    return this.#write('PATCH', members, options)
  }

  /** Removes members. */
  remove(members: Members<N, R>, options: WriteOptions = {}) {
    return this.#write('DELETE', members, options)
  }

  /** Removes all members; clears a to-one relation. */
  clear(options: WriteOptions = {}) {
    return this.#write('DELETE', undefined, options, '?all=true')
  }

  async #read(query: string, options: ReadOptions): Promise<Related<N, R>> {
    const path = this.#path + query
    return this.#own(await this.#transport.send({ method: 'GET', path, ...options }))
  }

  async #write(method: string, body: unknown, options: WriteOptions, query = ''): Promise<Related<N, R>> {
    const path = this.#path + query
    return this.#own(await this.#transport.send({ method, path, body, ...options }))
  }

  #own(data: Record<string, unknown>): Related<N, R> {
    return data[this.#name] as Related<N, R>
  }
}
