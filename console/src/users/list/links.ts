import { client } from '../../api/session.ts'

export interface Link {
  id: number
  is_active: boolean
  expires_at: string | null
}

/** The users' links to the role, in force or not; adding them again restores them as they were. */
export async function linksAmong(role: number, ids: number[]): Promise<Link[]> {
  const members = client.roles.relation(role, 'users')
  const found = await Promise.all(
    ids.map(async (id) => (await members.get({ where: { id }, per_page: 1 })).data),
  )
  return found.flat().map(({ id, pivot }) => ({
    id,
    is_active: pivot?.is_active ?? true,
    expires_at: pivot?.expires_at ?? null,
  }))
}
