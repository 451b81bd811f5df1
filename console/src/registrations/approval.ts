import type { RecordOf } from '@rolecall/client'
import { client } from '../api/session.ts'

export type Registration = RecordOf<'registrations'>
type User = RecordOf<'users'>
export type Approved = Pick<User, 'id' | 'name'>

/** What became of one of them. */
export type Outcome = { registration: Registration } & ({ user: Approved } | { error: unknown })

export const isWaiting = ({ status, deleted_at }: Registration): boolean =>
  status !== 'user-created' && deleted_at === null

/** The API approves one at a time. Each has an outcome of its own; one that is refused holds up no other. */
export async function approve(registration: Registration): Promise<Outcome> {
  try {
    const { user } = await client.request('POST', '/api/registrations/{column}/{value}/create-user', {
      path: { column: 'id', value: String(registration.id) },
    })
    return { registration, user }
  } catch (error) {
    const user = (error as { code?: string }).code === 'user_created' && (await userOf(registration))
    return user ? { registration, user } : { registration, error }
  }
}

/** Whom an earlier try, or somebody else, made of it meanwhile. */
async function userOf({ id, name }: Registration): Promise<Approved | undefined> {
  const found = await client.registrations.get(id).catch(() => undefined)
  return found?.user_id ? { id: found.user_id, name } : undefined
}
