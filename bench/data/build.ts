import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { loadConfig } from '../../server/config/config.ts'
import type { Resource } from '../../server/crud/define/resource.ts'
import { digest } from '../../server/crypto/digest.ts'
import { type Connection, connect } from '../../server/db/connect.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { foldForSearch } from '../../server/db/queries/texts.ts'
import type { Db } from '../../server/db/tables.ts'
import { prepare } from '../../server/prepare.ts'
import { registry } from '../../server/resources/index.ts'
import type { BenchEngine } from '../engines/engine.ts'
import { BENCH_SECRET } from '../processes/service.ts'
import { link, permissionRow, roleRow, rolesOfUser } from './access.ts'
import { insertAll, withoutIndices } from './load.ts'
import { ADMINISTRATOR_ID, at, createdAt, isInForce, registrationRow, userId, userRow } from './people.ts'
import { percent, uuidOf } from './random.ts'
import { nameOfShape, registrationsOf, type Shape } from './shape.ts'
import { termRow, termsOfUser, typeRow } from './terms.ts'
import { TYPES } from './words.ts'

/** Increment when the built data changes. */
const VERSION = 1

export const PASSWORD = 'a quite unusual phrase'
/** Tokens of the first super administrator, and of a user who is an administrator through ordinary links. */
export const TOKENS = {
  super: `rc_${'super'.padEnd(43, '0')}`,
  administrator: `rc_${'admin'.padEnd(43, '0')}`,
}

/** The first user who can sign in. */
export const ADMINISTRATOR = [1, 2, 3, 4, 5].find(isInForce) as number

export const nameOfDatabase = (shape: Shape): string =>
  `bench-${VERSION}-${migrations.length}-${nameOfShape(shape)}`

interface Built {
  name: string
  /** Zero if it existed. */
  seconds: number
}

/** The database of this shape; builds it if it does not exist. */
export async function build(engine: BenchEngine, shape: Shape, { fresh = false } = {}): Promise<Built> {
  const name = nameOfDatabase(shape)
  if (!fresh && (await engine.built(name))) return { name, seconds: 0 }
  const start = performance.now()
  const connection = connect(await engine.begin(name))
  try {
    await fillWith(connection, engine, shape)
  } finally {
    await connection.close()
  }
  await engine.finish(name)
  return { name, seconds: (performance.now() - start) / 1000 }
}

async function fillWith(connection: Connection, engine: BenchEngine, shape: Shape): Promise<void> {
  const config = loadConfig(
    { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD, SECRET: BENCH_SECRET },
    { cwd: tmpdir() },
  )
  await prepare(connection, config)
  const { db } = connection
  for (const statement of engine.beforeLoad) await sql.raw(statement).execute(db)
  await engine.fill(connection, (db) => withoutIndices(db, engine, () => insertWorld(db, engine, shape)))
}

async function insertWorld(db: Db, engine: BenchEngine, shape: Shape): Promise<void> {
  const insert = (table: string, rows: Iterable<Record<string, unknown>>) =>
    insertAll(db, engine, table, rows)
  const { password_hash } = await db
    .selectFrom('users')
    .where('id', '=', ADMINISTRATOR_ID)
    .select('password_hash')
    .executeTakeFirstOrThrow()
  const users = () => numbers(1, shape.users)

  const firstRole = await nextId(db, 'roles')
  const firstPermission = await nextId(db, 'permissions')
  await insert('roles', searchable('roles', numbers(0, shape.roles - 1), roleRow, firstRole))
  await insert(
    'permissions',
    searchable('permissions', numbers(0, shape.permissions - 1), permissionRow, firstPermission),
  )
  await insert(
    'role_permissions',
    pairs(
      numbers(0, shape.roles - 1),
      () => numbers(0, shape.permissions - 1),
      (role, permission) => ({ role_id: firstRole + role, permission_id: firstPermission + permission }),
    ),
  )
  await insert('taxonomy_types', searchable('taxonomy-types', numbers(0, TYPES.length - 1), typeRow))
  await insert('taxonomies', searchable('taxonomies', numbers(0, shape.terms - 1), termRow))
  await insert(
    'users',
    searchable('users', users(), (number) => userRow(number, shape, password_hash as string)),
  )
  await insert(
    'registrations',
    searchable('registrations', numbers(1, registrationsOf(shape)), (number) =>
      registrationRow(number, shape),
    ),
  )
  const seeded = new Map(
    (await db.selectFrom('roles').select(['slug', 'id']).execute()).map((row) => [row.slug, row.id]),
  )
  await insert(
    'user_roles',
    pairs(
      users(),
      (number) => [
        seeded.get('registered') as number,
        ...(number === ADMINISTRATOR ? [seeded.get('administrator') as number] : []),
        ...rolesOfUser(number, shape).map((role) => firstRole + role),
      ],
      (number, role) => ({ user_id: userId(number), role_id: role }),
    ),
  )
  await insert(
    'user_taxonomies',
    pairs(
      users(),
      (number) => termsOfUser(number, shape),
      (number, term) => ({ user_id: userId(number), taxonomy_id: term + 1 }),
    ),
  )
  await insert('tokens', tokenRows(shape))
}

function* numbers(from: number, to: number): Iterable<number> {
  for (let number = from; number <= to; number++) yield number
}

async function nextId(db: Db, table: 'roles' | 'permissions'): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last) + 1
}

/** Rows with their search text, as the service computes it. @param firstId for rows without their own id */
function* searchable(
  name: Resource['name'],
  all: Iterable<number>,
  rowOf: (number: number) => Record<string, unknown>,
  firstId = 0,
): Iterable<Record<string, unknown>> {
  const resource = registry.named(name)
  for (const number of all) {
    const row: Record<string, unknown> = { id: firstId + number, ...rowOf(number) }
    const parts = resource.search(row as never).filter((part) => part != null)
    row.search_text = parts.map((part) => foldForSearch(part as string)).join('\n')
    yield row
  }
}

function* pairs(
  ones: Iterable<number>,
  othersOf: (one: number) => Iterable<number>,
  rowOf: (one: number, other: number) => Record<string, unknown>,
): Iterable<Record<string, unknown>> {
  for (const one of ones) for (const other of othersOf(one)) yield { ...rowOf(one, other), ...link }
}

/** The benchmark's own tokens, and one for every twentieth user. */
function* tokenRows(shape: Shape): Iterable<Record<string, unknown>> {
  const row = (number: number, user: number, token: string) => ({
    uuid: uuidOf(Date.UTC(2026, 0, 1), number, 7),
    user_id: user,
    hash: digest(token),
    name: 'bench',
    created_at: at(Date.UTC(2026, 0, 1)),
    expires_at: null,
  })
  yield row(-1, ADMINISTRATOR_ID, TOKENS.super)
  yield row(-2, userId(ADMINISTRATOR), TOKENS.administrator)
  for (const number of numbers(1, shape.users)) {
    if (percent(5, number, 51)) yield { ...row(number, userId(number), createdAt(number, shape) + number) }
  }
}
