import type { Endpoint } from '../../server/http/endpoint.ts'

export const operationOf = ({ name, tag }: Endpoint) => name.slice(tag.length + 1)

/** The operation that answers about now what this one answers about the past; undefined for others. */
export const presentOf = (operation: string): string | undefined =>
  operation.startsWith('past-')
    ? operation.slice('past-'.length).replace(/^relationships-/, 'relationships.')
    : undefined

const verbs: Record<string, string> = {
  list: 'read',
  read: 'read',
  create: 'create',
  update: 'update',
  delete: 'delete',
  createOne: 'create',
  createMany: 'create',
  get: 'read',
  change: 'update',
  updateMany: 'update',
  deleteMany: 'delete',
  'bulk-activate': 'update',
  'bulk-deactivate': 'update',
  'bulk-delete': 'delete',
}
/** Permissions for writes of relations, by the kind of their links or the record with the column. */
const writes: Record<string, string> = {
  'users.roles': 'can-assign-roles',
  'roles.users': 'can-assign-roles',
  'roles.permissions': 'can-assign-permissions',
  'permissions.roles': 'can-assign-permissions',
  'users.taxonomies': 'can-update-users',
  'taxonomies.users': 'can-update-users',
  'taxonomy-types.taxonomies': 'can-update-taxonomies',
}
const PEOPLE = ['user', 'invited_by', 'created_by', 'updated_by', 'deleted_by']
const farSide = (tag: string, relation: string) => {
  if (PEOPLE.includes(relation)) return 'users'
  if (relation === 'registration') return 'registrations'
  if (relation === 'type') return 'taxonomy-types'
  return relation === 'parent' || relation === 'children' ? tag : relation
}
const tokens = ['can-read-users', 'can-assign-api-tokens']
const assigning = ['can-assign-roles', 'can-read-users', 'can-read-roles']
const endsAccess = ['can-update-users', 'can-assign-roles', 'can-read-users', 'can-read-roles']
const others: Record<string, string[]> = {
  'audit.list': ['can-read-audit'],
  'audit.export': ['can-read-audit'],
  'audit.seal': ['can-read-audit'],
  'audit.access-changes': ['can-read-audit', 'can-read-users', 'can-read-roles', 'can-read-permissions'],
  'events.stream': ['can-read-audit'],
  'mails.list': ['can-manage-mail'],
  'mails.status': ['can-manage-mail'],
  'mails.resend': ['can-manage-mail'],
  'invitations.create': ['can-invite-users'],
  'invitations.createMany': ['can-invite-users'],
  'invitations.list': ['can-invite-users', 'can-read-registrations'],
  'registrations.invitation': ['can-invite-users', 'can-read-registrations'],
  'registrations.resend': ['can-invite-users'],
  'registrations.revoke': ['can-invite-users'],
  'users.bulk-create': ['can-create-users'],
  'users.bulk-assign-role': assigning,
  'users.bulk-remove-role': assigning,
  'users.bulk-renew-roles': assigning,
  'users.tokens': tokens,
  'users.tokens-create': tokens,
  'users.tokens-revoke': tokens,
  'users.token-revoke': tokens,
  'users.erase': ['can-delete-users', 'can-delete-permanently', 'can-erase-users'],
  'users.factors': ['can-read-users'],
  'users.factor-delete': ['can-reset-factors'],
  'users.factors-reset': ['can-reset-factors'],
  'users.offboard': endsAccess,
  'users.offboardings': ['can-read-users', 'can-read-roles'],
  'users.offboarding-restore': endsAccess,
  'users.send-reset': ['can-update-users'],
  'users.has-role': ['can-read-users'],
  'users.has-permission': ['can-read-users'],
  'users.checks': ['can-read-users'],
  'roles.grants': ['can-read-roles', 'can-read-permissions'],
  'roles.grants-change': ['can-assign-permissions', 'can-read-roles', 'can-read-permissions'],
  'roles.duplicate': ['can-create-roles', 'can-assign-permissions', 'can-read-roles', 'can-read-permissions'],
  'taxonomies.tree': ['can-read-taxonomies'],
  'taxonomies.move': ['can-update-taxonomies'],
  'taxonomies.outline': ['can-create-taxonomies'],
  'taxonomies.merge': ['can-update-taxonomies', 'can-delete-taxonomies'],
  'registrations.create-user': ['can-create-users', 'can-update-registrations'],
  'registrations.bulk-create-user': ['can-create-users', 'can-update-registrations'],
}
/** All that concerns webhooks needs the same two permissions. */
const neededForWebhooks = (operation: string): string[] => {
  if (/^(?:relationships\.)?(?:created|updated|deleted)_by$/.test(operation))
    return ['can-manage-webhooks', 'can-read-users']
  return [
    ...(/restore$/.test(operation) ? ['can-restore-records'] : []),
    'can-manage-webhooks',
    'can-read-audit',
    ...(operation === 'destroy' ? ['can-delete-permanently'] : []),
  ]
}
/** Permissions that the decisions name for a call. */
export const neededBy = (endpoint: Endpoint, method: string): string[] => {
  const { tag, name } = endpoint
  const operation = operationOf(endpoint)
  if (others[name]) return others[name]
  const present = presentOf(operation)
  if (present) return [...neededBy({ ...endpoint, name: `${tag}.${present}` }, 'GET'), 'can-read-audit']
  if (tag === 'webhooks') return neededForWebhooks(operation)
  if (verbs[operation]) return [`can-${verbs[operation]}-${tag}`]
  if (operation === 'restore' || operation === 'bulk-restore')
    return ['can-restore-records', `can-delete-${tag}`]
  if (operation === 'history') return [`can-read-${tag}`, 'can-read-audit']
  if (operation === 'destroy') return [`can-delete-${tag}`, 'can-delete-permanently']
  const relation = operation.replace('relationships.', '')
  const reads = [`can-read-${tag}`, `can-read-${farSide(tag, relation)}`]
  if (relation === operation || method === 'GET') return [...new Set(reads)]
  return [...new Set([writes[`${tag}.${relation}`] ?? `can-update-${tag}`, ...reads])]
}
