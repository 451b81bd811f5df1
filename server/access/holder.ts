import type { Db } from '../db/connect.ts'
import { prepared, slot } from '../db/prepared.ts'
import { Grants, type Slugs } from './grants.ts'
import { hasBit, type SlugNumbers } from './slug-numbers.ts'

/** Its holders have every permission that exists. */
export const SUPER_ADMINISTRATOR = 'super-administrator'

/** A live, active role and what its active links give. */
export class Role {
  readonly slug: string
  readonly #numbers: SlugNumbers
  readonly #permissions: Uint32Array
  /** Those that end, by when they do. */
  readonly #ends = new Map<string, string>()

  constructor(
    slug: string,
    given: readonly { permission: string; expires_at: string | null }[],
    numbers: SlugNumbers,
  ) {
    this.slug = slug
    this.#numbers = numbers
    this.#permissions = numbers.setOf(given.map(({ permission }) => permission))
    for (const { permission, expires_at } of given)
      if (expires_at !== null) this.#ends.set(permission, expires_at)
  }

  gives(permission: string, now: string): boolean {
    const number = this.#numbers.find(permission)
    return number !== undefined && hasBit(this.#permissions, number) && this.#isInForce(permission, now)
  }

  permissionsAt(now: string): string[] {
    return [...this.#numbers.slugsIn(this.#permissions)].filter((permission) =>
      this.#isInForce(permission, now),
    )
  }

  #isInForce(permission: string, now: string): boolean {
    return this.#ends.size === 0 || isBefore(now, this.#ends.get(permission) ?? null)
  }
}

interface HeldRole {
  /** Undefined where the role doesn't count. */
  role: Role | undefined
  expiresAt: string | null
}

const isBefore = (now: string, expiresAt: string | null) => expiresAt === null || expiresAt > now

/** A user, and what they hold through active links; what of it is in force is told from the time. */
export class Holder {
  /** The user is live and active. */
  readonly isCounting: boolean
  readonly #held: readonly HeldRole[]

  constructor(isCounting: boolean, held: readonly HeldRole[]) {
    this.isCounting = isCounting
    this.#held = isCounting ? held : []
  }

  hasRole(slug: string, now: string): boolean {
    for (const { role, expiresAt } of this.#held)
      if (role?.slug === slug && isBefore(now, expiresAt)) return true
    return false
  }

  grantsAt(now: string): Grants {
    if (this.hasRole(SUPER_ADMINISTRATOR, now)) return Grants.all
    const roles: Role[] = []
    for (const { role, expiresAt } of this.#held) if (role && isBefore(now, expiresAt)) roles.push(role)
    return new Grants(new SlugsOfRoles(roles, now), false)
  }
}

/** What roles give together, without putting it together: a check asks for one slug. */
class SlugsOfRoles implements Slugs {
  readonly #roles: readonly Role[]
  readonly #now: string

  constructor(roles: readonly Role[], now: string) {
    this.#roles = roles
    this.#now = now
  }

  has(slug: string): boolean {
    for (const role of this.#roles) if (role.gives(slug, this.#now)) return true
    return false
  }

  [Symbol.iterator](): IterableIterator<string> {
    return new Set(this.#roles.flatMap((role) => role.permissionsAt(this.#now))).values()
  }
}

const holderQuery = prepared((db) =>
  db
    .selectFrom('users')
    .leftJoin('user_roles', (join) =>
      join.onRef('user_roles.user_id', '=', 'users.id').on('user_roles.is_active', '=', true),
    )
    .where('users.id', '=', slot('id'))
    .select(['users.is_active', 'users.deleted_at', 'user_roles.role_id', 'user_roles.expires_at']),
)

/** Does the user count, and what links are theirs? Nobody, where there is no such user. */
export async function readHolder(db: Db, id: number) {
  const rows = await holderQuery(db, { id })
  const [user] = rows
  return {
    isCounting: user?.is_active === true && user.deleted_at === null,
    links: rows.flatMap(({ role_id, expires_at }) => (role_id === null ? [] : [{ role_id, expires_at }])),
  }
}

const roleQuery = prepared((db) =>
  db
    .selectFrom('roles')
    .leftJoin('role_permissions', (join) =>
      join.onRef('role_permissions.role_id', '=', 'roles.id').on('role_permissions.is_active', '=', true),
    )
    .leftJoin('permissions', (join) =>
      join
        .onRef('permissions.id', '=', 'role_permissions.permission_id')
        .on('permissions.is_active', '=', true)
        .on('permissions.deleted_at', 'is', null),
    )
    .where('roles.id', '=', slot('id'))
    .where('roles.is_active', '=', true)
    .where('roles.deleted_at', 'is', null)
    .select(['roles.slug', 'permissions.slug as permission', 'role_permissions.expires_at']),
)

/** Undefined where the role doesn't count. */
export async function readRole(db: Db, id: number, numbers: SlugNumbers): Promise<Role | undefined> {
  const rows = await roleQuery(db, { id })
  const [role] = rows
  if (!role) return undefined
  const given = rows.flatMap(({ permission, expires_at }) =>
    permission === null ? [] : [{ permission, expires_at }],
  )
  return new Role(role.slug, given, numbers)
}
