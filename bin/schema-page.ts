import { postgresType } from '../server/db/reporting/statements.ts'
import type { Column, View } from '../server/db/reporting/view.ts'
import { views } from '../server/db/reporting/views.ts'

interface Example {
  question: string
  /** For PostgreSQL. */
  sql: string
  /** For SQLite, if more than the names of the views differs. */
  sqlite?: string
}

export const examples: readonly Example[] = [
  {
    question: 'Who may assign roles, through which role, and until when?',
    sql: `select users.id, users.name, access.role_slug, access.expires_at
from reporting.access_in_force as access
join reporting.users on users.id = access.user_id
where access.permission_slug = 'can-assign-roles'
order by users.name, users.id, access.role_slug`,
  },
  {
    question: 'How many sign-ups and sign-ins were there on each of the last 30 days that had any?',
    sql: `select day, signups, signins
from reporting.daily_counts
order by day desc
limit 30`,
  },
  {
    question: 'Which active users hold a role but have not signed in for 90 days?',
    sql: `select users.id, users.name, users.last_login_at, string_agg(roles.slug, ', ' order by roles.slug) as roles
from reporting.users
join reporting.role_assignments as held on held.user_id = users.id and held.is_active
join reporting.roles on roles.id = held.role_id and roles.is_active and roles.deleted_at is null
where users.is_active and users.deleted_at is null and (held.expires_at is null or held.expires_at > now())
  and coalesce(users.last_login_at, users.created_at) < now() - interval '90 days'
group by users.id, users.name, users.last_login_at
order by users.last_login_at nulls first, users.id`,
    sqlite: `select users.id, users.name, users.last_login_at, string_agg(roles.slug, ', ' order by roles.slug) as roles
from reporting_users as users
join reporting_role_assignments as held on held.user_id = users.id and held.is_active
join reporting_roles as roles on roles.id = held.role_id and roles.is_active and roles.deleted_at is null
where users.is_active and users.deleted_at is null
  and (held.expires_at is null or held.expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  and coalesce(users.last_login_at, users.created_at) < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-90 days')
group by users.id, users.name, users.last_login_at
order by users.last_login_at nulls first, users.id`,
  },
]

/** The query for SQLite, which has no schemas. */
export const onSqlite = ({ sql, sqlite }: Example): string =>
  sqlite ??
  sql
    .replaceAll(/\breporting\.(\w+) as\b/g, 'reporting_$1 as')
    .replaceAll(/\breporting\.(\w+)/g, 'reporting_$1 as $1')

const named = (part: string) =>
  Object.entries<View>(views)
    .filter(([, { hasContactDetails }]) => (part === 'contacts') === (hasContactDetails === true))
    .map(([name]) => `reporting.${name}`)

const code = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``

const HEAD = `# Views for SQL readers

\`npm run describe\` generates this page from \`server/db/reporting/views.ts\`; don't edit it.

psql, Grafana, Metabase and other programs that read the database should read these views, not the tables. The names, types and
meanings of their columns stay the same in later versions; new columns are appended. Tables change with any version, and
contain hashes of passwords, tokens and codes, which no view shows. Columns have the names of the API. Those that end in \`_by\`,
and \`user_id\`, are ids of users.

## Let a program read on PostgreSQL

The views are in the schema \`reporting\`. As an administrator of the database, create a role and let it use the schema:

${code(
  'sql',
  `create role grafana login password 'a long random password';
grant usage on schema reporting to grafana;`,
)}

The role can read the views without contact details, and no table. (Usernames may be email addresses, and free texts may contain
anything, as in the API.) It needs one more statement for contact details:

${code('sql', `grant select on ${named('contacts').join(', ')} to grafana;`)}

Large queries compete with the service for the server. Let the program read from a [replica](scaling.md), or limit its statements:
\`alter role grafana set statement_timeout = '30s'\`.

## On SQLite

SQLite has no schemas: \`reporting.users\` is \`reporting_users\`. It has no roles either: a program that can read the file can read all
of it, hashes of passwords included. Open it read-only, and hand out results instead of the file:

${code('sh', `sqlite3 -readonly -header -csv data/rolecall.db 'select id, name, is_active from reporting_users' > users.csv`)}

## Types

PostgreSQL converts the stored texts to its own types, and shows null for a text that is not a value of the type, such as a time
after the year 9999. SQLite has no such types and shows what is stored.

| PostgreSQL | SQLite |
| --- | --- |
| \`timestamptz(3)\` | text in UTC, such as \`2026-05-04T09:30:00.000Z\`: text order is time order |
| \`date\` | text, such as \`2026-05-04\` |
| \`uuid\`, \`inet\`, \`json\` | text |
| \`boolean\` | 1 or 0 |
| \`bigint\`, \`text\` | the same |

Conditions on the indexed columns of a view read only the matching rows. Other conditions read the whole table; on
PostgreSQL also those on times and uuids, since the stored texts are converted. Ids grow with the time of creation.`

/** A text in a cell of a table. */
const cell = (text: string) => text.replaceAll('|', '\\|')

function section([name, { means, keys, columns }]: [string, View]): string {
  const rows = Object.entries<Column>(columns).map(
    ([column, { type, means }]) => `| \`${column}\` | \`${postgresType(type)}\` | ${cell(means)} |`,
  )
  const indexed = keys.length > 0 ? `\n\nIndexed: ${keys.map((key) => `\`${key}\``).join(', ')}.` : ''
  return `### ${name}\n\n${means}${indexed}\n\n| column | type | meaning |\n| --- | --- | --- |\n${rows.join('\n')}`
}

const example = (each: Example): string =>
  [
    `**${each.question}**`,
    code('sql', `${each.sql};`),
    ...(each.sqlite === undefined ? [] : ['On SQLite:', code('sql', `${each.sqlite};`)]),
  ].join('\n\n')

/** The content of docs/schema.md. */
export const schemaPage = (): string =>
  `${[HEAD, '## Examples', ...examples.map(example), '## The views', ...Object.entries<View>(views).map(section)].join('\n\n')}\n`
