import type { components } from './api.ts'
import { type BulkCreateOptions, type BulkCreateReport, createEveryRow } from './bulk.ts'
import { RolecallError } from './errors.ts'
import type { AuditEvent, EventOptions, EventParams } from './events.ts'
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
  ReadOptions,
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

type SignedInFor = SignedIn & { api_token: string }

export interface SignInOptions extends CallOptions {
  /**
   * For pages of the service's own origin: the session is kept in a cookie that no script can read, and the client has no
   * token. See `session_origin` of {@link Client.service}.
   */
  session?: 'cookie'
}

/**
 * What a browser answered with a passkey: `PublicKeyCredential.toJSON()`, or `startAuthentication()` of
 * @simplewebauthn/browser.
 */
export interface UsedPasskey {
  id: string
  rawId: string
  type: string
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string | null | undefined
  }
}

/** What a browser answered when it made a passkey. */
export interface MadePasskey {
  id: string
  rawId: string
  type: string
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined }
}

/** What a browser needs to use a passkey: for `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export type PasskeyRequestOptions = components['schemas']['PasskeyRequestOptions']
/** What a browser needs to make one: for `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export type PasskeyCreationOptions = components['schemas']['PasskeyCreationOptions']

/** A code of an authenticator app, a passkey, or a recovery code. */
export type SecondFactorProof = { code: string } | { passkey: UsedPasskey } | { recovery_code: string }

type SignInBody =
  | components['schemas']['SignIn' | 'SignInByCode']
  | ({ challenge: string } & SecondFactorProof)

type Needed<K extends string, T> = [T] extends [never] ? unknown : { [P in K]: T }
type Taken<K extends string, T> = [T] extends [never] ? unknown : { [P in K]?: T }

/** A person for whom a back end calls. */
export interface EndUser {
  /** IPv4 or IPv6. */
  ip: string
  /** The `User-Agent` of their request. */
  userAgent?: string | undefined
}

/** The headers by which a trusted client names the person for whom it calls, for {@link Client.request}. */
export const endUserHeaders = ({ ip, userAgent }: EndUser): Record<string, string> => ({
  'x-client-ip': ip,
  ...(userAgent !== undefined && { 'x-client-agent': userAgent }),
})

/** As the API spells them: `'filter[name]': 'like:ada'`. */
interface Filters {
  [filter: `filter[${string}]`]: string | undefined
}

/** The input of an operation: path parameters, query and body. */
export type RequestOptions<O> = Needed<'path', PathParameters<O>> &
  Taken<'query', QueryOf<O> & Filters> &
  Taken<'body', Body<O>> & { headers?: Readonly<Record<string, string>> } & ReadOptions &
  WriteOptions

interface AnyRequest extends ReadOptions, WriteOptions {
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
  hasRole(key: Key, slug: string, options: ReadOptions = {}): Promise<boolean> {
    return this.#holds(key, 'roles', slug, options)
  }

  /** Whether the user holds the permission now; false for an unknown permission. */
  hasPermission(key: Key, slug: string, options: ReadOptions = {}): Promise<boolean> {
    return this.#holds(key, 'permissions', slug, options)
  }

