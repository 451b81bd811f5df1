import type { Connection } from '../../db/connect.ts'
import { readInBatches } from '../../db/queries/chunks.ts'
import { type Actor, actorWith, peopleOf, type StoredToken } from '../actor.ts'
import {
  type AccessAnswers,
  type AccessCheck,
  type AsOf,
  type MaybePromise,
  mapMaybePromise,
} from '../answers.ts'
import type { Grants } from '../grants.ts'
import { isBefore } from '../in-force.ts'
import { readToken, sqlAnswers } from '../sql/answers.ts'
import { readAuthority } from '../sql/authority.ts'
import { existingPermissions } from '../sql/effective.ts'
import { PermissionNumbers } from './permission-numbers.ts'
import { RecentCache } from './recent-cache.ts'
import { type CachedRole, UserAccess } from './user-access.ts'
import { readRoles, readUserAccess, type StoredUserAccess } from './user-access-rows.ts'

/** Cache sizes; entries that were not used recently are evicted. */
const MAX_IDS = 50_000
/** Users and their links with roles together: a user may have thousands. */
const MAX_USERS_AND_LINKS = 150_000
const MAX_TOKENS = 50_000
const MAX_ROLES = 5_000
const MAX_PERMISSIONS = 20_000
const MAX_DERIVED = 5_000

/** Roles of the first statement: each may have a thousand permissions. */
const FIRST_BATCH_ROLES = 5
/** Approximate permissions of roles that one statement reads: a few milliseconds. */
const PERMISSIONS_PER_BATCH = 4000

/** After so many attempts that changes have invalidated, the caller reads by a single statement instead. */
const MAX_TRIES = 3

/** False: the role is not live and active, so it grants nothing. */
type RoleInForce = CachedRole | false

/** Checks of users with a thousand roles that take 3 ms. */
const CHECKS_PER_SLICE = 100

/**
 * Answers from a cache of tokens, users with their roles, and roles with their permissions, as stored. Expiry is evaluated
 * at each check, so nothing happens when a link expires. Writes of this process evict entries at once. Writes of other
 * processes evict them when a request asks for the cache (`current`), when users are loaded, and in transactions. SQL
 * answers what changes faster than it can be read.
 */
