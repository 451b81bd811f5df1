import assert from 'node:assert/strict'
import { dataOf, giveRole, makeActor, makeRole, makeUser, type Person, type Role } from './actors.ts'
import { assertRefused, assertRefusedUnchanged } from './refusals.ts'
import type { Service } from './service.ts'

/** The permission that callers hold for a time. */
export const SLUG = 'can-delete-taxonomies'
export const SUPER = 'super-administrator'
export const ASSIGNS = [
  ...['can-assign-roles', 'can-assign-permissions', 'can-read-users', 'can-read-roles'],
  'can-read-permissions',
]
const HOUR_MS = 3_600_000

/** In hours from the start of the test; null: without an end. */
export type End = number | null
/** How a caller holds the permission: by roles, each with the end of the user's link and of the role's grant. */
export type Holding = readonly (readonly [held: End, given: End])[]
export type Request = readonly [method: string, path: string, json?: unknown]

export const rolesOf = ({ id }: { id: number }) => `/api/users/${id}/relationships/roles`
export const usersOf = ({ id }: { id: number }) => `/api/roles/${id}/relationships/users`
export const permissionsOf = ({ id }: { id: number }) => `/api/roles/${id}/relationships/permissions`

export type HeldUntil = ReturnType<typeof heldUntil>

/** Callers who hold the permission for a time, and their attempts. */
export function heldUntil(service: Service) {
  const start = Date.parse(service.clock.now())
  const at = (end: End) => (end === null ? null : new Date(start + end * HOUR_MS).toISOString())
  const send = (token: string, [method, path, json = {}]: Request) =>
    service.call(method, path, { token, json })
  const admit = async ({ token }: { token: string }, request: Request) => dataOf(await send(token, request))
  const asRoot = (...request: Request) => admit(service, request)
  const refused = (end: End, field?: string) => ({
    status: 403,
    code: 'forbidden',
    says: new RegExp(`\\buntil ${at(end)?.replaceAll('.', '\\.')}[.;]`),
    ...(field !== undefined && { details: [[field, 'forbidden']] as const }),
  })
  const links = async () => {
    const { db } = service.connection
    return [
      await db.selectFrom('user_roles').selectAll().orderBy('id').execute(),
      await db.selectFrom('role_permissions').selectAll().orderBy('id').execute(),
    ]
  }
  /** A role that grants a harmless permission without an end, and SLUG until that time. */
  async function roleGiving(end: End): Promise<Role> {
    const role = await makeRole(service, ['can-read-users'])
    await asRoot('POST', permissionsOf(role), { id: SLUG, expires_at: at(end) })
    return role
  }

  return {
    at,
    admit,
    asRoot,
    roleGiving,
    /** A caller who holds the other permissions that are needed without an end. */
    callerHolding: async (roles: Holding, more: string[] = []): Promise<Person> => {
      const caller = await makeActor(service, [...ASSIGNS, ...more])
      for (const [held, given] of roles)
        await giveRole(service, caller, { id: (await roleGiving(given)).slug, expires_at: at(held) })
      return caller
    },
    superUntil: async (end: End): Promise<Person> => {
      const caller = await makeUser(service)
      await giveRole(service, caller, { id: SUPER, expires_at: at(end) })
      return caller
    },
    /** Asserts that the refusal names the end of the caller's permission, and the field. */
    refuse: ({ token }: Person, request: Request, end: End, field?: string) =>
      assertRefusedUnchanged(service, () => send(token, request), refused(end, field)),
    /** The same, for hundreds of refusals: compares only the links. */
    refuseQuickly: async ({ token }: Person, request: Request, end: End, field: string) => {
      const before = await links()
      assertRefused(await send(token, request), refused(end, field))
      assert.deepEqual(await links(), before)
    },
  }
}
