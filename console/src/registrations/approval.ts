import type { RecordOf } from '@rolecall/client'
import { client } from '../api/session.ts'

export type Registration = RecordOf<'registrations'>
export type User = RecordOf<'users'>

/** What became of one of them. */
export type Outcome = { registration: Registration } & ({ user: User } | { error: unknown })

export const isWaiting = ({ status, deleted_at }: Registration): boolean =>
  status !== 'user-created' && deleted_at === null

/** One after the other: each has an outcome of its own, and one that fails holds up no other. */
export async function approveAll(
  registrations: Registration[],
  onProgress: (done: number) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const registration of registrations) {
    outcomes.push(await approve(registration))
    onProgress(outcomes.length)
  }
  return outcomes
}

async function approve(registration: Registration): Promise<Outcome> {
  try {
    const { user } = await client.request('POST', '/api/registrations/{column}/{value}/create-user', {
      path: { column: 'id', value: String(registration.id) },
    })
    return { registration, user }
  } catch (error) {
    return { registration, error }
  }
}
