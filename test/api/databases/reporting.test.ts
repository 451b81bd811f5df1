// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { examples, onSqlite } from '../../../bin/schema-page.ts'
import { connect } from '../../../server/db/connect.ts'
import { tablesOf } from '../../../server/db/copy.ts'
import { postgresType } from '../../../server/db/reporting/statements.ts'
import type { View } from '../../../server/db/reporting/view.ts'
import { views } from '../../../server/db/reporting/views.ts'
import type { Database } from '../../../server/db/tables.ts'
import { registry } from '../../../server/resources/index.ts'
import { dataOf, giveRole, makeRole, makeUser } from '../../support/actors.ts'
import { engine, newDatabase } from '../../support/databases.ts'
import { migrateUpTo } from '../../support/older-schema.ts'
import { anyWorld, holds, make, setStage } from '../../support/random-worlds.ts'
import { fillTables } from '../../support/rows.ts'
import { fc } from '../../support/seeds.ts'
import { type Service, startService } from '../../support/service.ts'

type Row = Record<string, unknown>
type Db = Kysely<Database>

const all = Object.entries<View>(views)
const onPostgres = engine === 'postgres'
const nameOf = (view: string) => (onPostgres ? `reporting.${view}` : `reporting_${view}`)

/** All rows of a view. PostgreSQL spells them as JSON, which shows times with their offset. */
async function rowsOf(db: Db, view: string): Promise<Row[]> {
  const columns = onPostgres ? 'row_to_json(v) as row' : 'v.*'
  const { rows } = await sql.raw<Row>(`select ${columns} from ${nameOf(view)} as v`).execute(db)
  return onPostgres ? rows.map(({ row }) => row as Row) : rows.map((row) => ({ ...row }))
}

const typesOf = (view: View) => Object.entries(view.columns).map(([name, { type }]) => [name, type] as const)

/** The views of records, and the resource that has the same attributes in the API. */
const RESOURCES = {
  users: 'users',
  registrations: 'registrations',
  roles: 'roles',
  permissions: 'permissions',
  taxonomy_types: 'taxonomy-types',
  terms: 'taxonomies',
} as const
const CONTACTS = { user_contacts: 'users', registration_contacts: 'registrations' } as const

