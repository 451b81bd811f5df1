import { type Factory, type Fields, next } from '../../../test/support/factory.ts'
import type { Service } from '../../../test/support/service.ts'
import { systemContext } from '../../prepare.ts'
import { syncPermissions } from './sync.ts'

export const factory: Factory = {
  valid: () => ({ name: `Permission ${next()}`, module: 'library' }),
  fields: {},
  also: ['name', 'slug', 'module', 'section', 'details', 'is_active', 'count_roles', 'count_users'],
  unique: {},
  relations: ['users', 'roles'],
  selectors: ['id', 'uuid', 'name', 'slug', 'module'],
  label: 'name',
  shared: { column: 'section', value: 'Countess', other: 'Duchess' },
  store: storePermission,
}

/** Permissions are declared, not created: this one by a manifest that contains it. */
async function storePermission(service: Service, { name, module, ...others }: Fields): Promise<number> {
  const slug = String(
    others.slug ??
      String(name)
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-'),
  )
  const permission = {
    name: String(name),
    module: String(module),
    section: null,
    details: null,
    ...others,
    slug,
  }
  await syncPermissions({ ...systemContext(service.connection), now: service.clock.now }, [permission])
  const { id } = await service.connection.db
    .selectFrom('permissions')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}
