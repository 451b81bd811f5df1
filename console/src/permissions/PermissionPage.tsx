import { Typography } from '@mui/material'
import { Table2 } from 'lucide-react'
import { useGetOne, useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { useMayReadHistory } from '../features/entries/entry.ts'
import { History } from '../features/entries/History.tsx'
import { StatusChip } from '../features/status/StatusChip.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PendingRecord } from '../ui/PendingRecord.tsx'
import { type RecordTab, RecordTabs, useTab } from '../ui/RecordTabs.tsx'
import { Details } from './Details.tsx'
import { Holders } from './Holders.tsx'
import type { Permission } from './permission.ts'
import { Roles } from './Roles.tsx'

export const PermissionPage = () => {
  const translate = useTranslate()
  const { id = '' } = useParams()
  const query = useGetOne<Permission>('permissions', { id: Number(id) })
  if (query.data) return <Shown permission={query.data} />
  const crumbs = [{ to: '/permissions', label: translate('permissions.title') }]
  return <PendingRecord title={translate('permissions.one')} crumbs={crumbs} query={query} />
}

const Shown = ({ permission }: { permission: Permission }) => {
  const translate = useTranslate()
  const may = useMay()
  const { id, name, slug, details, is_active } = permission
  const hasHistory = useMayReadHistory()('permissions', id)
  const all: (RecordTab & { isOpen: boolean })[] = [
    { path: '', label: translate('permissions.tabs.holders'), isOpen: may('permissions', 'users.read') },
    {
      path: 'roles',
      label: translate('permissions.tabs.roles', { count: permission.count_roles }),
      isOpen: may('permissions', 'roles.read'),
    },
    { path: 'details', label: translate('permissions.tabs.details'), isOpen: true },
    { path: 'history', label: translate('entries.history.title'), isOpen: hasHistory },
  ]
  const tabs = all.filter(({ isOpen }) => isOpen)
  const tab = useTab(tabs)?.path
  return (
    <>
      <PageHeader
        title={name}
        subtitle={details ?? <code>{slug}</code>}
        badge={<StatusChip status={is_active ? 'active' : 'inactive'} />}
        crumbs={[{ to: '/permissions', label: translate('permissions.title') }]}
        actions={
          may('roles', 'grants') && (
            <CommandButton icon={Table2} component={Link} to={`/matrix?q=${slug}`} variant="outlined">
              {translate('permissions.in_matrix')}
            </CommandButton>
          )
        }
      />
      <RecordTabs root={`/permissions/${id}`} tabs={tabs} current={tab} />
      {!is_active && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          {translate('permissions.inactive')}
        </Typography>
      )}
      {tab === '' && <Holders key={permission.id} permission={permission} />}
      {tab === 'roles' && <Roles key={permission.id} permission={permission} />}
      {tab === 'details' && <Details permission={permission} />}
      {tab === 'history' && <History key={id} kind="permissions" id={id} />}
    </>
  )
}
