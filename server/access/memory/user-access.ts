import { type Ends, Grants, type Slugs, SUPER_ADMINISTRATOR } from '../grants.ts'
import { earlierEnd, isBefore, isLater } from '../in-force.ts'
import { type FactorOwner, isAdministrative, narrowestPolicy } from '../second-factor.ts'
import { addBits, clearBit, hasBit, type PermissionNumbers } from './permission-numbers.ts'

interface GrantedPermission {
  id: number
  slug: string
  expires_at: string | null
}

/** A live, active role and the permissions of its active links. */
export class CachedRole {
  readonly id: number
  readonly slug: string
  readonly requiresFactor: boolean
  readonly #numbers: PermissionNumbers
  readonly #permissions: Uint32Array
  /** The expiry of permissions by slug; permanent ones are absent. */
  readonly #ends = new Map<string, string>()

  /** Those that make holders administrators. */
  readonly #administrative: readonly string[]

  constructor(
    { id, slug, requiresFactor }: Pick<CachedRole, 'id' | 'slug' | 'requiresFactor'>,
    given: readonly GrantedPermission[],
    numbers: PermissionNumbers,
  ) {
    this.id = id
    this.slug = slug
    this.requiresFactor = requiresFactor
    this.#administrative = given.map(({ slug }) => slug).filter(isAdministrative)
    this.#numbers = numbers
    this.#permissions = numbers.setOf(given)
    for (const { slug, expires_at } of given) if (expires_at !== null) this.#ends.set(slug, expires_at)
  }