export class AccessMemory implements AccessAnswers {
  readonly #connection: Pick<Connection, 'db' | 'changes' | 'syncChanges' | 'isAccessUnchanged'>
  readonly #tokens = new RecentCache<string, StoredToken>(MAX_TOKENS)
  readonly #ids = new RecentCache<string, number>(MAX_IDS)
  readonly #users = new RecentCache<number, UserAccess>(
    MAX_USERS_AND_LINKS,
    ({ countLinks }) => 1 + countLinks,
  )
  readonly #roles = new RecentCache<number, RoleInForce | Promise<RoleInForce>>(MAX_ROLES)
  readonly #permissions = new RecentCache<string, true>(MAX_PERMISSIONS)
  readonly #derived = new RecentCache<string, NonNullable<unknown>>(MAX_DERIVED)
  #numbers = new PermissionNumbers()
  /** The counters of the connection's changes at the last eviction. */
  #last = { users: 0, roles: 0, tokens: 0, reportedUsers: 0 }
  /** Grows with each eviction: data read before it may be out of date. */
  #epoch = 0

  constructor(connection: Pick<Connection, 'db' | 'changes' | 'syncChanges' | 'isAccessUnchanged'>) {
    this.#connection = connection
  }

  /** For one request: this cache, if it reflects all writes before the request. */
  current(): AccessAnswers {
    return this.#connection.syncChanges() ? this : sqlAnswers
  }

  authority(asOf: AsOf, hash: string): MaybePromise<Actor | undefined> {
    const token = this.#cached(this.#tokens, hash, () => readToken(asOf, hash))
    return mapMaybePromise(token, (token) => token && this.#authorityOf(asOf, token))
  }

  #authorityOf(asOf: AsOf, token: StoredToken): MaybePromise<Actor | undefined> {
    const now = asOf.now()
    if (!isBefore(now, token.expires_at)) return undefined
    if (token.maker_id !== null) return this.#authorityOfMade(asOf, token, now)
    return mapMaybePromise(this.#userAccess(token.user_id), (user) =>
      user
        ? actorWith(
            token,
            () => user.authorityAt(now),
            () => user.ownerAt(now),
          )
        : readAuthority(asOf, token),
    )
  }

  async #authorityOfMade(asOf: AsOf, token: StoredToken, now: string): Promise<Actor | undefined> {
    const holders = new Map<number, UserAccess>()
    for (const id of peopleOf(token)) {
      const holder = await this.#userAccess(id)
      if (!holder) return readAuthority(asOf, token)
      holders.set(id, holder)
    }
    return actorOf(token, holders, now)
  }

  /** From the cache if it reflects all commits before the transaction, and has the token and its users. */
  authorityInTransaction(asOf: AsOf, token: StoredToken): MaybePromise<Actor | undefined> {
    const people = peopleOf(token)
    if (this.#connection.isAccessUnchanged?.(people)) {
      this.#evictChanged()
      const now = asOf.now()
      const known = this.#tokens.get(token.hash)
      if (known && isBefore(now, known.expires_at) && people.every((id) => this.#users.get(id)))
        return actorOf(known, this.#users, now)
    }
    return readAuthority(asOf, token)
  }

  async rolesToLock(asOf: AsOf, userIds: readonly number[]): Promise<number[]> {
    this.#evictChanged()
    const roles: number[] = []
    for (const id of userIds)
      roles.push(
        ...(this.#users.get(id)?.roleIdsAt(asOf.now()) ?? (await sqlAnswers.rolesToLock(asOf, [id]))),
      )
    return roles
  }

  grants(asOf: AsOf, userId: number): MaybePromise<Grants> {
    return mapMaybePromise(
      this.#userAccess(userId),
      (user) => user?.grantsAt(asOf.now()) ?? sqlAnswers.grants(asOf, userId),
    )
  }

  hasRole(asOf: AsOf, userId: number, slug: string): MaybePromise<boolean> {
    return mapMaybePromise(
      this.#userAccess(userId),
      (user) => user?.hasRole(slug, asOf.now()) ?? sqlAnswers.hasRole(asOf, userId, slug),
    )
  }

  hasPermission(asOf: AsOf, userId: number, slug: string): MaybePromise<boolean> {
    return mapMaybePromise(this.grants(asOf, userId), (grants) =>
      grants.isAll ? this.#existenceOf(asOf, [slug])(slug) : grants.has(slug),
    )
  }

  /**
   * Tells whether each of these permissions exists. One statement reads them all, once one of them is not cached. Caches only
   * those that exist: a caller can send any number of others, of any length.
   */
  #existenceOf(asOf: AsOf, slugs: readonly string[]): (slug: string) => MaybePromise<boolean> {
    let reading: Promise<Set<string>> | undefined
    return (slug) => {
      this.#evictChanged()
      if (this.#permissions.get(slug)) return true
      reading ??= this.#readPermissions(asOf, slugs)
      return reading.then((existing) => existing.has(slug))
    }
  }

  async #readPermissions(asOf: AsOf, slugs: readonly string[]): Promise<Set<string>> {
    const epoch = this.#epoch
    const existing = await existingPermissions(asOf, slugs)
    this.#evictChanged()
    if (epoch === this.#epoch) for (const slug of existing) this.#permissions.set(slug, true)
    return existing
  }

  async checks(
    asOf: AsOf,
    checks: readonly AccessCheck[],
    nextSlice: () => Promise<void>,
  ): Promise<(boolean | undefined)[]> {
    const ids = [...new Set(checks.map(({ userId }) => userId))]
    await this.#preload(ids)
    this.#evictChanged()
    const users = new Map(ids.map((id) => [id, this.#users.get(id)]))
    // SQL answers for users who are not cached: they do not exist, or change faster than they can be read.
    const others = checks.filter(({ userId }) => !users.get(userId))
    const ofOthers = others.length === 0 ? [] : await sqlAnswers.checks(asOf, others, nextSlice)
    const answersOfOthers = ofOthers.values()
    const permissions = checks.flatMap(({ permission }) => (permission === undefined ? [] : [permission]))
    const exists = this.#existenceOf(asOf, [...new Set(permissions)])
    const answers: (boolean | undefined)[] = []
    for (let start = 0; start < checks.length; start += CHECKS_PER_SLICE) {
      if (start > 0) await nextSlice()
      const now = asOf.now()
      const answered = checks
        .slice(start, start + CHECKS_PER_SLICE)
        .map(({ userId, role, permission = '' }) => {
          const user = users.get(userId)
          if (!user) return answersOfOthers.next().value
          if (!user.isLive) return undefined
          if (role !== undefined) return user.hasRole(role, now)
          const grants = user.grantsAt(now)
          return grants.isAll ? exists(permission) : grants.has(permission)
        })
      answers.push(...(await Promise.all(answered)))
    }
    return answers
  }

  permissionIds(asOf: AsOf, userId: number): MaybePromise<number[] | undefined> {
    return mapMaybePromise(this.#userAccess(userId), (user) => user?.permissionIdsAt(asOf.now()))
  }

  countRoles(asOf: AsOf, userId: number): MaybePromise<number | undefined> {
    return mapMaybePromise(this.#userAccess(userId), (user) => user?.countRolesAt(asOf.now()))
  }

  userId(
    column: string,
    value: string,
    load: () => Promise<number | undefined>,
  ): MaybePromise<number | undefined> {
    return this.#cached(this.#ids, `${column} ${value}`, load)
  }

  derived<Value extends NonNullable<unknown>>(
    name: string,
    ids: readonly number[],
    load: (ids: readonly number[]) => Promise<Value[]>,
  ): Promise<Value[]> {
    return this.#loadShared(
      this.#derived as unknown as RecentCache<string, Value | Promise<Value>>,
      ids,
      load,
      (id) => `${name} ${id}`,
    )
  }

  /** Values for ids; concurrent callers share the load of each. */
  #loadShared<Key, Value extends NonNullable<unknown>>(
    cache: RecentCache<Key, Value | Promise<Value>>,
    ids: readonly number[],
    load: (ids: readonly number[]) => Promise<Value[]>,
    keyOf: (id: number) => Key,
  ): Promise<Value[]> {
    this.#evictChanged()
    const known = ids.map((id) => cache.get(keyOf(id)))
    const unknown = ids.filter((_, index) => known[index] === undefined)
    if (unknown.length === 0) return Promise.all(known as Value[])
    const loading = load(unknown)
    let next = 0
    const values = known.map((value, index) => {
      if (value !== undefined) return value
      const position = next++
      const loaded = loading.then((values) => values[position] as Value)
      return cacheWhileLoading(cache, keyOf(ids[index] as number), loaded)
    })
    return Promise.all(values)
  }

  #cached<Key, Value extends NonNullable<unknown>>(
    recent: RecentCache<Key, Value>,
    key: Key,
    load: () => Promise<Value | undefined>,
  ): MaybePromise<Value | undefined> {
    this.#evictChanged()
    return recent.get(key) ?? this.#load(recent, key, load)
  }

  async #load<Key, Value extends NonNullable<unknown>>(
    recent: RecentCache<Key, Value>,
    key: Key,
    load: () => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    const epoch = this.#epoch
    const value = await load()
    this.#evictChanged()
    if (epoch === this.#epoch && value !== undefined) recent.set(key, value)
    return value
  }

  /** A user's access; undefined if it changes faster than it can be read. */
  #userAccess(userId: number): MaybePromise<UserAccess | undefined> {
    this.#evictChanged()
    return this.#users.get(userId) ?? this.#loadUserAccess(userId)
  }

  async #loadUserAccess(userId: number): Promise<UserAccess | undefined> {
    await this.#preload([userId])
    return this.#users.get(userId)
  }

  /**
   * Loads these users, each from a consistent snapshot. Skips users who do not exist, and those that change faster than they
   * can be read.
   */
  async #preload(userIds: readonly number[]): Promise<void> {
    let unread = userIds
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      this.#evictChanged()
      unread = unread.filter((id) => this.#users.get(id) === undefined)
      if (unread.length === 0) return
      const [epoch, reported] = [this.#epoch, this.#last.reportedUsers]
      const stored = await readUserAccess(this.#connection.db, unread)
      const roles = await this.#rolesOf([...stored.values()])
      // Another process may have written between two statements.
      if (!this.#connection.syncChanges()) return
      this.#evictChanged()
      if (epoch !== this.#epoch) continue
      // The roles of these users changed meanwhile: read them again.
      const changed = new Set(this.#connection.changes.usersReportedSince(reported))
      unread = unread.filter((id) => changed.has(id))
      for (const id of unread) stored.delete(id)
      for (const [id, user] of stored) {
        const held = user.links.flatMap(({ role_id: id, expires_at: expiresAt }) => {
          const role = roles.get(id)
          return role ? { role, expiresAt } : []
        })
        this.#users.set(id, new UserAccess(user, held))
      }
    }
  }

  async #rolesOf(holders: readonly StoredUserAccess[]): Promise<Map<number, RoleInForce>> {
    const ids = [...new Set(holders.flatMap(({ links }) => links.map((link) => link.role_id)))]
    const roles = await this.#loadShared(
      this.#roles,
      ids,
      (ids) => this.#readRoles(ids),
      (id) => id,
    )
    return new Map(ids.map((id, index) => [id, roles[index] as RoleInForce]))
  }

  async #readRoles(ids: readonly number[]): Promise<RoleInForce[]> {
    const numbers = this.#numbers
    const roles = new Map<number, CachedRole>()
    const sizes = { first: FIRST_BATCH_ROLES, most: PERMISSIONS_PER_BATCH, rowsOf: (given: number) => given }
    await readInBatches(ids, sizes, async (some) => {
      const { roles: read, given } = await readRoles(this.#connection.db, some, numbers)
      for (const [id, role] of read) roles.set(id, role)
      return [given]
    })
    return ids.map((id) => roles.get(id) ?? false)
  }

  #evictChanged(): void {
    const { changes } = this.#connection
    const { users, roles, tokens, reportedUsers } = changes
    const last = this.#last
    if (reportedUsers !== last.reportedUsers) {
      for (const id of changes.usersReportedSince(last.reportedUsers)) this.#users.delete(id)
      last.reportedUsers = reportedUsers
    }
    if (users === last.users && roles === last.roles && tokens === last.tokens) return
    if (tokens !== last.tokens) this.#tokens.clear()
    if (users !== last.users) this.#ids.clear()
    if (roles !== last.roles) {
      this.#roles.clear()
      this.#permissions.clear()
      this.#derived.clear()
      this.#numbers = new PermissionNumbers()
    }
    if (users !== last.users || roles !== last.roles) this.#users.clear()
    this.#last = { users, roles, tokens, reportedUsers }
    this.#epoch += 1
  }
}

const actorOf = (
  token: StoredToken,
  users: { get: (id: number) => UserAccess | undefined },
  now: string,
): Actor | undefined =>
  actorWith(
    token,
    (id) => users.get(id)?.authorityAt(now),
    () => (users.get(token.user_id) as UserAccess).ownerAt(now),
  )

/** Caches the promise until the value is loaded, unless the cache is cleared meanwhile. */
function cacheWhileLoading<Key, Value extends NonNullable<unknown>>(
  cache: RecentCache<Key, Value | Promise<Value>>,
  key: Key,
  loading: Promise<Value>,
): Promise<Value> {
  cache.set(key, loading)
  const isStill = () => cache.get(key) === loading
  loading.then(
    (value) => isStill() && cache.set(key, value),
    () => isStill() && cache.delete(key),
  )
  return loading
}
