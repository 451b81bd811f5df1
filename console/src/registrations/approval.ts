import type { RecordOf } from '@rolecall/client'
import { client } from '../api/session.ts'
import type { Pick as Role } from '../ui/RecordPicker.tsx'

export type Registration = RecordOf<'registrations'>
type User = RecordOf<'users'>
export type Approved = Pick<User, 'id' | 'name'>

/** What became of one of them. */
export type Outcome = { registration: Registration } & ({ user: Approved } | { error: unknown })

export const isWaiting = ({ status, deleted_at }: Registration): boolean =>
  status !== 'user-created' && deleted_at === null

/**
 * The API approves one at a time, together with the role: whenever this page is closed, each has become a user who has the
 * role, or still waits. Each has an outcome of its own; one that is refused holds up no other.
 */
export async function approve(registration: Registration, role?: Role | null): Promise<Outcome> {
  try {
    const { user } = await client.request('POST', '/api/registrations/{column}/{value}/create-user', {
      path: { column: 'id', value: String(registration.id) },
      body: role ? { roles: [role.id] } : {},
    })
    return { registration, user }
  } catch (error) {
    const user = (error as { code?: string }).code === 'user_created' && (await userOf(registration))
    return user ? giveTo(user, { registration, role }) : { registration, error }
  }
}

/** Approved by somebody else meanwhile, perhaps without the role; or by this page, which did not hear of it. */
async function giveTo(
  user: Approved,
  { registration, role }: { registration: Registration; role: Role | null | undefined },
): Promise<Outcome> {
  try {
    if (role) await client.users.relation(user.id, 'roles').add(role.id)
    return { registration, user }
  } catch (error) {
    return { registration, error }
  }
}

/** Whom an earlier try, or somebody else, made of it meanwhile. */
async function userOf({ id, name }: Registration): Promise<Approved | undefined> {
  const found = await client.registrations.get(id).catch(() => undefined)
  return found?.user_id ? { id: found.user_id, name } : undefined
}
