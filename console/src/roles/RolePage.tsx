import { Alert } from '@mui/material'
import { Lock, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useGetOne, useTranslate } from 'react-admin'
import { useParams } from 'react-router-dom'
import { useMayReadHistory } from '../features/entries/entry.ts'
import { History } from '../features/entries/History.tsx'
import { ViewOnly } from '../features/grants/ViewOnly.tsx'
import { StatusChip } from '../features/status/StatusChip.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PendingRecord } from '../ui/PendingRecord.tsx'
import { type RecordTab, RecordTabs, useTab } from '../ui/RecordTabs.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { DeleteRole } from './DeleteRole.tsx'
import { RoleActions } from './RoleActions.tsx'
import { etagIfRead, RoleDetails } from './RoleDetails.tsx'
import { RolePermissions } from './RolePermissions.tsx'
import { RoleUsers } from './RoleUsers.tsx'
import { isBuiltIn, type Role, useRoleAbilities } from './role.ts'
import { useRoleLockReason } from './useRoleLockReason.ts'

export const RolePage = () => {
  const translate = useTranslate()
  const { id = '' } = useParams()
  // Structural sharing would drop the role's ETag.
  const query = useGetOne<Role>('roles', { id: Number(id) }, { structuralSharing: false })
  const { data: role } = query
  if (role) {
    return (
      <>
        {etagIfRead(role) === undefined && <RetryQuery query={query} />}
        <Shown role={role} onReload={() => query.refetch({ throwOnError: true })} />
      </>
    )
  }
  const crumbs = [{ to: '/roles', label: translate('roles.title') }]
  return <PendingRecord title={translate('roles.one')} crumbs={crumbs} query={query} />
}

interface ShownProps {
  role: Role
  onReload: () => Promise<unknown>
}

const Shown = ({ role, onReload }: ShownProps) => {
  const translate = useTranslate()
  const abilities = useRoleAbilities(role)
  const beyond = useRoleLockReason(role)
  const hasHistory = useMayReadHistory()('roles', role.id)
  const [isDeleting, setDeleting] = useState(false)
  const tabs: RecordTab[] = [
    { path: '', label: translate('roles.tabs.details') },
    ...(abilities.readUsers
      ? [{ path: 'users', label: translate('roles.tabs.users', { count: role.count_users }) }]
      : []),
    ...(abilities.readPermissions
      ? [
          {
            path: 'permissions',
            label: translate('roles.tabs.permissions', { count: role.count_permissions }),
          },
        ]
      : []),
    ...(hasHistory ? [{ path: 'history', label: translate('entries.history.title') }] : []),
  ]
  const tab = useTab(tabs)?.path
  return (
    <>
      <PageHeader
        title={role.name}
        subtitle={role.details ?? <code>{role.slug}</code>}
        badge={<StatusChip status={role.is_active ? 'active' : 'inactive'} />}
        crumbs={[{ to: '/roles', label: translate('roles.title') }]}
        actions={
          <>
            <ViewOnly subject="role" />
            <RoleActions role={role} beyond={beyond} />
            {abilities.delete && (
              <CommandButton
                icon={Trash2}
                isGrave
                reason={beyond}
                variant="outlined"
                color="error"
                onClick={() => setDeleting(true)}
              >
                {translate('roles.delete.button')}
              </CommandButton>
            )}
          </>
        }
      />
      <RecordTabs root={`/roles/${role.id}`} tabs={tabs} current={tab} />
      {isBuiltIn(role) && (
        <Alert severity="info" icon={<Lock size={16} />} sx={{ mb: 2 }}>
          {translate('roles.built_in')}
        </Alert>
      )}
      {beyond && !isBuiltIn(role) && (abilities.update || abilities.delete || abilities.writeUsers) && (
        <Alert severity="info" icon={<Lock size={16} />} sx={{ mb: 2 }}>
          {beyond}
        </Alert>
      )}
      {tab === '' && <RoleDetails role={role} onReload={onReload} />}
      {tab === 'users' && <RoleUsers key={role.id} role={role} />}
      {tab === 'permissions' && <RolePermissions role={role} />}
      {tab === 'history' && <History key={role.id} kind="roles" id={role.id} />}
      {isDeleting && <DeleteRole role={role} onClose={() => setDeleting(false)} />}
    </>
  )
}
