import { registrationsOf } from '../data/shape.ts'
import { COMMON_TEXTS, RARE_NAMES } from '../data/words.ts'
import type { Read } from './operation.ts'
import { KEYS, list, PAGES, read } from './requests.ts'
import { pageOfUsers, userBy } from './statements.ts'
import type { World } from './world.ts'

const item = (key: string, path: (world: World, user: number) => string, more: Partial<Read> = {}): Read =>
  read(
    'users',
    `user by ${key}`,
    `/api/users/${key}/:value`,
    (world) => world.live(KEYS).map((user) => path(world, user)),
    more,
  )

const ofUser = (name: string, relation: string, more: Partial<Read> = {}): Read =>
  read(
    'users',
    name,
    `/api/users/:column/:value/${relation}`,
    (world) => world.withFiveRoles(100).map((user) => `/api/users/id/${world.id(user)}/${relation}`),
    more,
  )

const users = (name: string, query: string, more?: Partial<Read>) => list('users', name, 'users', query, more)

const texts = (name: string, texts: readonly string[], more?: Partial<Read>) =>
  read(
    'users',
    name,
    '/api/users',
    () => texts.map((text) => `/api/users?q=${encodeURIComponent(text)}`),
    more,
  )

const pages = () => Array.from({ length: PAGES }, (_, index) => `/api/users?page=${index + 1}`)
/** As far from both ends as possible; the few records in the trash do not matter. */
const middlePage = ({ shape }: World) => Math.max(1, Math.floor(shape.users / 40))

export const userReads: Read[] = [
  item('id', (world, user) => `/api/users/id/${world.id(user)}`, {
    floor: userBy('id', Number),
    isQuick: true,
  }),
  item('uuid', (world, user) => `/api/users/uuid/${world.uuid(user)}`, {
    floor: userBy('uuid', String),
    isQuick: true,
  }),
  item('email', (world, user) => `/api/users/email/${world.email(user)}`, {
    floor: userBy('email_key', String),
    isQuick: true,
  }),
  item('username', (world, user) => `/api/users/username/${world.username(user)}`),
  read('users', 'user by phone', '/api/users/phone/:value', (world) =>
    world
      .live(KEYS)
      .flatMap((user) => (world.phone(user) === null ? [] : [`/api/users/phone/${world.phone(user)}`])),
  ),
  read('users', 'user by country (no index)', '/api/users/country/:value', () => '/api/users/country/Sweden'),
  read('users', 'user by id, include all', '/api/users/id/:value', (world) =>
    world
      .withFiveRoles(200)
      .map(
        (user) =>
          `/api/users/id/${world.id(user)}?include=roles,taxonomies,registration,invited_by,created_by`,
      ),
  ),

  read('users', 'list of 20', '/api/users', pages, { floor: pageOfUsers(false), isQuick: true }),
  read('users', 'list of 20, with a floor that also counts', '/api/users', pages, {
    floor: pageOfUsers(true),
    isQuick: true,
  }),
  users('list of 1,000', 'per_page=1000'),
  read(
    'users',
    'list, a page in the middle',
    '/api/users',
    (world) => `/api/users?page=${middlePage(world)}`,
  ),
  users('list, with trashed', 'trashed=true'),
  users('list, only trashed', 'trashed=only'),
  users('list, active', 'status=active'),
  users('list, inactive', 'status=inactive'),
  users('list, created in a month', 'from=2025-03-01&to=2025-03-31'),
  users('list, created from a day on', 'from=2025-03-01'),
  ...[
    'name',
    'created_at:desc',
    'updated_at:desc',
    'first_name,last_name',
    'email',
    'last_login_at:desc',
    'phone',
  ].map((sort) => users(`list, sorted by ${sort}`, `sort=${sort}`)),
  users('list, sorted by country (no index)', 'sort=country'),
  users('list, filter eq (indexed)', 'filter[first_name]=Ada'),
  users('list, filter eq (no index)', 'filter[country_code]=SE'),
  users('list, filter not', 'filter[country_code]=not:SE'),
  users('list, filter like', 'filter[last_name]=like:berg'),
  users('list, filter btw', 'filter[created_at]=btw:2025-03-01|2025-03-08'),
  users('list, filter gt', 'filter[foreign_user_id]=gt:5000500'),
  users('list, filter lte', 'filter[birth]=lte:1950-01-01'),
  users('list, filter is null', 'filter[phone]='),
  users('list, two filters and a sort', 'filter[country_code]=DE&filter[is_active]=true&sort=last_name'),
  users('list, include roles', 'include=roles'),
  users('list, include all', 'include=roles,taxonomies,registration,invited_by,created_by'),

  texts('q, rare', RARE_NAMES, { isQuick: true }),
  texts('q, common', COMMON_TEXTS, { isQuick: true }),
  texts('q, in every record', ['example', 'a.']),
  texts('q, in none', ['nobody at all', 'zzzzqqq']),
  texts('q, two characters', ['ma', 'so', 'zw']),
  texts('q, one character', ['a', 'z', '7']),
  texts('q, an id', ['777', '345']),
  texts('q, an address', ['example.org', '@corp.example.com']),

  ofUser('roles of a user', 'roles'),
  ofUser('terms of a user', 'taxonomies'),
  ofUser('tokens of a user', 'tokens'),
  ...['registration', 'invited_by', 'created_by'].map((relation) =>
    read('users', `relationship ${relation} of a user`, `/api/users/:id/relationships/${relation}`, (world) =>
      world.live(200).map((user) => `/api/users/${world.id(user)}/relationships/${relation}`),
    ),
  ),

  list('registrations', 'registrations', 'registrations', ''),
  list('registrations', 'registrations, by status', 'registrations', 'status=email-verified'),
  list('registrations', 'registrations, q', 'registrations', 'q=stein'),
  list('registrations', 'registrations, sorted by name', 'registrations', 'sort=name'),
  read('registrations', 'registration by id', '/api/registrations/id/:value', (world) =>
    Array.from(
      { length: Math.min(KEYS, registrationsOf(world.shape)) },
      (_, index) => `/api/registrations/id/${index + 1}`,
    ),
  ),
  read('registrations', 'registration by uuid', '/api/registrations/uuid/:value', (world) =>
    Array.from(
      { length: Math.min(KEYS, registrationsOf(world.shape)) },
      (_, index) => `/api/registrations/uuid/${world.registrationUuid(index + 1)}`,
    ),
  ),
]
