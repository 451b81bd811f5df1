import { IP_PATTERN } from '../../../contract/described.ts'
import type { ColumnTypes } from '../migrations/migration.ts'
import type { Column, ColumnType, View } from './view.ts'
import { views } from './views.ts'

/** The migration that creates the views. */
const FIRST = 18

/**
 * The statements that create the views with the columns that they have since a migration. Once it is released, never change
 * what this returns for it.
 */
export function reportingViews(
  { engine }: ColumnTypes,
  migration: number,
  all: Readonly<Record<string, View>> = views,
): string[] {
  const create = engine === 'sqlite' ? onSqlite : onPostgres
  return Object.entries(all).flatMap(([name, view]) => {
    const columns = Object.entries(view.columns).filter(([, { since = FIRST }]) => since <= migration)
    return columns.length > 0 ? create(name, view, columns) : []
  })
}

type Columns = [name: string, column: Column][]

const select = (
  columns: Columns,
  { from }: View,
  engine: { now: string; convert: (column: string, type: ColumnType) => string },
) => {
  const shown = columns.map(([name, { of = name, type }]) => `${engine.convert(of, type)} as ${name}`)
  return `select ${shown.join(', ')} from ${from.replaceAll('{now}', engine.now)}`
}

const sqlite = {
  now: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
  convert: (column: string) => column,
}

/** SQLite has no schemas. */
const onSqlite = (name: string, view: View, columns: Columns): string[] => [
  `drop view if exists reporting_${name}`,
  `create view reporting_${name} as ${select(columns, view, sqlite)}`,
]

/** PostgreSQL's types, each with the function that converts the stored text, if it is one. */
const TYPES: Record<ColumnType, { type: string; by?: string }> = {
  integer: { type: 'bigint' },
  text: { type: 'text' },
  boolean: { type: 'boolean' },
  json: { type: 'json' },
  time: { type: 'timestamptz(3)', by: 'reporting.as_time' },
  date: { type: 'date', by: 'reporting.as_date' },
  uuid: { type: 'uuid', by: 'reporting.as_uuid' },
  address: { type: 'inet', by: 'reporting.as_address' },
}

export const postgresType = (type: ColumnType): string => TYPES[type].type

