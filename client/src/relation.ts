import { everyRecord, type Listed } from './pages.ts'
import { queryString, segment } from './query.ts'
import type { Transport } from './transport.ts'
import type {
  CallOptions,
  Id,
  Members,
  Related,
  RelatedRecord,
  RelationName,
  RelationParams,
  ResourceName,
  WriteOptions,
} from './types.ts'

/** The records that one record is related with. Writes answer the relation as it then is: its first page. */
export class Relation<N extends ResourceName, R extends RelationName<N>> {
  readonly #transport: Transport
  readonly #name: string
  readonly #path: string

  constructor(transport: Transport, resource: N, id: Id, name: R) {
    this.#transport = transport
    this.#name = name
    this.#path = `/api/${resource}/${segment(id)}/relationships/${segment(name)}`
  }

  /** A page of them; of a relation to one, the record or null. */
  get(params: RelationParams<N, R> = {} as RelationParams<N, R>, options: CallOptions = {}) {
    return this.#read(queryString(params), options)
  }

  /** Each of them. */
  all(
    params: RelationParams<N, R> = {} as RelationParams<N, R>,
    options: CallOptions = {},
  ): AsyncGenerator<RelatedRecord<N, R>, void> {
    return everyRecord(params, (query) => this.#read(query, options) as Promise<Listed<RelatedRecord<N, R>>>)
  }

  /** Adds members; those that are there already stay as they are. */
  add(members: Members<N, R>, options: WriteOptions = {}) {
    return this.#write('POST', members, options)
  }

  /** Makes these the only members; of a relation to one, sets it. */
  replace(members: Members<N, R>, options: WriteOptions = {}) {
    return this.#write('PUT', members, options)
  }

  /** Changes the links' own attributes: `{ id: 'editor', expires_at: '2027-01-01' }`. */
  change(members: Members<N, R>, options: WriteOptions = {}) {
    return this.#write('PATCH', members, options)
  }

  /** Takes members away. */
  remove(members: Members<N, R>, options: WriteOptions = {}) {
    return this.#write('DELETE', members, options)
  }

  /** Takes all away; of a relation to one, clears it. */
  clear(options: WriteOptions = {}) {
    return this.#write('DELETE', undefined, options, '?all=true')
  }

  async #read(query: string, options: CallOptions): Promise<Related<N, R>> {
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