describe('The views for SQL readers', () => {
  let service: Service
  let db: Db
  const secrets = ['öl on troubled waters', 'remember-4711-please', 'reset-4711-please', 'activate-4711']
  before(async () => {
    service = await startService()
    db = service.connection.db
    const [password, remember_token, reset_password_code, activation_code] = secrets
    const ada = await makeUser(service, {
      ...{ password, remember_token, reset_password_code, activation_code },
      ...{ last_name: 'Lovelace', phone: '2079460958', alternate_email: 'ada@example.org' },
      ...{ birth: '1815-12-10', last_login_at: '2026-05-04T09:30:00.120Z', last_login_ip: '2001:db8::1' },
      ...{ created_ip: '203.0.113.7', meta: { plan: 'pro' }, country_calling_code: 44 },
    })
    await makeUser(service, { created_ip: 'fe80::1%eth0', is_active: false })
    const role = await makeRole(service, ['can-read-users', 'can-read-roles'])
    await giveRole(service, ada, { id: role.slug, expires_at: '2099-01-01T00:00:00.000Z' })
    const post = async (path: string, json: object) => dataOf(await service.call('POST', path, { json })).item
    await post('/api/registrations/create', { email: 'in@example.com', first_name: 'In', password })
    await post('/api/taxonomy-types/create', { name: 'City' })
    const term = await post('/api/taxonomies/create', { name: 'Paris', type: 'city', notes: 'Seine' })
    const terms = `/api/users/${ada.id}/relationships/taxonomies`
    dataOf(await service.call('POST', terms, { json: [term.id] }))
    dataOf(await service.call('POST', '/api/roles/slug/guest/delete'))
    await db.deleteFrom('daily_counts').execute()
    await db.insertInto('daily_counts').values({ day: '2026-05-04', signups: 2, signins: 3 }).execute()
  })
  after(() => service.stop())

  /** A value of a view as the API spells it. */
  function asInApi(value: unknown, type: string): unknown {
    if (value === null) return null
    if (type === 'time') return new Date(value as string).toISOString()
    if (type === 'boolean') return Boolean(value)
    return type === 'json' && typeof value === 'string' ? JSON.parse(value) : value
  }

  for (const [name, resource] of Object.entries({ ...RESOURCES, ...CONTACTS })) {
    it(`show of each record of ${name} what the API shows`, async () => {
      const view = views[name as keyof typeof views] as View
      const query = { trashed: 'true', per_page: '1000', sort: 'id' }
      const { list } = dataOf(await service.call('GET', `/api/${resource}`, { query }))
      const rows = (await rowsOf(db, name)).sort((one, other) => idOf(one) - idOf(other))
      assert.ok(rows.length > 0)
      assert.deepEqual(
        rows.map(idOf),
        (list.data as { id: number }[]).map(({ id }) => id),
      )
      for (const [index, row] of rows.entries()) {
        const record = list.data[index]
        for (const [column, { type, of = column }] of Object.entries(view.columns)) {
          if (!(of in record)) continue
          // PostgreSQL's type of addresses has no zones, as in fe80::1%eth0.
          const isShort = onPostgres && type === 'address' && record[of] !== null
          const expected = isShort ? record[of].split('%')[0] : record[of]
          assert.deepEqual(asInApi(row[column], type), expected, `${column} of ${name} ${record.id}`)
        }
      }
    })
  }
  const idOf = (row: Row) => Number(row.id ?? row.user_id ?? row.registration_id)

  it('show links and daily counts', async () => {
    const held = (await rowsOf(db, 'role_assignments')).find(({ expires_at: end }) => end !== null)
    assert.equal(new Date(held?.expires_at as string).toISOString(), '2099-01-01T00:00:00.000Z')
    assert.equal((await rowsOf(db, 'role_assignments')).length, 2)
    assert.ok((await rowsOf(db, 'role_permissions')).length > 2)
    const [term] = await rowsOf(db, 'terms')
    assert.deepEqual(
      (await rowsOf(db, 'user_terms')).map((row) => [row.user_id, row.term_id]),
      [[2, term?.id]],
    )
    assert.deepEqual(await rowsOf(db, 'daily_counts'), [{ day: '2026-05-04', signups: 2, signins: 3 }])
  })

  it('show only columns that the API shows, and contact details only in views of their own', () => {
    const KEYS = ['username_key', 'email_key']
    const contacts = ['email', 'alternate_email', 'phone', 'email_key']
    for (const [name, resource] of Object.entries(RESOURCES)) {
      const { properties } = registry.named(resource).schemas.item as unknown as { properties: object }
      const columns = Object.keys(views[name as keyof typeof views].columns)
      assert.deepEqual(
        columns.filter((column) => !(column in properties) && !KEYS.includes(column)),
        [],
      )
      assert.deepEqual(
        columns.filter((column) => contacts.includes(column)),
        [],
        name,
      )
    }
    for (const [name, { columns, hasContactDetails }] of all) {
      assert.equal(hasContactDetails === true, name.endsWith('_contacts'))
      for (const column of Object.keys(columns))
        assert.doesNotMatch(column, /hash|password$|token$|search|^version$/)
    }
  })

  it('show no secret in any row', async () => {
    const shown = JSON.stringify(await Promise.all(all.map(([name]) => rowsOf(db, name))))
    assert.ok(shown.includes('ada@example.org'))
    const { rows: users } = await sql<Row>`select * from users`.execute(db)
    const { rows: registrations } = await sql<Row>`select * from registrations`.execute(db)
    const { rows: tokens } = await sql<Row>`select * from tokens`.execute(db)
    const hashes = [...users, ...registrations, ...tokens].flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) =>
        /hash$/.test(column) && value ? [String(value)] : [],
      ),
    )
    assert.ok(hashes.length > 6)
    for (const secret of [...hashes, ...secrets, service.token]) assert.ok(!shown.includes(secret), secret)
  })

  it('say who has access as has-permission does', async () => {
    const stage = await setStage(service)
    const { users, permissions } = stage.ids
    await fc.assert(
      fc.asyncProperty(anyWorld, async (world) => {
        await make(stage, world)
        const rows = await rowsOf(db, 'access_in_force')
        for (const [user, userId] of users.entries()) {
          for (const [permission, permissionId] of permissions.entries()) {
            const isShown = rows.some((row) => row.user_id === userId && row.permission_id === permissionId)
            assert.equal(isShown, holds(world, user, permission), `${user} ${permission}`)
          }
        }
        const keys = rows.map((row) => `${row.user_id} ${row.permission_id} ${row.role_id}`)
        assert.equal(new Set(keys).size, keys.length)
      }),
      { numRuns: 30 },
    )
  })

  it('say until when: the earlier end of the two links', async () => {
    const [soon, late] = ['2098-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']
    const { id } = await makeUser(service)
    for (const [held, given, end] of [
      [null, null, null],
      [soon, null, soon],
      [null, soon, soon],
      [soon, late, soon],
      [late, soon, soon],
    ]) {
      const role = await makeRole(service)
      const json = [{ id: 'can-read-users', expires_at: given }]
      dataOf(await service.call('PUT', `/api/roles/${role.id}/relationships/permissions`, { json }))
      await giveRole(service, { id }, { id: role.slug, expires_at: held })
      const rows = (await rowsOf(db, 'access_in_force')).filter((row) => row.role_id === role.id)
      assert.deepEqual(
        rows.map((row) => [row.user_id, row.permission_slug, row.role_slug, asInApi(row.expires_at, 'time')]),
        [[id, 'can-read-users', role.slug, end]],
      )
    }
    const own = (await rowsOf(db, 'access_in_force')).filter((row) => row.user_id === 1)
    const { rows: live } = await sql<Row>`select id from permissions where deleted_at is null`.execute(db)
    assert.equal(own.length, live.length, 'a super administrator has every live permission, once')
  })

  it('answer the example queries of docs/schema.md', async () => {
    assert.equal(examples.length, 3)
    for (const example of examples) {
      const query = onPostgres ? example.sql : onSqlite(example)
      const { rows } = await sql.raw<Row>(query).execute(db)
      if (example.question.startsWith('Who may'))
        assert.ok(rows.some(({ id, name }) => Number(id) === 1 && name))
    }
  })

  it('are no tables: a copy has none of them', async () => {
    const tables = (await tablesOf(db)).map(({ name }) => String(name))
    assert.ok(tables.includes('users'))
    assert.deepEqual(
      tables.filter((name) => name.includes('reporting') || name === 'access_in_force'),
      [],
    )
    assert.equal(new Set(tables).size, tables.length)
  })

  it('have the types and meanings of their definitions', {
    skip: !onPostgres && 'SQLite has no such types',
  }, async () => {
    const { rows } = await sql<{ view: string; column: string; type: string; means: string }>`
      select relname as view, attname as column, format_type(atttypid, atttypmod) as type,
        col_description(attrelid, attnum) as means
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'reporting'::regnamespace and relkind = 'v' order by relname, attnum`.execute(db)
    const spelled = (type: string) => type.replace('timestamptz(3)', 'timestamp(3) with time zone')
    assert.deepEqual(
      rows.map(({ view, column, type, means }) => [view, column, type, means]),
      all
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([name, { columns }]) =>
          Object.entries(columns).map(([column, { type, means }]) => [
            name,
            column,
            spelled(postgresType(type)),
            means.replaceAll('`', ''),
          ]),
        ),
    )
  })

  describe('with texts that are no values of their types', () => {
    let spoilt: Service
    before(async () => {
      spoilt = await startService()
      const { db } = spoilt.connection
      const json = { email: 'in@example.com', first_name: 'In', password: 'a phrase of my own' }
      dataOf(await spoilt.call('POST', '/api/registrations/create', { json }))
      dataOf(await spoilt.call('POST', '/api/taxonomy-types/create', { json: { name: 'City' } }))
      const term = dataOf(
        await spoilt.call('POST', '/api/taxonomies/create', { json: { name: 'P', type: 'city' } }),
      )
      dataOf(await spoilt.call('POST', '/api/users/1/relationships/taxonomies', { json: [term.item.id] }))
      await db.insertInto('daily_counts').values({ day: '2026-02-30', signups: 1, signins: 1 }).execute()
      for (const [name, view] of all.filter(([, { from }]) => /^\w+$/.test(from))) {
        for (const [column, type] of typesOf(view)) {
          if (!['time', 'date', 'address', 'uuid'].includes(type) || name === 'daily_counts') continue
          const value = type === 'time' ? '2026-02-30T00:00:00.000Z' : 'none'
          // A uuid is unique.
          const unique = type === 'uuid' ? sql`${value} || id` : sql`${value}`
          await sql`update ${sql.table(view.from)} set ${sql.ref(column)} = ${unique}`.execute(db)
        }
      }
    })
    after(() => spoilt.stop())

    for (const [name, view] of all) {
      it(`still show ${name}`, async () => {
        const rows = await rowsOf(spoilt.connection.db, name)
        // A link whose end is the text above has ended by the service's rule as well.
        assert.ok(rows.length > 0 || name === 'access_in_force')
        if (!onPostgres) return
        const converted = typesOf(view).filter(([, type]) =>
          ['time', 'date', 'address', 'uuid'].includes(type),
        )
        for (const row of rows) for (const [column] of converted) assert.equal(row[column], null, column)
      })
    }
  })

  it('convert any text to a value or null', { skip: !onPostgres && 'SQLite converts nothing' }, async () => {
    const digit = fc.constantFrom(...'0123456789')
    const like = (shape: string) =>
      fc
        .tuple(...[...shape].map((each) => (each === '0' ? digit : fc.constant(each))))
        .map((parts) => parts.join(''))
    const part = fc.stringMatching(
      /^(?:[0-9a-fA-F]{0,5}|:|\.|%e|[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3})$/,
    )
    const anyText = fc.oneof(
      like('0000-00-00T00:00:00.000Z'),
      fc
        .tuple(
          fc.constantFrom('2000', '1900', '2024', '2023', '0004', '0000'),
          like('-0'),
          digit,
          like('-00'),
        )
        .map((t) => t.join('')),
      fc
        .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
        .map((at) => at.toISOString()),
      fc.uuid(),
      fc.ipV4(),
      fc.ipV6(),
      fc.array(fc.nat({ max: 300 }), { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.')),
      fc.stringMatching(/^[0-9.]{5,17}$/),
      fc.array(part, { maxLength: 10 }).map((parts) => parts.join(':')),
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
    )
    const isDay = (text: string) => {
      const at = new Date(`${text}T00:00:00.000Z`)
      return (
        /^\d{4}-\d\d-\d\d$/.test(text) &&
        !text.startsWith('0000') &&
        isTime(`${text}T00:00:00.000Z`) &&
        !Number.isNaN(at.valueOf())
      )
    }
    const isTime = (text: string) => {
      const at = new Date(text)
      return !text.startsWith('0000') && !Number.isNaN(at.valueOf()) && at.toISOString() === text
    }
    const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
    // PostgreSQL accepts numbers such as 010 in an address.
    const withoutZeros = (text: string) => (text.includes(':') ? text : text.replaceAll(/\b0+(?=\d)/g, ''))
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 100, maxLength: 200 }), async (texts) => {
        const { rows } = await sql<{ text: string } & Record<'time' | 'day' | 'uuid' | 'ip', boolean>>`
          select text, reporting.as_time(text) is not null as time, reporting.as_date(text) is not null as day,
            reporting.as_uuid(text) is not null as uuid, reporting.as_address(text) is not null as ip
          from json_array_elements_text(cast(${JSON.stringify(texts)} as json)) as text`.execute(db)
        for (const { text, time, day, uuid, ip } of rows) {
          const expected = [isTime(text), isDay(text), isUuid(text), isIP(withoutZeros(text)) !== 0]
          assert.deepEqual([time, day, uuid, ip], expected, text)
          if (time || day || uuid || ip) count++
        }
      }),
      { numRuns: 40 },
    )
    assert.ok(count > 500, String(count))
  })
})