const postgres = {
  now: `to_char(statement_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  convert: (column: string, type: ColumnType) => {
    const { type: name, by } = TYPES[type]
    return by === undefined ? column : `${by}(${column})::${name}`
  },
}

const quoted = (text: string) => `'${text.replaceAll('`', '').replaceAll("'", "''")}'`

/**
 * It runs with the rights of its owner, so its readers need none on the tables. Readers need usage of the schema, which
 * nobody has at first, and for contact details a grant of their own.
 */
function onPostgres(name: string, view: View, columns: Columns): string[] {
  const comments = columns.map(
    ([column, { means }]) => `comment on column reporting.${name}.${column} is ${quoted(means)};`,
  )
  return [
    `create or replace view reporting.${name} with (security_invoker = false) as ${select(columns, view, postgres)}`,
    // As one statement: a round trip for each would take longer than all other migrations.
    `do $comments$ begin comment on view reporting.${name} is ${quoted(view.means)}; ${comments.join(' ')} end $comments$`,
    ...(view.hasContactDetails ? [] : [`grant select on reporting.${name} to public`]),
  ]
}

/** What the views need beside the tables: on PostgreSQL a schema, and functions that convert texts. */
export const reportingSchema = ({ engine }: ColumnTypes): string[] =>
  engine === 'sqlite' ? [] : [SCHEMA, ...Object.entries(CONVERSIONS).flatMap(conversion)]

/**
 * A user who may create tables need not be allowed to create a schema; an administrator may have created it. Roles that may
 * use it will read the views, so it must not be open to everyone.
 */
const SCHEMA = `do $schema$
declare owner oid := (select nspowner from pg_namespace where nspname = 'reporting');
begin
  if owner is null then
    create schema reporting;
  elsif not pg_has_role(owner, 'usage') then
    raise exception 'The views for SQL readers need the schema "reporting", which belongs to %: rename that one, or run as an administrator: %',
      owner::regrole, format('alter schema reporting owner to %I', current_user);
  elsif has_schema_privilege('public', 'reporting', 'usage') then
    raise exception 'Everyone may use the schema "reporting" and could read the views in it: rename it, or run: revoke usage on schema reporting from public';
  end if;
exception when insufficient_privilege then
  raise exception 'The views for SQL readers need the schema "reporting", which the user % may not create. Run as an administrator: %',
    current_user, format('create schema reporting authorization %I', current_user);
end $schema$`

/** Part of a time. Parts compare by bytes, which is faster than by a language. */
const part = (from: number, length: number) => `substr(value collate "C", ${from}, ${length})`
const among = (what: string, values: readonly string[]) =>
  `${what} in (${values.map((value) => `'${value}'`).join(', ')})`
const upTo = (count: number, digits: number) =>
  Array.from({ length: count }, (_, number) => String(number).padStart(digits, '0'))

/**
 * Digits, with separators at the places of the shape. The pattern has no two separators side by side, so only a digit between
 * two others could be one instead: the second and third of a year, and the second of the milliseconds.
 */
const hasShape = (shape: string, pattern: string) =>
  `value like '${shape}' and value collate "C" ~ '${pattern}' and ${among(part(2, 2), upTo(100, 2))}`

const DAYS_OF_LEAP_YEAR = Array.from({ length: 366 }, (_, day) =>
  new Date(Date.UTC(2000, 0, day + 1)).toISOString().slice(5, 10),
)
const YEAR = `${part(1, 4)}::int`
/** PostgreSQL has no year 0. */
const IS_DAY = `${part(1, 4)} > '0000' and ${among(part(6, 5), DAYS_OF_LEAP_YEAR)}
  and (${part(6, 5)} <> '02-29' or ${YEAR} % 4 = 0 and (${YEAR} % 100 <> 0 or ${YEAR} % 400 = 0))`
const IS_TIME = `${part(12, 2)} <= '23' and ${part(15, 2)} <= '59' and ${part(18, 2)} <= '59' and ${among(part(22, 1), upTo(10, 1))}`

/** At most as long as an address, so that each number fits its type. */
const HAS_FOUR_NUMBERS = `length(value) <= 15 and translate(value, '0123456789', '') = '...'
  and '.' || value || '.' not like '%..%'`
const ARE_BYTES = [1, 2, 3, 4].map((place) => `split_part(value, '.', ${place})::bigint <= 255`).join(' and ')

/** Null unless all conditions are true. They are evaluated in this order: a later one may assume the earlier ones. */
const where = (conditions: readonly string[], value: string): string =>
  conditions.reduceRight((inner, condition) => `case when ${condition} then ${inner} end`, value)

/**
 * A cast must not fail: one row would make its whole view unreadable. So each text is checked first. A regular expression
 * that describes a whole time takes several times as long as these conditions.
 */
const CONVERSIONS: Record<string, { type: string; value: string }> = {
  as_time: {
    type: 'timestamptz',
    value: where(
      [hasShape('____-__-__T__:__:__.___Z', '^(?:[0-9]+[-T:.]?)+Z$'), `${IS_DAY} and ${IS_TIME}`],
      'value::timestamptz',
    ),
  },
  as_date: {
    type: 'date',
    value: where([hasShape('____-__-__', '^(?:[0-9]+-?)+$'), IS_DAY], 'value::date'),
  },
  as_uuid: {
    type: 'uuid',
    value: where(
      [
        `value like '________-____-____-____-____________' and length(replace(value, '-', '')) = 32
          and replace(value collate "C", '-', '') !~ '[^0-9A-Fa-f]'`,
      ],
      'value::uuid',
    ),
  },
  as_address: {
    type: 'inet',
    // The type has no zones, as in fe80::1%eth0.
    value: `coalesce(${where([HAS_FOUR_NUMBERS, ARE_BYTES], 'value::inet')},
      ${where([`value like '%:%' and value collate "C" ~ '${IP_PATTERN}'`], `split_part(value, '%', 1)::inet`)})`,
  },
}

/** Neither strict nor immutable: PostgreSQL then puts the expression itself into a query, which is several times as fast. */
const conversion = ([name, { type, value }]: [string, { type: string; value: string }]): string[] => [
  `create or replace function reporting.${name}(value text) returns ${type} stable parallel safe language sql return ${value}`,
  `grant execute on function reporting.${name}(text) to public`,
]
