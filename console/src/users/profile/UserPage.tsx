import { Alert, Stack, Tab, Tabs } from '@mui/material'
import type { Me } from '@rolecall/client'
import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon, Lock, type LucideIcon, Plus, ShieldPlus } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import { type May, useMay, useMe } from '../../api/me.ts'
import { mayReadHistory } from '../../features/entries/entry.ts'
import { History } from '../../features/entries/History.tsx'
import { StatusChip } from '../../features/status/StatusChip.tsx'
import { type Command, useCommands } from '../../ui/commands.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PendingRecord } from '../../ui/PendingRecord.tsx'
import { TabPanel, tabProps } from '../../ui/tabs.tsx'
import { setPasswordOf } from '../setPassword.ts'
import { useLockReason } from '../useLockReason.ts'
import { statusOf, type User } from '../user.ts'
import { Actions } from './Actions.tsx'
import { Classifications } from './Classifications.tsx'
import { Details } from './Details.tsx'
import { Factors } from './Factors.tsx'
import { Offboarded } from './Offboarded.tsx'
import { mayAskOfPast } from './Past.tsx'
import { Permissions } from './Permissions.tsx'
import { userQuery } from './queries.ts'
import { Roles } from './Roles.tsx'
import { Summary } from './Summary.tsx'
import { Tokens } from './Tokens.tsx'

interface TabSpec {
  id: string
  isOpen: (may: May, user: User, me: Me) => boolean
  Page: (props: { user: User }) => React.ReactNode
}

const TABS: TabSpec[] = [
  { id: 'details', isOpen: () => true, Page: Details },
  { id: 'roles', isOpen: (may, user) => may('users', 'roles.read', user), Page: Roles },
  { id: 'permissions', isOpen: (may, user) => may('users', 'permissions.read', user), Page: Permissions },
  { id: 'tokens', isOpen: (may, user) => may('users', 'tokens', user), Page: Tokens },
  {
    id: 'factors',
    // One's own are on the page of one's account.
    isOpen: (may, user, me) =>
      may('users', 'factors', user) && user.id !== me.user.id && user.deleted_at === null,
    Page: Factors,
  },
  {
    id: 'classifications',
    isOpen: (may, user) => may('users', 'taxonomies.read', user),
    Page: Classifications,
  },
  {
    id: 'history',
    isOpen: (may, user, me) => mayReadHistory(may, me, 'users', user.id),
    Page: ({ user }) => <History kind="users" id={user.id} />,
  },
]

export const UserPage = () => {
  const translate = useTranslate()
  const may = useMay()
  const me = useMe()
  const { id = '', '*': rest = '' } = useParams()
  const query = useQuery(userQuery(id))
  const { data: user } = query
  const crumbs = may('users', 'list') ? [{ to: '/users', label: translate('users.title') }] : []
  if (!user) return <PendingRecord title={translate('users.one')} crumbs={crumbs} query={query} />
  const tabs = TABS.filter(({ isOpen }) => isOpen(may, user, me))
  const tab = tabs.find((each) => each.id === rest.split('/')[0]) ?? tabs[0]
  return (
    <>
      <PageHeader
        title={user.name}
        crumbs={crumbs}
        badge={<StatusChip status={statusOf(user)} />}
        subtitle={[user.email, user.username].filter(Boolean).join(' · ')}
        actions={<Actions user={user} />}
      />
      <Summary user={user} />
      <TabCommands user={user} />
      <Tabs
        value={tab?.id}
        aria-label={translate('users.tabs.label')}
        variant="scrollable"
        scrollButtons={false}
        sx={{ mb: 2 }}
      >
        {tabs.map((each) => (
          <Tab
            key={each.id}
            {...tabProps(each.id)}
            value={each.id}
            label={translate(`users.tabs.${each.id}`)}
            component={Link}
            to={each.id === 'details' ? `/users/${id}` : `/users/${id}/${each.id}`}
          />
        ))}
      </Tabs>
      {tab && (
        <TabPanel tab={tab.id}>
          <Stack sx={{ gap: 2 }}>
            <Beyond user={user} />
            <Offboarded user={user} />
            <tab.Page key={user.id} user={user} />
          </Stack>
        </TabPanel>
      )}
    </>
  )
}

/** What the user's tabs offer, from each of them. */
const TabCommands = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const may = useMay()
  const me = useMe()
  const isSelf = me.user.id === user.id
  const beyond = useLockReason(user)
  const isOpen = user.deleted_at === null && !beyond
  const inTab = (id: string, tab: string, icon: LucideIcon): Command => ({
    id,
    label: translate(id),
    icon,
    to: `/users/${user.id}/${tab}`,
  })
  useCommands([
    ...(isOpen && !isSelf && may('users', 'update', user) ? [setPasswordOf(user.id, translate)] : []),
    ...(isOpen && may('users', 'roles.read', user) && may('users', 'roles.write', user)
      ? [inTab('users.roles.give', 'roles', ShieldPlus)]
      : []),
    ...(isOpen && may('users', 'tokens', user) && may('users', 'tokens-create', user)
      ? [inTab('users.tokens.new', 'tokens', Plus)]
      : []),
    ...(mayAskOfPast(may, me) ? [inTab('users.past.command', 'permissions', HistoryIcon)] : []),
  ])
  return null
}

/** Explains why the user cannot be changed, to callers who could change other users. */
const Beyond = ({ user }: { user: User }) => {
  const may = useMay()
  const beyond = useLockReason(user)
  const isChanged = may('users', 'update') || may('users', 'roles.write') || may('users', 'taxonomies.write')
  return (
    beyond &&
    isChanged && (
      <Alert severity="info" icon={<Lock size={16} />}>
        {beyond}
      </Alert>
    )
  )
}
