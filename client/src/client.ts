import type { components } from './api.ts'
import { RolecallError } from './errors.ts'
import { queryString, segment, selector } from './query.ts'
import { Resource } from './resource.ts'
import { RolePermissions } from './role-permissions.ts'
import { Taxonomies } from './taxonomies.ts'
import { type ClientOptions, Transport } from './transport.ts'
import type {
  Body,
  CallOptions,
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

type UserInShort = components['schemas']['UserInShort']

/** Who one is, and what one may do. The user is in short for a token that somebody else made and that may not read users. */
export type Me = Omit<Data<Operation<'/api/me', 'GET'>>, 'user'> & {
  user: UserInShort & Partial<Omit<User, keyof UserInShort>>
}
/** What there is, what happened lately and what ends soon, as far as the caller may read it. */
export type Overview = Data<Operation<'/api/overview', 'GET'>>
/** What a page for signing in must know. */
export type ServiceInfo = Data<Operation<'/api/service', 'GET'>>
export type Explanation = components['schemas']['Explanation']
/** Does the user hold the role, or the permission? */
export type Question = { user: Id } & ({ role: string } | { permission: string })
type CheckResult = components['schemas']['CheckResult']

/** Who signed in; the token itself stays in the client. */
export type SignedIn = User & { expires_at: string | null }

type Needed<K extends string, T> = [T] extends [never] ? unknown : { [P in K]: T }
type Taken<K extends string, T> = [T] extends [never] ? unknown : { [P in K]?: T }

/** As the API spells them: `'filter[name]': 'like:ada'`. */
interface Filters {
  [filter: `filter[${string}]`]: string | undefined
}

/** What an operation takes: parts of its path, its query, its body. */
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

  /** Is the role in force for them now? An unknown role is not. */
  hasRole(key: Key, slug: string, options: CallOptions = {}): Promise<boolean> {
    return this.#holds(key, 'roles', slug, options)
  }

  /** May they do it now? An unknown permission may nobody. */
  hasPermission(key: Key, slug: string, options: CallOptions = {}): Promise<boolean> {
    return this.#holds(key, 'permissions', slug, options)
  }

  /** Why they may, or why not, and the fewest steps that would turn the answer. */
  explainPermission(key: Key, slug: string, options: CallOptions = {}): Promise<Explanation> {
    const path = `/api/users/${selector(key)}/permissions/${segment(slug)}?explain=true`
    return this.#transport.send({ method: 'GET', path, ...options })
  }

  #holds(key: Key, what: string, slug: string, options: CallOptions): Promise<boolean> {
    const path = `/api/users/${selector(key)}/${what}/${segment(slug)}`
    return this.#transport.send({ method: 'GET', path, ...options })
  }
}

export class Client {
  readonly #transport: Transport
  readonly registrations: Resource<'registrations'>
  readonly users: Users
  readonly roles: Resource<'roles'>
  readonly permissions: Resource<'permissions'>
  readonly taxonomies: Taxonomies
  readonly taxonomyTypes: Resource<'taxonomy-types'>
  readonly rolePermissions: RolePermissions

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options)
    this.registrations = this.resource('registrations')
    this.users = new Users(this.#transport)
    this.roles = this.resource('roles')
    this.permissions = this.resource('permissions')
    this.taxonomies = new Taxonomies(this.#transport)
    this.taxonomyTypes = this.resource('taxonomy-types')
    this.rolePermissions = new RolePermissions(this.#transport)
  }

  /** By its name in the API, such as `taxonomy-types`. */
  resource<N extends ResourceName>(name: N): Resource<N> {
    return new Resource(this.#transport, name)
  }

  /** What requests are signed with: a secret. A method, so that nothing that shows an object shows it. */
  readToken(): string | undefined {
    return this.#transport.token
  }

  /** Signs requests with a token that was kept; with none, forgets it. */
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

  /** Makes a user, or a registration to verify, as the service is set; neither is signed in by it. */
  async signUp(
    fields: components['schemas']['SignUp'],
    options: WriteOptions = {},
  ): Promise<User | RecordOf<'registrations'>> {
    const call = { method: 'POST', path: '/api/signup', body: fields, ...options }
    return (await this.#transport.send<{ item: User }>(call)).item
  }

  /** Revokes the token and forgets it; forgets it, too, if the service cannot be reached. */
  async signOut(options: CallOptions = {}): Promise<void> {
    try {
      await this.#transport.send({ method: 'POST', path: '/api/signout', ...options })
    } catch (error) {
      // It is revoked or expired already, perhaps by an attempt whose answer was lost.
      if (!(error instanceof RolecallError && error.isUnauthorized)) throw error
    } finally {
      this.setToken(undefined)
    }
  }

  /** Who the token's user is, their roles and permissions in force, and how far their leave goes. */
  me(options: CallOptions = {}): Promise<Me> {
    return this.#transport.send({ method: 'GET', path: '/api/me', ...options })
  }

  /** How sign-up works, and whether there is an administrator: for whoever has not signed in. */
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

  /** The answers to at most 1,000 questions, in their order. */
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