describe('Lookups in the views', () => {
  let service: Service
  before(async () => {
    service = await startService()
    await fillTables(service)
    const { db } = service.connection
    await sql`insert into user_taxonomies (user_id, taxonomy_id, created_at, updated_at)
      select id, id, created_at, created_at from users where id > 10 and id in (select id from taxonomies)`.execute(
      db,
    )
    if (onPostgres) await sql`analyze`.execute(db)
  })
  after(() => service.stop())

  /** Steps of the plan that read a whole table or index. */
  async function scansOf(query: string): Promise<string[]> {
    const { db } = service.connection
    const explain = onPostgres ? `explain (format json) ${query}` : `explain query plan ${query}`
    const { rows } = await sql.raw<Row>(explain).execute(db)
    if (!onPostgres) return rows.map(({ detail }) => String(detail)).filter((step) => step.startsWith('SCAN'))
    const scans: string[] = []
    const visit = (node: Row) => {
      const isRead = 'Relation Name' in node
      if (isRead && !('Index Cond' in node) && node['Node Type'] !== 'Bitmap Heap Scan')
        scans.push(`SCAN ${node['Relation Name']}`)
      for (const inner of (node.Plans ?? []) as Row[]) visit(inner)
    }
    visit(((rows[0] as Row)['QUERY PLAN'] as { Plan: Row }[])[0]?.Plan as Row)
    return scans
  }

  for (const [name, { keys, columns }] of all) {
    for (const key of keys) {
      it(`find the rows of ${name} by ${key} with an index`, async () => {
        const value = columns[key]?.type === 'text' ? `'s7'` : '7'
        const scans = await scansOf(`select * from ${nameOf(name)} where ${key} = ${value}`)
        // Its parts are joined first. Roles and permissions are few; a super administrator has all permissions.
        const allowed = name === 'access_in_force' ? /^SCAN (access|permissions|roles)\b/ : /^$/
        assert.deepEqual(
          scans.filter((scan) => !allowed.test(scan)),
          [],
        )
      })
    }
  }
})

