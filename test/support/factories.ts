import type { Subject } from '../../contract/permissions.ts'
import { systemContext } from '../../server/prepare.ts'
import { syncPermissions } from '../../server/resources/permissions/sync.ts'
import type { Answer } from './answer.ts'
import * as f from './fields.ts'
import { secret } from './secrets.ts'
import type { Service } from './service.ts'

export type Fields = Record<string, unknown>
/** A record as it was answered. */
export type Item = Answer['body']

/** What the shared suite knows of a resource: one entry, and all of the suite runs for it. */
export interface Factory {
  /** The least that a create takes, different each time. */
  valid: (service: Service) => Promise<Fields> | Fields
  /** Every field that create and update take. None: records come by another way than HTTP, see `make`. */
  fields: Record<string, f.Field>
  /** Attributes that are read and never written, beside those that every record has. */
  also: string[]
  /** Fields whose values no two live records share, and how those are compared. */
  unique: Record<string, 'exact' | 'caseless'>
  /** What `include` names, beside the authors that every record has. */
  relations: string[]
  /** The attributes that the contract names for selecting: held to an index. */
  selectors: string[]
  /** A text attribute that `q` searches. */
  label: string
  /** An attribute whose value several records may share, and two values for it. */
  shared: { column: string; value: unknown; other: unknown }
  /** How a record is made that is not created over HTTP. @returns its id */
  store?: (service: Service, fields: Fields) => Promise<number>
}

let number = 0
/** Different each time, and in order. */
export const next = () => String(++number).padStart(4, '0')

const profile = {
  email: f.required(f.address()),
  username: f.username(),
  display_name: f.text(50),
  title: f.text(200),
  designation: f.text(200),
  first_name: f.required(f.text(150)),
  middle_name: f.text(255),
  last_name: f.text(150),
  gender: f.text(15),
  country_calling_code: f.integer(1, 999),
  phone: f.phone(),
  bio: f.text(10_000),
  timezone: f.timezone(),
  alternate_email: f.address(),
  avatar_url: f.webAddress(),
  birth: f.pastDay(),
  country: f.text(255),
  country_code: f.countryCode(),
  activation_code: f.hidden(255),
  activation_code_sent_at: f.time(),
  activated_ip: f.ip(),
  invited_by: f.reference('users', 'id'),
  invited_at: f.time(),
  invited_for_key: f.text(255),
  invited_for_value: f.text(255),
  user_id: f.reference('users', 'id'),
  user_created_at: f.time(),
  created_ip: f.ip(),
  registration_id: f.reference('registrations', 'id'),
  meta: f.meta(),
}

const person = () => ({ email: `person${next()}@example.com`, first_name: 'Ada' })

/** Registrations need a password. */
export const PASSWORD = secret('an unusual phrase')

const shared = { value: 'Countess', other: 'Duchess' }
const registrationStatus = {
  ...f.choice('email-verification-pending', 'email-verified'),
  turned: [['email-verification-vending', 'email-verification-pending']] as const,
}

