import { Box, Button, IconButton, Link, Stack, Tooltip, Typography } from '@mui/material'
import { Copy, Plus, Scale, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { ListBase, useListContext, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { ViewOnly } from '../features/grants/ViewOnly.tsx'
import { StatusChip } from '../features/status/StatusChip.tsx'
import { useFormatLocale } from '../i18n/format.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { useChosenColumns } from '../ui/list/ColumnMenu.tsx'
import type { Column } from '../ui/list/column.ts'
import { ListFrame } from '../ui/list/ListFrame.tsx'
import { ListTable } from '../ui/list/ListTable.tsx'
import { SavedFilters } from '../ui/list/SavedFilters.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { When } from '../ui/When.tsx'
import { DuplicateRole } from './DuplicateRole.tsx'
import type { Role } from './role.ts'

const PER_PAGE = 25

export const RoleList = () => (
  <ListBase
    sort={{ field: 'name', order: 'ASC' }}
    perPage={PER_PAGE}
    storeKey={false}
    queryOptions={{ onError: () => undefined }}
  >
    <Listed />
  </ListBase>
)

const NewRole = () => {
  const translate = useTranslate()
  return (
    <CommandButton
      icon={Plus}
      command="roles.create"
      component={RouterLink}
      to="/roles/create"
      variant="contained"
    >
      {translate('roles.create')}
    </CommandButton>
  )
}

const PageActions = () => {
  const translate = useTranslate()
  const may = useMay()
  return (
    <>
      <ViewOnly subject="roles" />
      {may('roles', 'grants') && (
        <CommandButton icon={Scale} component={RouterLink} to="/roles/compare" variant="outlined">
          {translate('roles.compare.button')}
        </CommandButton>
      )}
      {may('roles', 'create') && <NewRole />}
    </>
  )
}

const Name = ({ role: { id, name, details } }: { role: Role }) => (
  <Box sx={{ minWidth: 0, flex: 1 }}>
    <Link component={RouterLink} to={`/roles/${id}`} color="textPrimary" sx={{ fontWeight: 550 }}>
      {name}
    </Link>
    {details && (
      <Typography variant="caption" color="textSecondary" component="div" noWrap>
        {details}
      </Typography>
    )}
  </Box>
)

const State = ({ role: { is_active } }: { role: Role }) => (
  <StatusChip status={is_active ? 'active' : 'inactive'} />
)

function useColumns(): Column<Role>[] {
  const translate = useTranslate()
  const locale = useFormatLocale()
  return [
    {
      id: 'name',
      label: 'roles.name',
      sort: 'name',
      render: (role) => <Name role={role} />,
    },
    {
      id: 'type',
      label: 'roles.type',
      sort: 'type',
      from: 'md',
      render: ({ type }) => translate(`roles.types.${type}`),
    },
    {
      id: 'is_active',
      label: 'roles.state',
      sort: 'is_active',
      render: (role) => <State role={role} />,
    },
    {
      id: 'count_users',
      label: 'roles.users',
      sort: 'count_users',
      align: 'right',
      render: ({ count_users }) => count_users.toLocaleString(locale),
    },
    {
      id: 'count_permissions',
      label: 'roles.permissions',
      align: 'right',
      from: 'sm',
      render: ({ count_permissions }) => count_permissions.toLocaleString(locale),
    },
    {
      id: 'updated_at',
      label: 'roles.updated',
      sort: 'updated_at',
      from: 'lg',
      render: ({ updated_at }) => <When at={updated_at} />,
    },
  ]
}

const Listed = () => {
  const translate = useTranslate()
  const may = useMay()
  const mayCreate = may('roles', 'create')
  const { columns, menu } = useChosenColumns('roles', useColumns())
  const { filterValues, setFilters } = useListContext<Role>()
  const isFiltered = Object.keys(filterValues).length > 0
  const set = (name: string, value: unknown) => {
    const { [name]: _former, ...others } = filterValues
    setFilters(value === '' ? others : { ...others, [name]: value })
  }
  return (
    <>
      <PageHeader
        title={translate('roles.title')}
        subtitle={translate('roles.lead')}
        actions={<PageActions />}
      />
      <ListFrame
        toolbar={
          <>
            <SearchInput
              label={translate('roles.search')}
              value={filterValues.q ?? ''}
              onChange={(q) => set('q', q)}
            />
            <FilterSelect
              label={translate('roles.type')}
              value={filterValues.type ?? ''}
              onChange={(type) => set('type', type)}
              options={['backend', 'frontend'].map((type) => [type, translate(`roles.types.${type}`)])}
            />
            <FilterSelect
              label={translate('roles.state')}
              value={filterValues.is_active === undefined ? '' : String(filterValues.is_active)}
              onChange={(state) => set('is_active', state)}
              options={[
                ['true', translate('status.active')],
                ['false', translate('status.inactive')],
              ]}
            />
            <SavedFilters />
            {menu}
          </>
        }
        empty={
          <EmptyState
            icon={ShieldCheck}
            title={translate(isFiltered ? 'roles.none_found' : 'roles.none')}
            action={
              isFiltered ? (
                <Button variant="outlined" onClick={() => setFilters({})}>
                  {translate('roles.clear')}
                </Button>
              ) : (
                mayCreate && <NewRole />
              )
            }
          >
            {translate(isFiltered ? 'roles.none_found_text' : 'roles.none_text')}
          </EmptyState>
        }
      >
        <ListTable
          label={translate('roles.title')}
          columns={columns}
          actions={may('roles', 'duplicate') ? (role) => <Duplicate role={role} /> : undefined}
          compact={(role) => (
            <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
              <Name role={role} />
              <State role={role} />
            </Stack>
          )}
        />
      </ListFrame>
    </>
  )
}

const Duplicate = ({ role }: { role: Role }) => {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const label = translate('roles.duplicate.one', { name: role.name })
  return (
    <>
      <Tooltip title={label}>
        <IconButton aria-label={label} onClick={() => setOpen(true)}>
          <Copy size={16} />
        </IconButton>
      </Tooltip>
      {isOpen && <DuplicateRole role={role} onClose={() => setOpen(false)} />}
    </>
  )
}
