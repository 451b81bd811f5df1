import type { LucideIcon } from 'lucide-react'
import { KeyRound, Network, ShieldCheck, Tag, UserRoundPlus, UsersRound, Webhook } from 'lucide-react'
import type { May } from '../api/me.ts'

/** Fields of a trashed record; some kinds lack some of them. */
export interface Trashed {
  id: number
  name: string
  slug?: string
  email?: string
  username?: string | null
  url?: string
  parent_id?: number | null
  type_id?: number
  type?: { name: string } | null
  count_users?: number
  count_roles?: number
  count_permissions?: number
  deleted_at: string | null
  deleted_by_user?: { id: number; name?: string; first_name?: string } | null
}

export type Kind =
  | 'registrations'
  | 'users'
  | 'roles'
  | 'permissions'
  | 'taxonomies'
  | 'taxonomy-types'
  | 'webhooks'

interface KindSpec {
  kind: Kind
  icon: LucideIcon
}

export const KINDS: KindSpec[] = [
  { kind: 'users', icon: UsersRound },
  { kind: 'registrations', icon: UserRoundPlus },
  { kind: 'roles', icon: ShieldCheck },
  { kind: 'permissions', icon: KeyRound },
  { kind: 'taxonomies', icon: Tag },
  { kind: 'taxonomy-types', icon: Network },
  { kind: 'webhooks', icon: Webhook },
]

/** Whether records of the kind form a tree, and are deleted and restored with their descendants. */
export const isTree = (kind: Kind): boolean => kind === 'taxonomies' || kind === 'taxonomy-types'

export const isOpen =
  (may: May) =>
  ({ kind }: KindSpec): boolean =>
    may(kind, 'list') && may(kind, 'restore')

/** Distinguishes records of the same name. */
export const detailOf = ({ name, email, username, url, slug, type }: Trashed): string =>
  email ?? username ?? [type?.name, slug, url].filter((text) => text && text !== name).join(' · ')

/** Address of the record once it is restored. */
export const pathOf = (kind: Kind, id: number): string =>
  kind === 'taxonomy-types' ? '/taxonomies' : `/${kind}/${id}`
