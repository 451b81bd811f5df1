import { withoutComments } from './source-scan.ts'

/** The tables of records, links and tokens. */
const TABLES = [
  ...['users', 'registrations', 'roles', 'permissions', 'taxonomies', 'taxonomy_types'],
  ...['user_roles', 'role_permissions', 'user_taxonomies', 'tokens'],
]

/** A call of Kysely with the name of a table, or with an expression that names one. */
const CALL =
  /(?:\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)|= rowInserter)\(\s*(?:'(\w+)(?: as \w+)?'|([^)\s]+))/g
/** The same as SQL. */
const STATEMENT =
  /\b(?:insert into|replace into|delete from|update|merge into)\s+(?:"?([a-z_]+)"?\b|(\$\{))/gi

/** The tables of records, links and tokens that a source writes; `…` for a table that only the running program knows. */
export function tablesWrittenIn(source: string): string[] {
  const code = withoutComments(source)
  const named = (name: string | undefined) => (name === undefined ? '…' : name)
  const written = [
    ...[...code.matchAll(CALL)].map(([, table]) => named(table)),
    ...[...code.matchAll(STATEMENT)].map(([, table]) => named(table)),
  ]
  return [...new Set(written)].filter((table) => table === '…' || TABLES.includes(table)).sort()
}