  grants(permission: string, now: string): boolean {
    const number = this.#numbers.find(permission)
    return number !== undefined && hasBit(this.#permissions, number) && this.#isInForce(permission, now)
  }

  isAdministrativeAt(now: string): boolean {
    return (
      this.slug === SUPER_ADMINISTRATOR || this.#administrative.some((slug) => this.#isInForce(slug, now))
    )
  }

  get isEnding(): boolean {
    return this.#ends.size > 0
  }

  /** When a permission of the role expires; null: never. */
  endOf(permission: string): string | null {
    return this.#ends.get(permission) ?? null
  }

  /** The permissions of all these roles. They share one numbering: roles are cached and evicted together with it. */
  static union(roles: readonly CachedRole[], now: string): { id: number; slug: string }[] {
    const [first] = roles
    if (!first) return []
    const bits = first.#numbers.emptySet()
    for (const role of roles) addBits(bits, role.#permissionsAt(now))
    return first.#numbers.permissionsIn(bits)
  }

  #permissionsAt(now: string): Uint32Array {
    if (this.#ends.size === 0) return this.#permissions
    const bits = this.#permissions.slice()
    for (const [slug, end] of this.#ends)
      if (!isBefore(now, end)) clearBit(bits, this.#numbers.find(slug) as number)
    return bits
  }

  #isInForce(permission: string, now: string): boolean {
    return this.#ends.size === 0 || isBefore(now, this.#ends.get(permission) ?? null)
  }
}

interface HeldRole {
  role: CachedRole
  expiresAt: string | null
}

/** A user's access: the roles of their active links. Expiry is evaluated at the time of each check. */
export class UserAccess {
  readonly isLive: boolean
  readonly isLiveAndActive: boolean
  readonly hasFactor: boolean
  readonly #held: readonly HeldRole[]

  constructor(
    { isLive, isActive, hasFactor }: { isLive: boolean; isActive: boolean; hasFactor: boolean },
    held: readonly HeldRole[],
  ) {
    this.isLive = isLive
    this.hasFactor = hasFactor
    this.isLiveAndActive = isLive && isActive
    this.#held = this.isLiveAndActive ? held : []
  }

  get countLinks(): number {
    return this.#held.length
  }

  hasRole(slug: string, now: string): boolean {
    for (const { role, expiresAt } of this.#held)
      if (role.slug === slug && isBefore(now, expiresAt)) return true
    return false
  }

  grantsAt(now: string): Grants {
    const held = this.#rolesAt(now)
    const superRole = held.find(isSuper)
    if (!superRole) return new Grants(new RoleSlugs(held, now), false)
    const { expiresAt: end } = superRole
    return end === null ? Grants.all : new Grants(new RoleSlugs(held, now), true, end)
  }

  /** Undefined if the user is not live and active: none of their tokens works. */
  authorityAt(now: string): Grants | undefined {
    return this.isLiveAndActive ? this.grantsAt(now) : undefined
  }

  /** How the user stands to the policy of second factors. */
  ownerAt(now: string): FactorOwner {
    const held = this.#rolesAt(now)
    return {
      hasFactor: this.hasFactor,
      coveredBy: narrowestPolicy({
        requiringRole: held.some(({ role }) => role.requiresFactor),
        administrative: held.some(({ role }) => role.isAdministrativeAt(now)),
      }),
    }
  }

  /** The roles that these grants follow from: a permanent super administrator needs no other role. */
  roleIdsAt(now: string): number[] {
    const held = this.#rolesAt(now)
    const superRole = held.find((each) => isSuper(each) && each.expiresAt === null)
    return (superRole ? [superRole] : held).map(({ role: { id } }) => id)
  }

  countRolesAt(now: string): number {
    return this.#rolesAt(now).length
  }

  /** Ids of the permissions in force, highest first. Undefined for super administrators: theirs follow from no link. */
  permissionIdsAt(now: string): number[] | undefined {
    if (this.hasRole(SUPER_ADMINISTRATOR, now)) return undefined
    return CachedRole.union(rolesOf(this.#rolesAt(now)), now)
      .map(({ id }) => id)
      .sort((one, other) => other - one)
  }

  #rolesAt(now: string): HeldRole[] {
    return this.#held.filter(({ expiresAt }) => isBefore(now, expiresAt))
  }
}

const isSuper = ({ role: { slug } }: HeldRole) => slug === SUPER_ADMINISTRATOR

const rolesOf = (held: readonly HeldRole[]) => held.map(({ role }) => role)

/** Roles searched, over all checks, before the union of their permissions is built. */
const MAX_LOOKUPS = 20_000

/** The permissions of several roles. Builds their union only when it pays off: a check looks up one slug. */
class RoleSlugs implements Slugs, Ends {
  readonly #held: readonly HeldRole[]
  readonly #now: string
  #isEnding: boolean | undefined
  #latestFirst: readonly HeldRole[] | undefined
  #lookups = 0
  #union: ReadonlySet<string> | undefined

  constructor(held: readonly HeldRole[], now: string) {
    this.#held = held
    this.#now = now
  }

  has(slug: string): boolean {
    if (this.#union) return this.#union.has(slug)
    this.#lookups += this.#held.length
    // `/api/me` checks a hundred permissions of a user who may hold thousands of roles.
    if (this.#lookups > MAX_LOOKUPS) this.#union = new Set(this)
    for (const { role } of this.#held) if (role.grants(slug, this.#now)) return true
    return false
  }

  get ends(): Ends | undefined {
    this.#isEnding ??= this.#held.some(({ role, expiresAt }) => expiresAt !== null || role.isEnding)
    return this.#isEnding ? this : undefined
  }

  /** The roles are sorted by expiry, latest first, so the search usually ends at the first role that grants it. */
  of(slug: string): string | null {
    this.#latestFirst ??= this.#held.toSorted(byEnd)
    let latest: string | undefined
    for (const { role, expiresAt } of this.#latestFirst) {
      if (latest !== undefined && !isLater(expiresAt, latest)) break
      if (!role.grants(slug, this.#now)) continue
      const end = earlierEnd(expiresAt, role.endOf(slug))
      if (end === null) return null
      if (latest === undefined || end > latest) latest = end
    }
    return latest ?? null
  }

  [Symbol.iterator](): IterableIterator<string> {
    return CachedRole.union(rolesOf(this.#held), this.#now)
      .map(({ slug }) => slug)
      .values()
  }
}

const byEnd = ({ expiresAt: one }: HeldRole, { expiresAt: other }: HeldRole) =>
  Number(isLater(other, one)) - Number(isLater(one, other))
