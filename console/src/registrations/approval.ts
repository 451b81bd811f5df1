import type { RecordOf } from '@rolecall/client'
import { client } from '../api/session.ts'
import type { PickerOption as Role } from '../ui/RecordPicker.tsx'

export type Registration = RecordOf<'registrations'>
type User = RecordOf<'users'>
export type Approved = Pick<User, 'id' | 'name'>

/** Outcome of one approval. */
export type Outcome = { registration: Registration } & ({ user: Approved } | { error: unknown })

export const isPendingApproval = ({ status, deleted_at }: Registration): boolean =>
  status !== 'user-created' && deleted_at === null

/**
 * The API approves one registration at a time, atomically with the role: if the page is closed half-way, each
 * registration is either approved with the role or still pending. A failure does not stop the others.
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
    return user ? assignRole(user, { registration, role }) : { registration, error }
  }
}

/** Already approved, by someone else or by an attempt whose response was lost: assigns the role if it is missing. */
async function assignRole(
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

/** The user that the registration became, if it has been approved meanwhile. */
async function userOf({ id, name }: Registration): Promise<Approved | undefined> {
  const found = await client.registrations.get(id).catch(() => undefined)
  return found?.user_id ? { id: found.user_id, name } : undefined
}
