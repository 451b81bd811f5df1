import type { LucideIcon } from 'lucide-react'
import { KeyRound, Network, ShieldCheck, Tag, UserRoundPlus, UsersRound } from 'lucide-react'
import type { May } from '../api/me.ts'

/** What any of them has, and what some do. */
export interface Trashed {
  id: number
  name: string
  slug?: string
  email?: string
  username?: string | null
  parent_id?: number | null
  type_id?: number
  type?: { name: string } | null
  count_users?: number
  count_roles?: number
  count_permissions?: number
  deleted_at: string | null
  deleted_by_user?: { id: number; name?: string; first_name?: string } | null
}

export type Kind = 'registrations' | 'users' | 'roles' | 'permissions' | 'taxonomies' | 'taxonomy-types'

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
]

/** Are they below one another, deleted and restored with what is below? */
export const isTree = (kind: Kind): boolean => kind === 'taxonomies' || kind === 'taxonomy-types'

export const isOpen =
  (may: May) =>
  ({ kind }: KindSpec): boolean =>
    may(kind, 'list') && may(kind, 'restore')

/** What tells it from others of that name. */
export const detailOf = ({ email, username, slug, type }: Trashed): string =>
  email ?? username ?? ([type?.name, slug].filter(Boolean).join(' · ') as string)

/** Where it is once it is live again. */
export const pathOf = (kind: Kind, id: number): string =>
  kind === 'taxonomy-types' ? '/taxonomies' : `/${kind}/${id}`
