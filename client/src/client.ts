import type { components } from './api.ts'
import { type BulkCreateOptions, type BulkCreateReport, createEveryRow } from './bulk.ts'
import { RolecallError } from './errors.ts'
import { queryString, segment, selector } from './query.ts'
import { Resource } from './resource.ts'
import { RolePermissions } from './role-permissions.ts'
import { Taxonomies } from './taxonomies.ts'
import { type ClientOptions, Transport } from './transport.ts'
import type {
  Body,
  CallOptions,
  CreateOf,
  Data,
  Id,
  Key,
  MethodOf,
  Operation,
  Path,
  PathParameters,
  QueryOf,
  RecordOf,
  ResourceName,
  WriteOptions,
} from './types.ts'

type User = RecordOf<'users'>
type Duplicate = Operation<'/api/roles/{column}/{value}/duplicate', 'POST'>

type UserInShort = components['schemas']['UserInShort']

/** The caller and their access. The user is in short for a token that somebody else made and that may not read users. */
export type Me = Omit<Data<Operation<'/api/me', 'GET'>>, 'user'> & {
  user: UserInShort & Partial<Omit<User, keyof UserInShort>>
}
/** Totals, latest changes and grants that expire soon, as far as the caller may read them. */
export type Overview = Data<Operation<'/api/overview', 'GET'>>
/** What a sign-in page must know. */
export type ServiceInfo = Data<Operation<'/api/service', 'GET'>>
export type Explanation = components['schemas']['Explanation']
/** Asks whether a user holds a role or a permission. */
export type Question = { user: Id } & ({ role: string } | { permission: string })
type CheckResult = components['schemas']['CheckResult']

/** The signed-in user; the token itself stays in the client. */
export type SignedIn = User & { expires_at: string | null }

type Needed<K extends string, T> = [T] extends [never] ? unknown : { [P in K]: T }
type Taken<K extends string, T> = [T] extends [never] ? unknown : { [P in K]?: T }

/** As the API spells them: `'filter[name]': 'like:ada'`. */
interface Filters {
  [filter: `filter[${string}]`]: string | undefined
}

/** The input of an operation: path parameters, query and body. */
export type RequestOptions<O> = Needed<'path', PathParameters<O>> &
  Taken<'query', QueryOf<O> & Filters> &
  Taken<'body', Body<O>> & { headers?: Readonly<Record<string, string>> } & WriteOptions

interface AnyRequest extends WriteOptions {
  path?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

class Users extends Resource<'users'> {
  readonly #transport: Transport

  constructor(transport: Transport) {
    super(transport, 'users')
    this.#transport = transport
  }

  /** Whether the user holds the role now; false for an unknown role. */
  hasRole(key: Key, slug: string, options: CallOptions = {}): Promise<boolean> {
    return this.#holds(key, 'roles', slug, options)
  }

  /** Whether the user holds the permission now; false for an unknown permission. */
  hasPermission(key: Key, slug: string, options: CallOptions = {}): Promise<boolean> {
    return this.#holds(key, 'permissions', slug, options)
  }

  /** Why the user holds the permission or not, and the fewest calls that would change that. */
  explainPermission(key: Key, slug: string, options: CallOptions = {}): Promise<Explanation> {
    const path = `/api/users/${selector(key)}/permissions/${segment(slug)}?explain=true`
    return this.#transport.send({ method: 'GET', path, ...options })
  }

  /**
   * Creates each valid row, and reports the faults of the others, in steps of at most 500 rows. `next` of the last report
   * resumes it, as `after`.
   */
  bulkCreate(
    rows: readonly CreateOf<'users'>[],
    options: BulkCreateOptions = {},
  ): AsyncGenerator<BulkCreateReport, void> {
    return createEveryRow(this.#transport, rows, options)
  }

  #holds(key: Key, what: string, slug: string, options: CallOptions): Promise<boolean> {
    const path = `/api/users/${selector(key)}/${what}/${segment(slug)}`
    return this.#transport.send({ method: 'GET', path, ...options })
  }
}

class Roles extends Resource<'roles'> {
  readonly #transport: Transport

  constructor(transport: Transport) {
    super(transport, 'roles')
    this.#transport = transport
  }