describe('The migration of the views', () => {
  /** A database of the version before, with one user. */
  async function older(url: string) {
    const connection = connect(url)
    const { db } = connection
    await migrateUpTo(connection, '0018-reporting')
    await sql`insert into users (uuid, created_at, updated_at, search_text, email, email_key, username, username_key, first_name,
      meta, is_active) values ('01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b58', '2026-05-04T09:30:00.000Z', 'x', '', 'a@b.c', 'a@b.c', 'a', 'a',
      'Ada', '{}', true)`.execute(db)
    return connection
  }

  it('shows the records of a database of the version before', async () => {
    const { url, drop } = await newDatabase()
    const connection = await older(url)
    const former = (await sql<object>`select * from users`.execute(connection.db)).rows[0]
    assert.equal((await connection.migrate())[0], '0018-reporting')
    const [row] = await rowsOf(connection.db, 'users')
    assert.deepEqual([row?.name, row?.uuid], ['Ada', '01978f6e-5f0a-7c3e-9d2b-4a1f6e8c0b58'])
    assert.equal(new Date(row?.created_at as string).toISOString(), '2026-05-04T09:30:00.000Z')
    // Another statement: PostgreSQL has the first one prepared, with the columns of then.
    const now = (await sql<object>`select users.* from users`.execute(connection.db)).rows[0]
    assert.deepEqual({ ...now, ...former }, { ...now })
    await connection.close()
    await drop()
  })
})
