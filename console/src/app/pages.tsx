import type { LucideIcon } from 'lucide-react'
import { KeyRound, Network, ShieldCheck, Table2, Trash2, UserRoundPlus, UsersRound } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ResourceProps } from 'react-admin'
import type { May } from '../api/me.ts'
import { matrix } from '../matrix/index.tsx'
import { permissions } from '../permissions/index.tsx'
import { registrations } from '../registrations/index.tsx'
import { roles } from '../roles/index.tsx'
import { taxonomies, taxonomyTypes } from '../taxonomies/index.tsx'
import { trash } from '../trash/index.tsx'
import type { LazyPage } from '../ui/lazily.ts'
import { users } from '../users/index.tsx'
import { WaitingCount } from './shell/WaitingCount.tsx'

/** What a folder gives for a resource of the API: react-admin's pages of it. */
export type ResourcePages = Pick<ResourceProps, 'show' | 'edit' | 'create' | 'recordRepresentation'> & {
  list?: LazyPage
}

/** A line for each resource. */
export const RESOURCES: Record<string, ResourcePages> = {
  registrations,
  users,
  roles,
  permissions,
  taxonomies,
  'taxonomy-types': taxonomyTypes,
}

/** A line for each page that is no resource's; its path may have parts of its own behind it. */
export const PAGES: Record<string, LazyPage> = { matrix, trash }

/** Loads the scripts of the page of a menu's line, for who points at it. */
export const prefetch = (path: string): void => {
  const name = path.slice(1)
  const page = RESOURCES[name]?.list ?? PAGES[name]
  page?.prefetch()
}

export interface MenuItem {
  to: string
  /** Key of its name. */
  label: string
  icon: LucideIcon
  /** Behind its name, such as a count; has the id, by which the name is told to have it. */
  badge?: ComponentType<{ id: string }>
  isOpen: (may: May) => boolean
}

export interface MenuGroup {
  label: string
  items: MenuItem[]
}

const RESTORED = ['registrations', 'users', 'roles', 'permissions', 'taxonomies', 'taxonomy-types'] as const

/** The menu, which the "go to" follows; the dashboard is above it. */
export const MENU: MenuGroup[] = [
  {
    label: 'app.menu.people',
    items: [
      {
        to: '/registrations',
        label: 'registrations.title',
        icon: UserRoundPlus,
        badge: WaitingCount,
        isOpen: (may) => may('registrations', 'list'),
      },
      { to: '/users', label: 'users.title', icon: UsersRound, isOpen: (may) => may('users', 'list') },
    ],
  },
  {
    label: 'app.menu.access',
    items: [
      { to: '/roles', label: 'roles.title', icon: ShieldCheck, isOpen: (may) => may('roles', 'list') },
      {
        to: '/permissions',
        label: 'permissions.title',
        icon: KeyRound,
        isOpen: (may) => may('permissions', 'list'),
      },
      {
        to: '/matrix',
        label: 'matrix.title',
        icon: Table2,
        isOpen: (may) => may('roles', 'grants'),
      },
    ],
  },
  {
    label: 'app.menu.classification',
    items: [
      {
        to: '/taxonomies',
        label: 'taxonomies.title',
        icon: Network,
        isOpen: (may) => may('taxonomies', 'list') || may('taxonomy-types', 'list'),
      },
    ],
  },
  {
    label: 'app.menu.more',
    items: [
      {
        to: '/trash',
        label: 'trash.title',
        icon: Trash2,
        isOpen: (may) => RESTORED.some((subject) => may(subject, 'restore') && may(subject, 'list')),
      },
    ],
  },
]
