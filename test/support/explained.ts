import type { Service } from './service.ts'

/** One step of a change in an explanation. */
export interface Step {
  does: string
  call: { method: string; path: string; body: object | null } | null
}

/** Asks why a user holds a permission, or does not. */
export const explain = (service: Service, user: { id: number }, slug: string, token = service.token) =>
  service.call('GET', `/api/users/id/${user.id}/permissions/${slug}`, { token, query: { explain: 'true' } })
