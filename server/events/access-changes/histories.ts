import { SUPER_ADMINISTRATOR } from '../../access/grants.ts'
import { isInForce } from '../../access/in-force.ts'
import { readHistories, type State, stateAt } from '../../audit/histories.ts'
import type { Db, PastKind } from '../../db/tables.ts'
import { COSTS, type WorkBudget } from './work-budget.ts'

/** After the entry with a number, by the clock. */
export interface Point {
  number: number
  at: string
}

/** Permissions by id, each with the roles that grant it. */
export type Held = ReadonlyMap<number, readonly number[]>

/** Ids of permissions in the cache of what roles grant. */
const MOST_CACHED = 200_000

/**
 * The histories of users, roles and permissions, read as they are needed. Who holds what at any point follows from them without
 * further queries, by the rules of `access/sql/effective.ts`.
 */
export class AccessHistories {
  readonly #db: Db
  readonly #work: WorkBudget
  /** If it is given, only the grants of these permissions count. */
  readonly #permissions: readonly number[] | undefined
  readonly users = new Map<number, State[]>()
  readonly links = new Map<number, State[][]>()
  readonly roles = new Map<number, State[]>()
  readonly grants = new Map<number, State[][]>()
  readonly permissions = new Map<number, State[]>()
  /** A cache: what a role grants at a point. */
  readonly #granted = new Map<string, number[]>()
  #cached = 0

  constructor(db: Db, work: WorkBudget, permissions?: readonly number[]) {
    this.#db = db
    this.#work = work
    this.#permissions = permissions
  }

  async readUsers(ids: readonly number[]): Promise<void> {
    const unread = ids.filter((id) => !this.users.has(id))
    if (unread.length === 0) return
    for (const id of unread) {
      this.users.set(id, [])
      this.links.set(id, [])
    }
    for (const [id, states] of await this.#read('users', { record_id: unread })) this.users.set(id, states)
    const links = await this.#read('user_roles', { left_id: unread })
    const roles = new Set<number>()
    for (const states of links.values()) {
      const [{ left_id: user, right_id: role } = {}] = states
      if (typeof user !== 'number' || typeof role !== 'number') continue
      this.links.get(user)?.push(states)
      roles.add(role)
    }
    await this.readRoles([...roles])
  }

  async readRoles(ids: readonly number[]): Promise<void> {
    const unread = ids.filter((id) => !this.roles.has(id))
    if (unread.length === 0) return
    for (const id of unread) {
      this.roles.set(id, [])
      this.grants.set(id, [])
    }
    for (const [id, states] of await this.#read('roles', { record_id: unread })) this.roles.set(id, states)
    const given = this.#permissions && { right_id: this.#permissions }
    const grants = await this.#read('role_permissions', { left_id: unread, ...given })
    const permissions = new Set<number>()
    for (const states of grants.values()) {
      const [{ left_id: role, right_id: permission } = {}] = states
      if (typeof role !== 'number' || typeof permission !== 'number') continue
      this.grants.get(role)?.push(states)
      permissions.add(permission)
    }
    await this.readPermissions([...permissions])
  }

  async readPermissions(ids: readonly number[]): Promise<void> {
    const unread = ids.filter((id) => !this.permissions.has(id))
    if (unread.length === 0) return
    for (const id of unread) this.permissions.set(id, [])
    for (const [id, states] of await this.#read('permissions', { record_id: unread }))
      this.permissions.set(id, states)
  }

  /** Frees memory. */
  forgetUsers(): void {
    this.users.clear()
    this.links.clear()
  }

  heldBy(user: number, point: Point): Held {
    if (!isLive(stateAt(this.users.get(user), point.number))) return new Map()
    const roles: number[] = []
    const links = this.links.get(user) ?? []
    this.#work.spend(links.length)
    for (const states of links) {
      const link = stateAt(states, point.number)
      if (link && isInForce(link, point.at)) roles.push(link.right_id as number)
    }
    return heldThrough(roles, (role) => this.grantedBy(role, point))
  }

  /** The permissions that a role grants at a point. */
  grantedBy(role: number, point: Point): readonly number[] {
    const key = `${role} ${point.number} ${point.at}`
    let granted = this.#granted.get(key)
    if (!granted) {
      granted = [...this.#findGrants(role, point)]
      if (this.#cached > MOST_CACHED) {
        this.#granted.clear()
        this.#cached = 0
      }
      this.#granted.set(key, granted)
      this.#cached += granted.length + 1
    }
    this.#work.spend(granted.length + 1)
    return granted
  }

  *#findGrants(id: number, { number, at }: Point): Generator<number> {
    const role = stateAt(this.roles.get(id), number)
    if (!role || !isLive(role)) return
    const grants = this.grants.get(id) ?? []
    this.#work.spend(grants.length)
    for (const states of grants) {
      const link = stateAt(states, number)
      const permission = link && stateAt(this.permissions.get(link.right_id as number), number)
      if (!permission || permission.deleted_at !== null) continue
      if (role.slug === SUPER_ADMINISTRATOR || (isInForce(link, at) && permission.is_active))
        yield permission.record_id
    }
  }

  async #read(
    kind: PastKind,
    ids: Parameters<typeof readHistories>[2],
  ): Promise<ReadonlyMap<number, State[]>> {
    const histories = await readHistories(this.#db, kind, ids)
    let states = 0
    for (const each of histories.values()) states += each.length
    this.#work.spend(COSTS.statement + states * COSTS.row)
    return histories
  }
}

export function heldThrough(roles: readonly number[], grantedBy: (role: number) => readonly number[]): Held {
  const held = new Map<number, number[]>()
  for (const role of roles)
    for (const permission of grantedBy(role)) {
      const through = held.get(permission)
      if (through) through.push(role)
      else held.set(permission, [role])
    }
  return held
}

export const isLive = (state: State | undefined): boolean =>
  state?.is_active === true && state.deleted_at === null
