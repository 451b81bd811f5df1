import { Button, Link } from '@mui/material'
import { ShieldCheck } from 'lucide-react'
import { ListContextProvider, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { usePagedRelation } from '../features/relations/usePagedRelation.ts'
import { LinkStatusChip } from '../features/status/StatusChip.tsx'
import { useFormatLocale } from '../i18n/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { Column } from '../ui/list/column.ts'
import { ListFrame } from '../ui/list/ListFrame.tsx'
import { ListTable } from '../ui/list/ListTable.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { When } from '../ui/When.tsx'
import type { Permission, Role } from './permission.ts'

/** The roles that grant the permission. */
export const Roles = ({ permission }: { permission: Permission }) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const { q, search, list } = usePagedRelation<Role>({
    relation: 'roles',
    target: 'permissions',
    id: permission.id,
    sort: { field: 'name', order: 'ASC' },
  })
  const columns: Column<Role>[] = [
    {
      id: 'name',
      label: 'permissions.role',
      render: ({ id, name }) => (
        <Link component={RouterLink} to={`/roles/${id}`} color="textPrimary" sx={{ fontWeight: 550 }}>
          {name}
        </Link>
      ),
    },
    {
      id: 'is_active',
      label: 'permissions.state',
      render: (role) => <LinkStatusChip record={role} />,
    },
    {
      id: 'since',
      label: 'permissions.given_since',
      from: 'sm',
      render: ({ pivot }) => <When at={pivot?.created_at} absolute />,
    },
    {
      id: 'count_users',
      label: 'permissions.users',
      align: 'right',
      render: ({ count_users }) => count_users.toLocaleString(locale),
    },
  ]
  return (
    <ListContextProvider value={list}>
      <ListFrame
        toolbar={<SearchInput label={translate('permissions.search_roles')} value={q} onChange={search} />}
        empty={
          <EmptyState
            icon={ShieldCheck}
            title={translate(q === '' ? 'permissions.no_role' : 'permissions.no_role_found')}
            action={q !== '' && <Button onClick={() => search('')}>{translate('permissions.clear')}</Button>}
          >
            {translate('permissions.no_role_text')}
          </EmptyState>
        }
      >
        <ListTable label={translate('permissions.roles')} columns={columns} />
      </ListFrame>
    </ListContextProvider>
  )
}
