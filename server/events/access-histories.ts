import { SUPER_ADMINISTRATOR } from '../access/grants.ts'
import { isInForce } from '../access/in-force.ts'
import { readHistories, type State, stateAt } from '../audit/histories.ts'
import type { Db } from '../db/tables.ts'

/** After the entry with a number, by the clock. */
export interface Point {
  number: number
  at: string
}

/** Permissions by id, each with the roles that grant it. */
export type Held = ReadonlyMap<number, readonly number[]>

/**
 * The histories of users, roles and permissions, read as they are needed. Who holds what at any point follows from them without
 * further queries, by the rules of `access/sql/effective.ts`.
 */
export class AccessHistories {
  readonly #db: Db
  /** If it is given, only the grants of these permissions count. */
  readonly #permissions: readonly number[] | undefined
  readonly users = new Map<number, State[]>()
  readonly links = new Map<number, State[][]>()
  readonly roles = new Map<number, State[]>()
  readonly grants = new Map<number, State[][]>()
  readonly permissions = new Map<number, State[]>()
  /** A cache: what a role grants at a point. */
  readonly #granted = new Map<string, number[]>()

  constructor(db: Db, permissions?: readonly number[]) {
    this.#db = db
    this.#permissions = permissions
  }

  async readUsers(ids: readonly number[]): Promise<void> {
    const unread = ids.filter((id) => !this.users.has(id))
    if (unread.length === 0) return
    for (const id of unread) {
      this.users.set(id, [])
      this.links.set(id, [])
    }
    for (const [id, states] of await readHistories(this.#db, 'users', { record_id: unread }))
      this.users.set(id, states)
    const links = await readHistories(this.#db, 'user_roles', { left_id: unread })
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
    for (const [id, states] of await readHistories(this.#db, 'roles', { record_id: unread }))
      this.roles.set(id, states)
    const given = this.#permissions && { right_id: this.#permissions }
    const grants = await readHistories(this.#db, 'role_permissions', { left_id: unread, ...given })
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
    for (const [id, states] of await readHistories(this.#db, 'permissions', { record_id: unread }))
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
    for (const states of this.links.get(user) ?? []) {
      const link = stateAt(states, point.number)
      if (link && isInForce(link, point.at)) roles.push(link.right_id as number)
    }
    return this.heldThrough(roles, point)
  }

  /** The numbers among these at which something changed that decides the user's access, ascending. */
  numbersOf(user: number, { first, last }: { first: number; last: number }): number[] {
    const numbers = new Set<number>()
    const add = (states: readonly State[] = []) => {
      for (const { from, until } of states)
        for (const number of [from, until]) if (number >= first && number <= last) numbers.add(number)
    }
    if (first === last) return [first]
    add(this.users.get(user))
    for (const link of this.links.get(user) ?? []) {
      const role = link[0]?.right_id as number
      add(link)
      add(this.roles.get(role))
      for (const grant of this.grants.get(role) ?? []) {
        add(grant)
        add(this.permissions.get(grant[0]?.right_id as number))
      }
    }
    return [...numbers].sort((one, other) => one - other)
  }

  heldThrough(roles: readonly number[], point: Point): Held {
    const held = new Map<number, number[]>()
    for (const role of roles)
      for (const permission of this.#grantsOf(role, point)) {
        const through = held.get(permission)
        if (through) through.push(role)
        else held.set(permission, [role])
      }
    return held
  }

  #grantsOf(id: number, point: Point): readonly number[] {
    const key = `${id} ${point.number} ${point.at}`
    const known = this.#granted.get(key)
    if (known) return known
    if (this.#granted.size > MOST_REMEMBERED) this.#granted.clear()
    const granted = [...this.#findGrants(id, point)]
    this.#granted.set(key, granted)
    return granted
  }

  *#findGrants(id: number, { number, at }: Point): Generator<number> {
    const role = stateAt(this.roles.get(id), number)
    if (!role || !isLive(role)) return
    for (const states of this.grants.get(id) ?? []) {
      const link = stateAt(states, number)
      const permission = link && stateAt(this.permissions.get(link.right_id as number), number)
      if (!permission || permission.deleted_at !== null) continue
      if (role.slug === SUPER_ADMINISTRATOR || (isInForce(link, at) && permission.is_active))
        yield permission.record_id
    }
  }
}

const MOST_REMEMBERED = 10_000

const isLive = (state: State | undefined): boolean => state?.is_active === true && state.deleted_at === null
