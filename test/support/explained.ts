import type { Service } from './service.ts'

/** One step of the change that `explain` tells. */
export interface Step {
  does: string
  call: { method: string; path: string; body: object | null } | null
}

/** Why a user holds a permission, or why not. */
export const explain = (service: Service, user: { id: number }, slug: string, token = service.token) =>
  service.call('GET', `/api/users/id/${user.id}/permissions/${slug}`, { token, query: { explain: 'true' } })
