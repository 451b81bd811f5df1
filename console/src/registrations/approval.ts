import type { RecordOf } from '@rolecall/client'
import { client } from '../api/session.ts'

export type Registration = RecordOf<'registrations'>
type User = RecordOf<'users'>
export type Approved = Pick<User, 'id' | 'name'>

/** Outcome of one approval. */
export type Outcome = { registration: Registration } & ({ user: Approved } | { error: unknown })

export const isPendingApproval = ({ status, deleted_at }: Registration): boolean =>
  status !== 'user-created' && deleted_at === null

/** Approves a registration. One that somebody else has approved meanwhile counts as approved. */
export async function approve(registration: Registration): Promise<Outcome> {
  try {
    const { user } = await client.request('POST', '/api/registrations/{column}/{value}/create-user', {
      path: { column: 'id', value: String(registration.id) },
      body: {},
    })
    return { registration, user }
  } catch (error) {
    const user = (error as { code?: string }).code === 'user_created' && (await userOf(registration))
    return user ? { registration, user } : { registration, error }
  }
}

/** The user that the registration became. */
async function userOf({ id, name }: Registration): Promise<Approved | undefined> {
  const found = await client.registrations.get(id).catch(() => undefined)
  return found?.user_id ? { id: found.user_id, name } : undefined
}