  /** A new role with the same permissions, each until the same time, and without users. */
  duplicate(key: Key, fields: Body<Duplicate>, options: WriteOptions = {}): Promise<RecordOf<'roles'>> {
    const path = `/api/roles/${selector(key)}/duplicate`
    return this.#transport.send({ method: 'POST', path, body: fields, ...options })
  }
}

export class Client {
  readonly #transport: Transport
  readonly registrations: Resource<'registrations'>
  readonly users: Users
  readonly roles: Roles
  readonly permissions: Resource<'permissions'>
  readonly taxonomies: Taxonomies
  readonly taxonomyTypes: Resource<'taxonomy-types'>
  readonly rolePermissions: RolePermissions

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options)
    this.registrations = this.resource('registrations')
    this.users = new Users(this.#transport)
    this.roles = new Roles(this.#transport)
    this.permissions = this.resource('permissions')
    this.taxonomies = new Taxonomies(this.#transport)
    this.taxonomyTypes = this.resource('taxonomy-types')
    this.rolePermissions = new RolePermissions(this.#transport)
  }

  /** A resource by its name in the API, such as `taxonomy-types`. */
  resource<N extends ResourceName>(name: N): Resource<N> {
    return new Resource(this.#transport, name)
  }

  /** The secret token that authenticates requests. A method, so that printing the client does not show it. */
  readToken(): string | undefined {
    return this.#transport.token
  }

  /** Authenticates requests with a stored token; undefined removes it. */
  setToken(token: string | undefined): void {
    this.#transport.token = token
  }

  /** @param email or username */
  async signIn(email: string, password: string, options: CallOptions = {}): Promise<SignedIn> {
    const call = { method: 'POST', path: '/api/signin', body: { email, password }, once: true, ...options }
    const { item } = await this.#transport.send<{ item: SignedIn & { api_token: string } }>(call)
    const { api_token: token, ...user } = item
    this.setToken(token)
    return user
  }

  /** Creates a user or a registration to verify, by the service's setting SIGNUP. Does not sign in. */
  async signUp(
    fields: components['schemas']['SignUp'],
    options: WriteOptions = {},
  ): Promise<User | RecordOf<'registrations'>> {
    const call = { method: 'POST', path: '/api/signup', body: fields, ...options }
    return (await this.#transport.send<{ item: User }>(call)).item
  }

  /** Revokes the token and forgets it, even if the service cannot be reached. */
  async signOut(options: CallOptions = {}): Promise<void> {
    try {
      await this.#transport.send({ method: 'POST', path: '/api/signout', ...options })
    } catch (error) {
      // The token is already revoked or expired, perhaps by an attempt whose response was lost.
      if (!(error instanceof RolecallError && error.isUnauthorized)) throw error
    } finally {
      this.setToken(undefined)
    }
  }

  /** The token's user, their roles and permissions in force, and what they may do. */
  me(options: CallOptions = {}): Promise<Me> {
    return this.#transport.send({ method: 'GET', path: '/api/me', ...options })
  }

  /** How sign-up works, and whether there is an administrator. Needs no sign-in. */
  service(options: CallOptions = {}): Promise<ServiceInfo> {
    return this.#transport.send({ method: 'GET', path: '/api/service', ...options })
  }

  overview(
    params: QueryOf<Operation<'/api/overview', 'GET'>> = {},
    options: CallOptions = {},
  ): Promise<Overview> {
    const path = `/api/overview${queryString({ ...params })}`
    return this.#transport.send({ method: 'GET', path, ...options })
  }

  /** Answers at most 1,000 questions, in their order. */
  async check(questions: readonly Question[], options: CallOptions = {}): Promise<CheckResult[]> {
    const call = { method: 'POST', path: '/api/checks', body: questions, ...options }
    return (await this.#transport.send<{ results: CheckResult[] }>(call)).results
  }

  /** Any operation of the description: `request('GET', '/api/users/{id}', { path: { id: 1 } })`. */
  request<P extends Path, M extends MethodOf<P>>(
    method: M,
    path: P,
    ...[options]: object extends RequestOptions<Operation<P, M>>
      ? [RequestOptions<Operation<P, M>>?]
      : [RequestOptions<Operation<P, M>>]
  ): Promise<Data<Operation<P, M>>> {
    const { path: parts = {}, query = {}, ...others } = (options ?? {}) as AnyRequest
    const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => segment(parts[name] ?? ''))
    return this.#transport.send({ method, path: filled + queryString(query), ...others })
  }
}

/** A client of the service at `baseUrl`. */
export const createClient = (options: ClientOptions): Client => new Client(options)
