import { OWN_PERMISSIONS, type Slug } from '../../../contract/permissions.ts'
import type { Ctx } from '../../access/context.ts'
import { SUPER_ADMINISTRATOR } from '../../access/grants.ts'
import { inTransaction } from '../../access/transaction.ts'
import { addLinks } from '../../crud/write/links.ts'
import { insertRow } from '../../crud/write/rows.ts'
import { takeLocks } from '../../db/transactions/locks.ts'
import { roles } from './index.ts'

interface Seed {
  slug: string
  details: string
  type: 'frontend' | 'backend'
  may: readonly Slug[]
}

const all = OWN_PERMISSIONS.map(({ slug }) => slug)

/** The roles of a new installation. Administrators may change them later. */
const SEEDS: readonly Seed[] = [
  {
    slug: SUPER_ADMINISTRATOR,
    details: 'Holds every permission there is or will be.',
    type: 'backend',
    may: all,
  },
  {
    slug: 'administrator',
    details: 'May do everything except delete permanently.',
    type: 'backend',
    may: all.filter((slug) => slug !== 'can-delete-permanently' && slug !== 'can-erase-users'),
  },
  {
    slug: 'manager',
    details: 'Manages people: registrations, users and their roles.',
    type: 'backend',
    may: [
      'can-create-registrations',
      'can-read-registrations',
      'can-update-registrations',
      'can-invite-users',
      'can-create-users',
      'can-read-users',
      'can-update-users',
      'can-see-users-contact-details',
      'can-read-roles',
      'can-read-permissions',
      'can-assign-roles',
      'can-read-taxonomies',
      'can-read-taxonomy-types',
    ],
  },
  {
    slug: 'editor',
    details: 'Creates, changes and deletes terms, which classify users. Reads users.',
    type: 'backend',
    may: [
      'can-read-users',
      'can-create-taxonomies',
      'can-read-taxonomies',
      'can-update-taxonomies',
      'can-delete-taxonomies',
      'can-create-taxonomy-types',
      'can-read-taxonomy-types',
      'can-update-taxonomy-types',
    ],
  },
  {
    slug: 'contributor',
    details: 'Creates and changes terms, which classify users, but deletes none.',
    type: 'backend',
    may: ['can-create-taxonomies', 'can-read-taxonomies', 'can-update-taxonomies', 'can-read-taxonomy-types'],
  },
  {
    slug: 'registered',
    details: 'The default role of everyone who signed up. Grants nothing at first.',
    type: 'frontend',
    may: [],
  },
  {
    slug: 'guest',
    details: 'For visitors who are not signed in, if your product has any. Grants nothing at first.',
    type: 'frontend',
    may: [],
  },
]

const nameOf = (slug: string) =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** Creates the first roles if there are no roles at all. The permissions must exist already. */
export function seedRoles(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await takeLocks(ctx.db, [{ space: 'start', mode: 'exclusive' }])
    const existing = await ctx.db.selectFrom('roles').select('id').limit(1).executeTakeFirst()
    if (existing) return
    const stored = await ctx.db.selectFrom('permissions').select(['id', 'slug']).execute()
    for (const { may, slug, ...role } of SEEDS) {
      const write = await insertRow(ctx, roles, { ...role, slug, name: nameOf(slug), is_active: true })
      const { id } = await write.result
      const granted = stored.filter(
        (permission) => may === all || (may as readonly string[]).includes(permission.slug),
      )
      const links = { table: 'role_permissions', from: 'role_id', to: 'permission_id' } as const
      await addLinks(ctx, links, id, new Map(granted.map((permission) => [permission.id, {}])))
    }
  })
}
