import type { ColumnTypes } from './migration.ts'

/** If processes can't detect each other's writes, the database notifies them of changes of cached data. */
export const statements = ({ tellsOthers }: ColumnTypes): string[] =>
  tellsOthers
    ? [
        `create function tell_changes() returns trigger language plpgsql as $$
          begin
            perform pg_notify('rolecall_changes', tg_argv[0]);
            return null;
          end $$`,
        told('users', 'update of is_active, deleted_at, email_key, username_key', 'users'),
        told('user_roles', 'insert or update or delete', 'users'),
        told('roles', 'update of slug, is_active, deleted_at', 'roles'),
        told('permissions', 'insert or update of slug, is_active, deleted_at', 'roles'),
        told('role_permissions', 'insert or update or delete', 'roles'),
        told('tokens', 'update of user_id, hash, expires_at, permissions or delete', 'tokens'),
        ...['users', 'roles', 'permissions'].map((table) => told(table, 'delete', 'all')),
        ...['users', 'roles', 'permissions', 'user_roles', 'role_permissions', 'tokens'].map((table) =>
          told(table, 'truncate', 'all'),
        ),
      ]
    : []

/** A trigger per statement, not per row: the caches are cleared as a whole. */
const told = (table: string, events: string, part: string) =>
  `create trigger ${table}_told_${events.split(' ')[0]}_${part} after ${events} on ${table}
    for each statement execute function tell_changes('${part}')`
