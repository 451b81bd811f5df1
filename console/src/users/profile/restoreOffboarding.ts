import { client } from '../../api/session.ts'

/** Gives back what an offboarding ended, as far as the caller may. */
export const restoreOffboarding = (userId: number, id: number) =>
  client.request('POST', '/api/users/{column}/{value}/offboardings/{offboarding}/restore', {
    path: { column: 'id', value: String(userId), offboarding: String(id) },
  })
