import { client } from '../api/session.ts'
import type { Kind, Trashed } from './kinds.ts'

/** An effect of a permanent deletion. */
export interface Effect {
  key: string
  count?: number
}

const some = (key: string, count: number | undefined): Effect[] => (count ? [{ key, count }] : [])

/** What a permanent deletion deletes, keeps or requires. */
export async function effectsOf(kind: Kind, record: Trashed): Promise<Effect[]> {
  switch (kind) {
    case 'users': {
      const { roles = [], taxonomies = [] } = await client.users.get(record.id, {
        trashed: 'true',
        include: ['roles', 'taxonomies'],
      })
      return [
        ...some('user_roles', roles.length),
        ...some('user_terms', taxonomies.length),
        { key: 'user_tokens' },
        { key: 'user_works' },
      ]
    }
    case 'roles':
      return [
        ...some('role_users', record.count_users),
        ...some('role_permissions', record.count_permissions),
      ]
    case 'permissions':
      return [
        ...some('permission_roles', record.count_roles),
        ...some('permission_users', record.count_users),
        { key: 'permission_manifest' },
      ]
    case 'taxonomies': {
      const where = { parent_id: record.id }
      const { total } = await client.taxonomies.list({ where, trashed: 'true', per_page: 1 })
      return [...some('term_users', record.count_users), ...some('term_children', total)]
    }
    case 'taxonomy-types': {
      const where = { type_id: record.id }
      const { total } = await client.taxonomies.list({ where, trashed: 'true', per_page: 1 })
      return some('type_terms', total)
    }
    case 'registrations':
      return [{ key: 'registration_user' }]
    case 'webhooks':
      return [{ key: 'webhook_deliveries' }]
  }
}
