import { Box, Button, Link } from '@mui/material'
import { ShieldCheck } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useFormatLocale } from '../i18n/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { type Column, PagedTable } from '../ui/PagedTable.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { StatusChip } from '../ui/StatusChip.tsx'
import { usePagedRelation } from '../ui/usePagedRelation.ts'
import { When } from '../ui/When.tsx'
import type { Permission, Role } from './permission.ts'

/** The roles that grant the permission. */
export const Roles = ({ permission }: { permission: Permission }) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const { q, search, table } = usePagedRelation<Role>('roles', {
    target: 'permissions',
    id: permission.id,
    sort: { field: 'name', order: 'ASC' },
  })
  const columns: Column<Role>[] = [
    {
      id: 'name',
      label: translate('permissions.role'),
      cell: ({ id, name }) => (
        <Link component={RouterLink} to={`/roles/${id}`} color="textPrimary" sx={{ fontWeight: 550 }}>
          {name}
        </Link>
      ),
    },
    {
      id: 'is_active',
      label: translate('permissions.state'),
      cell: ({ is_active, pivot }) => (
        <StatusChip status={is_active && pivot?.is_active !== false ? 'active' : 'inactive'} />
      ),
    },
    {
      id: 'since',
      label: translate('permissions.given_since'),
      from: 'sm',
      cell: ({ pivot }) => <When at={pivot?.created_at} absolute />,
    },
    {
      id: 'count_users',
      label: translate('permissions.users'),
      isNumeric: true,
      cell: ({ count_users }) => count_users.toLocaleString(locale),
    },
  ]
  return (
    <>
      <Box sx={{ mb: 1.5 }}>
        <SearchInput label={translate('permissions.search_roles')} value={q} onChange={search} />
      </Box>
      <PagedTable
        label={translate('permissions.roles')}
        columns={columns}
        {...table}
        empty={
          <EmptyState
            icon={ShieldCheck}
            title={translate(q === '' ? 'permissions.no_role' : 'permissions.no_role_found')}
            action={q !== '' && <Button onClick={() => search('')}>{translate('permissions.clear')}</Button>}
          >
            {translate('permissions.no_role_text')}
          </EmptyState>
        }
      />
    </>
  )
}
