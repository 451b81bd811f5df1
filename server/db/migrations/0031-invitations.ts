import type { ColumnTypes } from './migration.ts'

/**
 * Invitations, and the links that their users are to get. `authority` names whose authority an invitation uses: ids without
 * foreign keys, so that the authority of a destroyed user is not mistaken for that of another. `in_id` is for grants that
 * hold in one place only; there are none yet.
 */
export const statements = (t: ColumnTypes): string[] => [
  `create table invitations (
    id ${t.id},
    registration_id ${t.ref} not null unique references registrations (id) on delete cascade,
    inviter_id ${t.ref} references users (id) on delete set null,
    authority ${t.json} not null,
    message ${t.text},
    created_at ${t.time} not null,
    expires_at ${t.time} not null)`,
  `create table planned_links (
    id ${t.id},
    invitation_id ${t.ref} not null references invitations (id) on delete cascade,
    kind ${t.text} not null,
    role_id ${t.ref} references roles (id) on delete set null,
    taxonomy_id ${t.ref} references taxonomies (id) on delete set null,
    in_id ${t.ref},
    expires_at ${t.time})`,
  'create index invitations_inviter_id on invitations (inviter_id) where inviter_id is not null',
  'create index invitations_expires_at on invitations (expires_at, id)',
  'create index planned_links_invitation_id on planned_links (invitation_id)',
  ...['role_id', 'taxonomy_id'].map(
    (column) =>
      `create index planned_links_${column} on planned_links (${column}) where ${column} is not null`,
  ),
]
