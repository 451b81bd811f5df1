import { Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { DraftBar } from '../features/grants/DraftBar.tsx'
import { type Grants, grantsQuery, holdingsOf } from '../features/grants/grants.ts'
import { useLocks } from '../features/grants/locks.ts'
import { useDraft } from '../features/grants/useDraft.ts'
import { RetryQuery } from '../ui/Retry.tsx'
import { PermissionGroups } from './PermissionGroups.tsx'
import type { Role } from './role.ts'

export const RolePermissions = ({ role }: { role: Role }) => {
  const translate = useTranslate()
  const query = useQuery(grantsQuery([role.id]))
  const { data, error } = query
  // The query may still hold another role's data.
  if (data?.roles[0]?.id === role.id) return <Editor grants={data} />
  if (error) return <RetryQuery query={query} />
  return <Skeleton variant="rounded" height={320} aria-label={translate('ra.page.loading')} />
}

const Editor = ({ grants }: { grants: Grants }) => {
  const holdings = useMemo(() => holdingsOf(grants), [grants])
  const locks = useLocks(grants, holdings)
  const draft = useDraft(holdings)
  const [role] = grants.roles
  if (!role) return null
  return (
    <>
      <PermissionGroups role={role} permissions={grants.permissions} draft={draft} locks={locks} />
      <DraftBar draft={draft} />
    </>
  )
}
