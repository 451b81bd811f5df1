import type { Connection } from '../../server/db/connect.ts'
import { COUNTRIES, PEOPLE, ROLES, TOPICS, WAITING } from './people.ts'

const DAY_MS = 86_400_000

type Ids = Map<string, number>
interface Named {
  id: number
  slug: string
}

/** A service to fill, spoken to as its super administrator. */
export interface Target {
  connection: Connection
  // biome-ignore lint/suspicious/noExplicitAny: answers are JSON of any shape.
  call: (method: string, path: string, options: CallOptions) => Promise<{ status: number; body: any }>
}

interface CallOptions {
  query?: Record<string, string>
  json?: unknown
}

/** Fills a new installation with the records of a company of some size. Nothing in it is random. */
export async function fillInstallation(service: Target): Promise<void> {
  const roles = await seedRoles(service)
  await seedPeople(service, roles)
  await seedRegistrations(service)
  await seedTerms(service)
  await seedHistory(service)
  await seedActivity(service)
  await seedChanges(service)
}

/** Changes of different kinds, for the console's latest changes. */
async function seedChanges(service: Target): Promise<void> {
  await post(service, '/api/users/email/mei.zhang@example.com/update', { designation: 'Head of Data' })
  await post(service, '/api/taxonomies/slug/tampere/delete', {})
  await post(service, '/api/roles/slug/warehouse/update', { details: 'Orders, shipments and stock' })
  await post(service, '/api/users/email/jomo.kamau@example.com/delete', {})
  await post(service, '/api/users/email/jomo.kamau@example.com/restore', {})
}

async function post(service: Target, path: string, json: unknown): Promise<Named> {
  const { status, body } = await service.call('POST', path, { json })
  if (status >= 300) throw new Error(`${path}: ${JSON.stringify(body)}`)
  return body.data.item
}

async function seedRoles(service: Target): Promise<Ids> {
  const { body } = await service.call('GET', '/api/permissions', { query: { per_page: '1000' } })
  const permissions: Named[] = body.data.list.data
  const { body: existing } = await service.call('GET', '/api/roles', { query: { per_page: '100' } })
  const ids: Ids = new Map(existing.data.list.data.map(({ id, slug }: Named) => [slug, id]))
  const grant = (role: number, pattern: RegExp) => {
    const granted = permissions.filter(({ slug }) => pattern.test(slug)).map(({ id }) => id)
    return post(service, `/api/roles/${role}/relationships/permissions`, granted)
  }
  for (const [name, details, pattern] of ROLES) {
    const { id, slug } = await post(service, '/api/roles', { name, details })
    ids.set(slug, id)
    await grant(id, pattern)
  }
  await grant(ids.get('editor') as number, /articles|media|read-taxonomies/)
  await grant(ids.get('manager') as number, /^can-(see|read|approve|update)-/)
  return ids
}

/** Each user has one role or two; some links end soon, and some users are inactive. */
async function seedPeople(service: Target, roles: Ids): Promise<void> {
  const slugs = ['support-agent', 'billing', 'newsroom', 'editor', 'warehouse', 'auditor', 'manager']
  for (const [index, [first_name, last_name, designation, country_code]] of PEOPLE.entries()) {
    const email = `${ascii(first_name)}.${ascii(last_name)}@example.com`
    const { id } = await post(service, '/api/users', {
      first_name,
      last_name,
      designation,
      country_code,
      email,
      is_active: index % 11 !== 7,
    })
    const links = [
      slugs[index % slugs.length],
      index % 5 === 0 ? slugs[(index + 2) % slugs.length] : undefined,
    ]
      .filter((slug) => slug !== undefined)
      .map((slug) => ({ id: roles.get(slug) as number, expires_at: expiryOf(index) }))
    await post(service, `/api/users/${id}/relationships/roles`, links)
  }
}

const expiryOf = (index: number): string | null =>
  index % 7 === 3 ? new Date(Date.now() + (1 + index / 3) * DAY_MS).toISOString() : null

const ascii = (text: string) => text.normalize('NFD').replaceAll(/[^\w]/g, '').toLowerCase()

async function seedRegistrations(service: Target): Promise<void> {
  for (const [first_name, last_name, status] of WAITING) {
    const email = `${ascii(first_name)}.${ascii(last_name)}@example.org`
    await post(service, '/api/registrations', {
      first_name,
      last_name,
      email,
      status,
      password: 'a quite unusual phrase',
    })
  }
}

async function seedTerms(service: Target): Promise<void> {
  await post(service, '/api/taxonomy-types', { name: 'Country' })
  await post(service, '/api/taxonomy-types', { name: 'City', parent: 'country' })
  await post(service, '/api/taxonomy-types', { name: 'Topic' })
  await seedTree(service, COUNTRIES, ['country', 'city'])
  await seedTree(service, TOPICS, ['topic', 'topic'])
}

async function seedTree(service: Target, tree: Record<string, string[]>, [upper, lower]: [string, string]) {
  for (const [name, children] of Object.entries(tree)) {
    const parent = await post(service, '/api/taxonomies', { name, type: upper })
    for (const child of children) {
      await post(service, '/api/taxonomies', { name: child, type: lower, parent: parent.id })
    }
  }
}

const HOUR_MS = 3_600_000

/** When each user was created, over three months, and last signed in: most of them these days, inactive ones long ago. */
async function seedHistory({ connection }: Target): Promise<void> {
  const users = await connection.db
    .selectFrom('users')
    .select(['id', 'is_active'])
    .where('email', 'like', '%@example.com')
    .where('created_by', 'is not', null)
    .orderBy('id')
    .execute()
  for (const [index, { id, is_active: isActive }] of users.entries()) {
    const created = (90 - (85 * index) / users.length) * DAY_MS
    const left = isActive ? (2 + ((index * 37) % 190)) * HOUR_MS : created / 2
    const at = (ago: number) => new Date(Date.now() - ago).toISOString()
    // The latest ones, who were invited, have not come yet.
    const signedIn = index < users.length - 3 ? { last_login_at: at(Math.min(left, created)) } : {}
    await connection.db
      .updateTable('users')
      .set({ created_at: at(created), updated_at: at(created), ...signedIn })
      .where('id', '=', id)
      .execute()
  }
}

/** Sign-ups and sign-ins of three months, lower at weekends. */
async function seedActivity({ connection }: Target): Promise<void> {
  const rows = Array.from({ length: 90 }, (_, ago) => {
    const date = new Date(Date.now() - ago * DAY_MS)
    const isWeekend = [0, 6].includes(date.getUTCDay())
    const wave = 1 + Math.sin(ago / 5) / 3
    return {
      day: date.toISOString().slice(0, 10),
      signups: ago % 5 === 2 ? 2 : ago % 7 === 3 ? 1 : 0,
      signins: Math.round((isWeekend ? 6 : 31) * wave + (ago % 7)),
    }
  })
  await connection.db.deleteFrom('daily_counts').execute()
  await connection.db.insertInto('daily_counts').values(rows).execute()
}
