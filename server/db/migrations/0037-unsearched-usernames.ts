import { pendingSearch } from './0021-pending-search.ts'
import type { ColumnTypes } from './migration.ts'

const TABLES = ['users', 'registrations']

/** The same grams as in migration 0005, in 23 instead of 58 µs for an address: a query for each text costs more than a loop. */
const GRAMS = `create or replace function grams(value text) returns text[] immutable strict parallel safe
  language plpgsql as $$
  declare
    characters text[] := string_to_array(value, null);
    grams text[] := characters;
  begin
    for place in 2..cardinality(characters) loop
      grams := grams || (characters[place - 1] || characters[place]);
    end loop;
    for place in 3..cardinality(characters) loop
      grams := grams || (characters[place - 2] || characters[place - 1] || characters[place]);
    end loop;
    return grams;
  end $$`

/**
 * The text indices no longer have usernames, which `q` does not search and `filter[username]=like:` alone looked up: their parts
 * cost as much as those of the address. On PostgreSQL, the registrations of 10,000 invitations took 4.1 s of the engine's time,
 * and take 2.3 s without. On SQLite the column of the index stays, and is empty in rows that are indexed from now on.
 */
export const statements = ({ engine }: ColumnTypes): string[] =>
  engine === 'postgres'
    ? [GRAMS, ...TABLES.map((table) => `drop index ${table}_username_key_grams`)]
    : TABLES.flatMap((table) => [
        ...['added', 'changed', 'removed'].map((event) => `drop trigger ${table}_search_${event}_noted`),
        `drop view ${table}_search_texts`,
        ...pendingSearch(table, ['search_text', 'email_key']),
      ])
