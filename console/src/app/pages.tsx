import type { Me } from '@rolecall/client'
import type { LucideIcon } from 'lucide-react'
import {
  Download,
  FolderPlus,
  KeyRound,
  Mail,
  MailPlus,
  Network,
  ScrollText,
  ShieldCheck,
  ShieldPlus,
  Table2,
  Trash2,
  Upload,
  UserPlus,
  UserRoundCheck,
  UserRoundPlus,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { ResourceProps } from 'react-admin'
import type { May } from '../api/me.ts'
import { audit } from '../audit/index.tsx'
import { KINDS } from '../features/entries/kinds.ts'
import { invitations, invite } from '../invitations/index.tsx'
import { mails } from '../mails/index.tsx'
import { matrix } from '../matrix/index.tsx'
import { ownAccount } from '../own/index.tsx'
import { permissions } from '../permissions/index.tsx'
import { registrations } from '../registrations/index.tsx'
import { compareRoles, roles } from '../roles/index.tsx'
import { taxonomies, taxonomyTypes } from '../taxonomies/index.tsx'
import { trash } from '../trash/index.tsx'
import type { LazyPage } from '../ui/lazily.ts'
import { users } from '../users/index.tsx'
import { webhooks } from '../webhooks/index.tsx'
import { PendingCount } from './shell/PendingCount.tsx'

/** React-admin's pages of an API resource. */
type ResourcePages = Pick<ResourceProps, 'show' | 'edit' | 'create' | 'children' | 'recordRepresentation'> & {
  list?: LazyPage
}

/** One entry per resource. */
export const RESOURCES: Record<string, ResourcePages> = {
  registrations,
  users,
  roles,
  permissions,
  taxonomies,
  'taxonomy-types': taxonomyTypes,
  webhooks,
}

/** Pages that belong to no resource; they may have sub-paths. */
export const PAGES: Record<string, LazyPage> = {
  account: ownAccount,
  audit,
  invitations,
  'invitations/new': invite,
  mails,
  matrix,
  trash,
  'roles/compare': compareRoles,
}

/** Preloads the scripts of a page when its menu item is hovered or focused. */
export const prefetch = (path: string): void => {
  const name = path.slice(1)
  const page = RESOURCES[name]?.list ?? PAGES[name]
  page?.prefetch()
}

export interface MenuItem {
  to: string
  /** Message key of its name. */
  label: string
  icon: LucideIcon
  /** Next to the name, such as a count; the link's `aria-describedby` refers to its id. */
  badge?: ComponentType<{ id: string }>
  isOpen: (may: May, me: Me) => boolean
}

export interface MenuGroup {
  label: string
  items: MenuItem[]
}

const readsAudit = ({ permissions }: Me) => permissions.includes('can-read-audit')
const managesMail = ({ permissions }: Me) => permissions.includes('can-manage-mail')

/** A command that the palette offers on every page; the page that it leads to may run one of the same name. */
export type Action = Pick<MenuItem, 'to' | 'label' | 'icon' | 'isOpen'>

export const ACTIONS: Action[] = [
  { label: 'users.new', icon: UserPlus, to: '/users/create', isOpen: (may) => may('users', 'create') },
  {
    label: 'users.import.command',
    icon: Upload,
    to: '/users/import',
    isOpen: (may) => may('users', 'bulk-create'),
  },
  { label: 'users.export.command', icon: Download, to: '/users', isOpen: (may) => may('users', 'list') },
  {
    label: 'registrations.approve_pending',
    icon: UserRoundCheck,
    to: '/registrations',
    isOpen: (may) => may('registrations', 'list') && may('registrations', 'create-user'),
  },
  {
    label: 'invitations.new',
    icon: MailPlus,
    to: '/invitations/new',
    isOpen: (may) => may('registrations', 'invitation'),
  },
  {
    label: 'audit.export.command',
    icon: Download,
    to: '/audit',
    isOpen: (_may, me) => readsAudit(me),
  },
  { label: 'roles.create', icon: ShieldPlus, to: '/roles/create', isOpen: (may) => may('roles', 'create') },
  {
    label: 'taxonomies.types.add',
    icon: FolderPlus,
    to: '/taxonomies',
    isOpen: (may) => may('taxonomy-types', 'create') && may('taxonomy-types', 'list'),
  },
  {
    label: 'webhooks.new',
    icon: Webhook,
    to: '/webhooks/create',
    isOpen: (may) => may('webhooks', 'create'),
  },
]

/** The menu below the dashboard; the "Go to…" palette lists the same pages. */
export const MENU: MenuGroup[] = [
  {
    label: 'app.menu.people',
    items: [
      {
        to: '/registrations',
        label: 'registrations.title',
        icon: UserRoundPlus,
        badge: PendingCount,
        isOpen: (may) => may('registrations', 'list'),
      },
      {
        to: '/invitations',
        label: 'invitations.title',
        icon: MailPlus,
        isOpen: (may) => may('registrations', 'invitation'),
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
      { to: '/webhooks', label: 'webhooks.title', icon: Webhook, isOpen: (may) => may('webhooks', 'list') },
      { to: '/audit', label: 'audit.title', icon: ScrollText, isOpen: (_may, me) => readsAudit(me) },
      { to: '/mails', label: 'mails.title', icon: Mail, isOpen: (_may, me) => managesMail(me) },
      {
        to: '/trash',
        label: 'trash.title',
        icon: Trash2,
        isOpen: (may) => KINDS.some((kind) => may(kind, 'restore') && may(kind, 'list')),
      },
    ],
  },
]
