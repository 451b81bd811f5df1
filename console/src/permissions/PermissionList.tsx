import { Button, Link, Stack, Typography } from '@mui/material'
import { KeyRound } from 'lucide-react'
import { ListBase, useListContext, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { StatusChip } from '../features/status/StatusChip.tsx'
import { useFormatLocale } from '../i18n/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useChosenColumns } from '../ui/list/ColumnMenu.tsx'
import type { Column } from '../ui/list/column.ts'
import { ListFrame } from '../ui/list/ListFrame.tsx'
import { ListTable } from '../ui/list/ListTable.tsx'
import { SavedFilters } from '../ui/list/SavedFilters.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Filters } from './Filters.tsx'
import { Help } from './Help.tsx'
import type { Permission } from './permission.ts'

const PER_PAGE = 50

/** The API sorts by several attributes; the last one sets the direction. */
const SORT = { field: 'module,section,slug', order: 'ASC' } as const

export const PermissionList = () => (
  <ListBase storeKey={false} sort={SORT} perPage={PER_PAGE} queryOptions={{ onError: () => undefined }}>
    <Listed />
  </ListBase>
)

function useColumns(): Column<Permission>[] {
  const locale = useFormatLocale()
  return [
    {
      id: 'name',
      label: 'permissions.name',
      render: ({ id, name, slug }) => (
        <>
          <Link component={RouterLink} to={`/permissions/${id}`} color="textPrimary" sx={{ fontWeight: 550 }}>
            {name}
          </Link>
          <Typography variant="caption" color="textSecondary" component="div">
            <code>{slug}</code>
          </Typography>
        </>
      ),
    },
    {
      id: 'details',
      label: 'permissions.details',
      from: 'lg',
      render: ({ details }) => (
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: 420 }}>
          {details}
        </Typography>
      ),
    },
    {
      id: 'is_active',
      label: 'permissions.state',
      from: 'sm',
      render: ({ is_active }) => <StatusChip status={is_active ? 'active' : 'inactive'} />,
    },
    {
      id: 'count_roles',
      label: 'permissions.roles',
      align: 'right',
      render: ({ count_roles }) => count_roles.toLocaleString(locale),
    },
    {
      id: 'count_users',
      label: 'permissions.users',
      align: 'right',
      render: ({ count_users }) => count_users.toLocaleString(locale),
    },
  ]
}

const Listed = () => {
  const translate = useTranslate()
  const { columns, menu } = useChosenColumns('permissions', useColumns())
  const { filterValues, setFilters } = useListContext<Permission>()
  const isFiltered = Object.keys(filterValues).length > 0
  return (
    <>
      <PageHeader
        title={translate('permissions.title')}
        subtitle={translate('permissions.lead')}
        actions={<Help />}
      />
      <ListFrame
        toolbar={
          <>
            <Filters values={filterValues} onChange={setFilters} />
            <SavedFilters />
            {menu}
          </>
        }
        empty={
          <EmptyState
            icon={KeyRound}
            title={translate(isFiltered ? 'permissions.none_found' : 'permissions.none')}
            action={
              isFiltered && (
                <Button variant="outlined" onClick={() => setFilters({})}>
                  {translate('permissions.clear')}
                </Button>
              )
            }
          >
            <Stack sx={{ gap: 1 }}>
              {isFiltered && <span>{translate('permissions.none_found_text')}</span>}
              <span>{translate('permissions.declared')}</span>
            </Stack>
          </EmptyState>
        }
      >
        <ListTable
          label={translate('permissions.title')}
          columns={columns}
          groupOf={({ module, section }) => [module, section].filter(Boolean).join(' › ')}
        />
      </ListFrame>
    </>
  )
}
