import type { Subject } from '../../api/me.ts'

/** The kinds of records that have pages and histories. */
export const KINDS = [
  ...(['users', 'registrations', 'roles', 'permissions', 'taxonomies', 'taxonomy-types'] as const),
  'webhooks',
] satisfies Subject[]
export type Kind = (typeof KINDS)[number]

export const isKind = (type: string): type is Kind => (KINDS as readonly string[]).includes(type)