  /** Why the user holds the permission or not, and the fewest calls that would change that. */
  explainPermission(key: Key, slug: string, options: ReadOptions = {}): Promise<Explanation> {
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

  #holds(key: Key, what: string, slug: string, options: ReadOptions): Promise<boolean> {
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

  /**
   * The position of the write of this client whose response arrived last, for `atLeast`; undefined before the first one.
   * `positionOf` gives the position of a particular write.
   */
  get position(): string | undefined {
    return this.#transport.position
  }

  /**
   * Follows the audit trail: new entries, in the order of commits. Reconnects when the connection breaks, also after faults of the
   * service (5xx) and answers of a proxy, and continues after the last event. Abort the signal to end it.
   * @throws RolecallError if the service refuses: 401 or 403 when the token or its permission has ended, 410 if the audit trail no
   * longer has the last event or the entries after it; the last error, after all `retries`; or the signal's reason
   */
  async *events(params: EventParams = {}, options: EventOptions = {}): AsyncGenerator<AuditEvent, void> {
    // Most pages follow no events, so their bundles load it when it is used.
    const { followEvents } = await import('./events.ts')
    yield* followEvents(this.#transport, params, options)
  }

  /**
   * @param email or username
   * @throws SecondFactorRequired if the account has a second factor: {@link finishSignIn}
   */
  async signIn(email: string, password: string, options: SignInOptions = {}): Promise<SignedIn> {
    return this.#beginSession({ email, password }, options)
  }

  /** For {@link signInWithPasskey}. */
  passkeyOptions(options: CallOptions = {}): Promise<PasskeyRequestOptions> {
    return this.#transport.send({ method: 'POST', path: '/api/signin/passkey/options', ...options })
  }

  /** Signs in with a passkey alone: it counts as both factors. @param answer of the browser, to {@link passkeyOptions} */
  async signInWithPasskey(answer: UsedPasskey, options: SignInOptions = {}): Promise<SignedIn> {
    return this.#beginSession({ response: answer }, options, '/api/signin/passkey')
  }

  /** For {@link addPasskey}. Needs a recent proof. */
  newPasskeyOptions(options: CallOptions = {}): Promise<PasskeyCreationOptions> {
    return this.#transport.send({ method: 'POST', path: '/api/me/factors/passkey/options', ...options })
  }

  /**
   * Adds a passkey to one's own account. @param answer of the browser, to {@link newPasskeyOptions}
   * @returns ten recovery codes with the first factor of the account, else null
   */
  async addPasskey(
    answer: MadePasskey,
    name: string | undefined,
    options: WriteOptions = {},
  ): Promise<string[] | null> {
    const path = '/api/me/factors/passkey'
    const call = { method: 'POST', path, body: { response: answer, name }, ...options }
    return (await this.#transport.send<{ recovery_codes: string[] | null }>(call)).recovery_codes
  }

  /** For `{ passkey }` of {@link reauthenticate}. */
  proofOptions(options: CallOptions = {}): Promise<PasskeyRequestOptions> {
    return this.#transport.send({ method: 'POST', path: '/api/reauthenticate/options', ...options })
  }

  /** Proves again that it is you: for 15 minutes, the token may then change how its account is signed in to. */
  async reauthenticate(
    proof: SecondFactorProof | { password: string },
    options: CallOptions = {},
  ): Promise<void> {
    const call = { method: 'POST', path: '/api/reauthenticate', body: proof, once: true, ...options }
    await this.#transport.send(call)
  }

  /** @param challenge of `SecondFactorRequired` */
  async finishSignIn(
    challenge: string,
    proof: SecondFactorProof,
    options: SignInOptions = {},
  ): Promise<SignedIn> {
    return this.#beginSession({ challenge, ...proof }, options)
  }

  /**
   * With the service's setting SIGNIN_CODE: mails a code that stands for the password.
   * @returns the `request` of {@link signInByCode}, whether or not somebody has the address
   */
  async requestSignInCode(email: string, options: CallOptions = {}): Promise<string> {
    return (await this.#sendMailRequest(email, options)).request
  }

  /**
   * @param code the digits of the mail
   * @throws SecondFactorRequired if the account has a second factor: {@link finishSignIn}
   */
  async signInByCode(request: string, code: string, options: SignInOptions = {}): Promise<SignedIn> {
    return this.#beginSession({ request, code }, options)
  }

  /**
   * Signs in a user of a product whose back end this client is: its own token needs `can-sign-in-users`, and stays.
   * `endUser` is where the request of that user came from; limits count that address, and sessions show that device.
   * @throws SecondFactorRequired if the account has a second factor: {@link finishSignInFor}
   */
  signInFor(
    endUser: EndUser,
    email: string,
    password: string,
    options: CallOptions = {},
  ): Promise<SignedInFor> {
    return this.#sendSignIn({ email, password }, options, endUserHeaders(endUser))
  }

  /** @param challenge of `SecondFactorRequired` */
  finishSignInFor(
    endUser: EndUser,
    challenge: string,
    proof: SecondFactorProof,
    options: CallOptions = {},
  ): Promise<SignedInFor> {
    return this.#sendSignIn({ challenge, ...proof }, options, endUserHeaders(endUser))
  }

  /** As {@link requestSignInCode}, and {@link signInFor}. */
  async requestSignInCodeFor(endUser: EndUser, email: string, options: CallOptions = {}): Promise<string> {
    return (await this.#sendMailRequest(email, options, endUserHeaders(endUser))).request
  }

  /** As {@link signInByCode}, and {@link signInFor}. */
  signInByCodeFor(
    endUser: EndUser,
    request: string,
    code: string,
    options: CallOptions = {},
  ): Promise<SignedInFor> {
    return this.#sendSignIn({ request, code }, options, endUserHeaders(endUser))
  }

  /** Creates a user or a registration to verify, by the service's setting SIGNUP. Does not sign in. */
  async signUp(
    fields: components['schemas']['SignUp'],
    options: WriteOptions = {},
  ): Promise<User | RecordOf<'registrations'>> {
    const call = { method: 'POST', path: '/api/signup', body: fields, ...options }
    return (await this.#transport.send<{ item: User }>(call)).item
  }

  /** Revokes the token, or ends the session in the cookie, and forgets it, even if the service cannot be reached. */
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
  me(options: ReadOptions = {}): Promise<Me> {
    return this.#transport.send({ method: 'GET', path: '/api/me', ...options })
  }

  /** How sign-up works, and whether there is an administrator. Needs no sign-in. */
  service(options: CallOptions = {}): Promise<ServiceInfo> {
    return this.#transport.send({ method: 'GET', path: '/api/service', ...options })
  }

  overview(
    params: QueryOf<Operation<'/api/overview', 'GET'>> = {},
    options: ReadOptions = {},
  ): Promise<Overview> {
    const path = `/api/overview${queryString({ ...params })}`
    return this.#transport.send({ method: 'GET', path, ...options })
  }

  /** Answers at most 1,000 questions, in their order. */
  async check(questions: readonly Question[], options: ReadOptions = {}): Promise<CheckResult[]> {
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

  async #sendSignIn(
    body: SignInBody | { response: UsedPasskey },
    options: CallOptions,
    headers?: Record<string, string>,
    path = '/api/signin',
  ): Promise<SignedInFor> {
    const call = { method: 'POST', path, body, once: true, headers, ...options }
    return (await this.#transport.send<{ item: SignedInFor }>(call)).item
  }

  #sendMailRequest(
    email: string,
    options: CallOptions,
    headers?: Record<string, string>,
  ): Promise<{ request: string }> {
    const body = { email }
    return this.#transport.send({
      method: 'POST',
      path: '/api/signin/code',
      body,
      once: true,
      headers,
      ...options,
    })
  }

  async #beginSession(
    body: SignInBody | { response: UsedPasskey },
    { session, ...options }: SignInOptions,
    path?: string,
  ): Promise<SignedIn> {
    const sent = session === undefined ? body : { ...body, session }
    const { api_token: token, ...user }: Partial<SignedInFor> & SignedIn = await this.#sendSignIn(
      sent,
      options,
      undefined,
      path,
    )
    this.setToken(token)
    return user
  }
}

/** A client of the service at `baseUrl`. */
export const createClient = (options: ClientOptions): Client => new Client(options)
