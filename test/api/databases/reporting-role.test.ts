// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import type { View } from '../../../server/db/reporting/view.ts'
import { views } from '../../../server/db/reporting/views.ts'
import { makeUser } from '../../support/actors.ts'
import { engine, newDatabase } from '../../support/databases.ts'
import { runHere, temporaryFolders } from '../../support/process.ts'
import { type Service, startService } from '../../support/service.ts'

const DENIED = '42501'

/** Roles belong to the whole server: each run of this file has its own. */
const [READER, OWNER, OTHER] = ['reader', 'owner', 'other'].map((name) => `test_${name}_${process.pid}`)

const all = Object.entries<View>(views)
const contacts = all.filter(([, { hasContactDetails }]) => hasContactDetails).map(([name]) => name)
const others = all.map(([name]) => name).filter((name) => !contacts.includes(name))

describe('On PostgreSQL, the views for SQL readers', {
  skip: engine === 'sqlite' && 'SQLite has no roles',
}, () => {
  const newFolder = temporaryFolders()
  let service: Service
  let admin: pg.Client
  let reader: pg.Client
  const open = async (databaseUrl: string, user?: string) => {
    const url = new URL(databaseUrl)
    if (user !== undefined) [url.username, url.password] = [user, 'secret']
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    return client
  }
  before(async () => {
    service = await startService()
    await makeUser(service, { password: 'analytical engines', phone: '2079460958' })
    admin = await open(service.config.databaseUrl)
    await admin.query(`create role ${READER} login password 'secret'`)
    await admin.query(`grant usage on schema reporting to ${READER}`)
    reader = await open(service.config.databaseUrl, READER)
  })
  after(async () => {
    await reader.end()
    for (const role of [READER, OWNER, OTHER]) {
      const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role])
      if (!rowCount) continue
      await admin.query(`drop owned by ${role} cascade`)
      await admin.query(`drop role ${role}`)
    }
    await admin.end()
    await service.stop()
  })

  const refused = (statement: string) => assert.rejects(reader.query(statement), { code: DENIED }, statement)
  const tables = async (): Promise<string[]> => {
    const { rows } = await admin.query(`select oid::regclass::text as name from pg_class
      where relkind in ('r', 'S') and relnamespace = 'public'::regnamespace`)
    return rows.map(({ name }) => name)
  }

  it('are read by a role that may use their schema, without contact details', async () => {
    for (const name of others) await reader.query(`select * from reporting.${name}`)
    const { rows } = await reader.query('select count(*) as count from reporting.users')
    assert.equal(Number(rows[0].count), 2)
    for (const name of contacts) await refused(`select * from reporting.${name}`)
  })

  it('show contact details to a role to which these are granted by name', async () => {
    await admin.query(
      `grant select on ${contacts.map((name) => `reporting.${name}`).join(', ')} to ${READER}`,
    )
    const { rows } = await reader.query('select phone from reporting.user_contacts where phone is not null')
    assert.deepEqual(rows, [{ phone: '2079460958' }])
    for (const [name] of all) await reader.query(`select * from reporting.${name}`)
  })

  it('are unreadable without the use of the schema', async () => {
    await admin.query(`create role ${OTHER} login password 'secret'`)
    const other = await open(service.config.databaseUrl, OTHER)
    for (const [name] of all) {
      await assert.rejects(other.query(`select 1 from reporting.${name}`), { code: DENIED })
    }
    await other.end()
  })

  it('give no right to any table, sequence or function of the service', async () => {
    const names = await tables()
    assert.ok(names.length > 25)
    for (const name of names) {
      await refused(`select * from ${name}`)
      await refused(`copy ${name} to stdout`)
      if (name.endsWith('_seq')) {
        await refused(`select nextval('${name}')`)
        continue
      }
      await refused(`insert into ${name} default values`)
      await refused(`delete from ${name}`)
      await refused(`truncate ${name}`)
      await refused(`create index on ${name} ((1))`)
    }
    const { rows } = await admin.query(
      `select proname from pg_proc where prosecdef and pronamespace in ('public'::regnamespace, 'reporting'::regnamespace)`,
    )
    assert.deepEqual(rows, [], 'no function runs with the rights of its owner')
  })

  it('cannot be written, nor extended', async () => {
    for (const name of ['users', 'role_assignments', 'daily_counts']) {
      await refused(`delete from reporting.${name}`)
      await refused(`insert into reporting.${name} default values`)
    }
    await refused('update reporting.role_assignments set is_active = true')
    await refused('create table reporting.own (id int)')
    await refused('create or replace view reporting.users as select 1 as id')
    await refused('alter view reporting.users set (security_invoker = true)')
    await reader.query('grant select on reporting.user_contacts to public')
    const { rows } = await admin.query(
      `select has_table_privilege('public', 'reporting.user_contacts', 'select') as granted`,
    )
    assert.deepEqual(rows, [{ granted: false }])
    await refused('create table public.own (id int)')
  })

  it('lead to no table through functions and views of the role itself', async () => {
    const secret = 'select password_hash from public.users'
    await refused(`select query_to_xml('${secret}', true, true, '')`)
    await refused(`select * from reporting.users, lateral (${secret} limit 1) as hashes`)
    await reader.query(`create function pg_temp.hashes() returns setof text language plpgsql security definer as
      $$ begin return query ${secret}; end $$`)
    await refused('select pg_temp.hashes()')
    await reader.query(`create temp view hashes as ${secret}`)
    await refused('select * from hashes')
    await refused(`select * from users`)
    await refused(`select pg_read_file('postgresql.conf')`)
    // A function that the planner calls as early as it can sees the columns of the view only.
    const seen: string[] = []
    reader.on('notice', ({ message }) => seen.push(message ?? ''))
    await reader.query(`create function pg_temp.see(value text) returns boolean cost 0.0001 language plpgsql as
      $$ begin raise notice '%', value; return true; end $$`)
    await reader.query('select * from reporting.users where pg_temp.see(users::text)')
    assert.equal(seen.length, 2)
    assert.ok(!seen.some((row) => row.includes('argon2')))
    const { rows } = await reader.query(
      `select from pg_stats where schemaname = 'public' union all select from pg_stat_activity where query <> '<insufficient privilege>'
        and usename <> $1`,
      [READER],
    )
    assert.equal(rows.length, 0, 'no statistics of columns, and no statements of others')
  })

  it('keep their grants when they are created again', async () => {
    const { rows } = await admin.query(`select pg_get_viewdef('reporting.users'::regclass) as definition`)
    await admin.query(`create or replace view reporting.users as ${rows[0].definition}`)
    await reader.query('select 1 from reporting.users')
  })

  describe('if the service may not create their schema', () => {
    let url: string
    let own: pg.Client
    let drop: () => Promise<void>
    before(async () => {
      const database = await newDatabase()
      drop = database.drop
      await admin.query(`create role ${OWNER} login password 'secret'`)
      url = Object.assign(new URL(database.url), { username: OWNER, password: 'secret' }).href
      own = await open(database.url)
      await own.query(`grant create, usage on schema public to ${OWNER}`)
    })
    after(async () => {
      await own.end()
      await drop()
    })
    const migrate = () => runHere(newFolder(), ['migrate'], { DATABASE_URL: url })
    const failing = async (message: RegExp) => {
      const { code, err } = await migrate()
      assert.equal(code, 1)
      assert.match(err, message)
    }

    it('the migration says which statement an administrator has to run', async () => {
      await failing(
        /which the user test_owner_\d+ may not create\. Run as an administrator: create schema reporting authorization test_owner_\d+\.$/m,
      )
      const { rows } = await own.query('select max(version) as version from schema_migrations')
      assert.deepEqual(rows, [{ version: 17 }])
    })

    it('the migration refuses the schema of somebody else, and one that everyone may use', async () => {
      await own.query('create schema reporting')
      await failing(
        /which belongs to \w+: rename that one, or run as an administrator: alter schema reporting owner to test_owner_\d+\.$/m,
      )
      await own.query(`alter schema reporting owner to ${OWNER}`)
      await own.query('grant usage on schema reporting to public')
      await failing(
        /Everyone may use the schema "reporting".* revoke usage on schema reporting from public\.$/m,
      )
      await own.query('drop schema reporting')
    })

    it('the migration uses a schema that an administrator created for it', async () => {
      await own.query(`create schema reporting authorization ${OWNER}`)
      assert.equal((await migrate()).code, 0)
      await own.query('select * from reporting.access_in_force')
    })
  })
})