export const factories: Partial<Record<Subject, Factory>> = {
  registrations: {
    valid: () => ({ ...person(), password: PASSWORD }),
    fields: {
      ...profile,
      password: f.required(f.password()),
      status: registrationStatus,
    },
    also: ['name'],
    unique: { email: 'caseless', username: 'caseless' },
    relations: ['user', 'invited_by'],
    selectors: ['id', 'uuid', 'email', 'username'],
    label: 'last_name',
    shared: { column: 'title', ...shared },
  },
  users: {
    valid: person,
    fields: {
      ...profile,
      password: f.password(),
      is_active: f.flag(),
      status: f.choice('inactive', 'active'),
      website: f.webAddress(),
      last_login_at: f.time(),
      last_login_ip: f.ip(),
      remember_token: f.hidden(255),
      login_otp: f.hidden(255),
      api_token_used_at: f.time(),
      api_token_used_ip: f.ip(),
      activated_at: f.time(),
      affiliate_code: f.text(255),
      affiliate_code_used_at: f.time(),
      reset_password_code: f.hidden(255),
      reset_password_code_sent_at: f.time(),
      reset_password_code_used_at: f.time(),
      foreign_user_id: f.integer(1, Number.MAX_SAFE_INTEGER),
    },
    also: ['name'],
    unique: { email: 'caseless', username: 'caseless' },
    relations: ['roles', 'permissions', 'taxonomies', 'registration', 'invited_by'],
    selectors: ['id', 'uuid', 'email', 'username'],
    label: 'last_name',
    shared: { column: 'title', ...shared },
  },
  roles: {
    valid: () => ({ name: `Role ${next()}` }),
    fields: {
      name: f.required(f.text(150)),
      slug: f.slug(150),
      details: f.text(255),
      is_active: f.flag(),
      type: f.choice('frontend', 'backend'),
    },
    also: ['count_users', 'count_permissions'],
    unique: { name: 'exact', slug: 'exact' },
    relations: ['users', 'permissions'],
    selectors: ['id', 'uuid', 'name', 'slug'],
    label: 'name',
    shared: { column: 'details', ...shared },
  },
  permissions: {
    valid: () => ({ name: `Permission ${next()}`, module: 'library' }),
    fields: {},
    also: ['name', 'slug', 'module', 'section', 'details', 'is_active', 'count_roles', 'count_users'],
    unique: {},
    relations: ['users', 'roles'],
    selectors: ['id', 'uuid', 'name', 'slug', 'module'],
    label: 'name',
    shared: { column: 'section', ...shared },
    store: storePermission,
  },
  taxonomies: {
    valid: async (service) => ({ name: `Term ${next()}`, type: await someType(service) }),
    fields: {
      name: f.required(f.text(255)),
      slug: f.slug(255),
      type: f.required(f.reference('taxonomy-types', 'any')),
      parent: f.reference('taxonomies', 'any'),
      is_active: f.flag(),
      excerpt: f.text(1000),
      details: f.text(10_000),
      notes: f.text(10_000),
      meta: f.meta(),
    },
    also: ['parent_id', 'type_id', 'merged_into_id', 'count_users'],
    unique: { name: 'exact', slug: 'exact' },
    relations: ['type', 'parent', 'children', 'users'],
    selectors: ['id', 'uuid', 'parent_id', 'parent', 'type_id', 'type', 'name', 'slug'],
    label: 'name',
    shared: { column: 'excerpt', ...shared },
  },
  'taxonomy-types': {
    valid: () => ({ name: `Type ${next()}` }),
    fields: {
      name: f.required(f.text(255)),
      slug: f.slug(255),
      parent: f.reference('taxonomy-types', 'any'),
      is_active: f.flag(),
      meta: f.meta(),
    },
    also: ['parent_id'],
    unique: { name: 'exact', slug: 'exact' },
    relations: ['parent', 'children', 'taxonomies'],
    selectors: ['id', 'uuid', 'parent_id', 'parent', 'name', 'slug'],
    label: 'name',
    shared: { column: 'is_active', value: false, other: true },
  },
}

const types = new WeakMap<Service, string>()

/** The type of terms of which nothing else is asked: one a service. */
async function someType(service: Service): Promise<string> {
  const known = types.get(service)
  if (known !== undefined) return known
  const { slug } = await make(service, 'taxonomy-types', { slug: 'some-type' })
  types.set(service, slug)
  return slug
}

/** Permissions are declared, not created: by a manifest of this one. */
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

export function factoryOf(name: Subject): Factory {
  const factory = factories[name]
  if (!factory) throw new Error(`The shared suite needs an entry in test/support/factories.ts for ${name}.`)
  return factory
}

/** Makes a record of the resource, over HTTP where that can be done. */
export async function make(service: Service, name: Subject, fields: Fields = {}): Promise<Item> {
  const { valid, store } = factoryOf(name)
  const all = { ...(await valid(service)), ...fields }
  if (store) {
    const id = await store(service, all)
    return (await service.call('GET', `/api/${name}/id/${id}`)).body.data
  }
  const { status, body } = await service.call('POST', `/api/${name}/create`, { json: all })
  if (status !== 201) throw new Error(`No ${name} could be made: ${JSON.stringify(body)}`)
  return body.data.item
}
