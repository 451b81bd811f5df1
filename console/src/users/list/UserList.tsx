import { Stack } from '@mui/material'
import { Upload, UserPlus, UsersRound } from 'lucide-react'
import { DataProviderContext, ListBase, useListContext, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useMay, useMe } from '../../api/me.ts'
import { ViewOnly } from '../../features/grants/ViewOnly.tsx'
import { NameCell } from '../../features/people/NameCell.tsx'
import { StatusChip } from '../../features/status/StatusChip.tsx'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useChosenColumns } from '../../ui/list/ColumnMenu.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PasteAddresses } from '../bulk/PasteAddresses.tsx'
import { statusOf, type User } from '../user.ts'
import { BulkActions } from './BulkActions.tsx'
import { columnsFor, columnsOfFile, DEFAULT_COLUMNS, ENDS, pathOf } from './columns.tsx'
import { ExportUsers } from './ExportUsers.tsx'
import { usersProvider } from './provider.ts'
import { Toolbar } from './Toolbar.tsx'

const NEWEST_FIRST = { field: 'id', order: 'DESC' } as const

export const UserList = () => {
  const may = useMay()
  const withRoles = may('users', 'roles.read') && may('roles', 'list')
  return (
    <DataProviderContext.Provider value={usersProvider}>
      <ListBase
        resource="users"
        sort={NEWEST_FIRST}
        perPage={25}
        exporter={false}
        storeKey={false}
        queryOptions={{ onError: () => undefined, ...(withRoles && { meta: { include: ['roles'] } }) }}
      >
        <Users />
      </ListBase>
    </DataProviderContext.Provider>
  )
}

const Users = () => {
  const translate = useTranslate()
  const may = useMay()
  const seesContacts = useMe().permissions.includes('can-see-users-contact-details')
  const all = columnsFor(may, seesContacts)
  const { filterValues, setFilters } = useListContext<User>()
  const ends = filterValues.ends_within === undefined ? undefined : ENDS
  const { columns, menu } = useChosenColumns('users', all, DEFAULT_COLUMNS, 'md', ends)
  const canChange = may('users', 'update') || may('users', 'delete') || may('users', 'roles.write')
  return (
    <>
      <PageHeader
        title={translate('users.title')}
        actions={
          <>
            <ViewOnly subject="users" />
            <PasteAddresses />
            <ExportUsers columns={columnsOfFile(all, columns)} />
            {may('users', 'bulk-create') && <Import />}
            {may('users', 'create') && <New />}
          </>
        }
      />
      <ListFrame
        toolbar={
          <>
            <Toolbar />
            {menu}
          </>
        }
        bulk={<BulkActions />}
        canSelectAll
        empty={<Nobody />}
        isFiltered={Object.keys(filterValues).length > 0}
        onClear={() => setFilters({})}
      >
        <ListTable<User>
          label={translate('users.title')}
          columns={columns}
          pathOf={pathOf}
          nameToSelect={canChange ? nameOf : undefined}
          compactBelow="md"
          compact={(user) => <Compact user={user} />}
        />
      </ListFrame>
    </>
  )
}

const nameOf = ({ name }: User) => name

const Compact = ({ user }: { user: User }) => (
  <Stack direction="row" sx={{ gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
    <NameCell to={pathOf(user)} name={user.name} detail={user.email ?? user.username} />
    <StatusChip status={statusOf(user)} />
  </Stack>
)

const New = () => {
  const translate = useTranslate()
  return (
    <CommandButton
      icon={UserPlus}
      command="users.new"
      component={Link}
      to="/users/create"
      variant="contained"
    >
      {translate('users.new')}
    </CommandButton>
  )
}

const Import = () => {
  const translate = useTranslate()
  return (
    <CommandButton
      icon={Upload}
      command="users.import.command"
      component={Link}
      to="/users/import"
      variant="outlined"
    >
      {translate('users.import.open')}
    </CommandButton>
  )
}

const Nobody = () => {
  const translate = useTranslate()
  const may = useMay()
  return (
    <EmptyState
      icon={UsersRound}
      title={translate('users.empty.title')}
      action={may('users', 'create') && <New />}
    >
      {translate('users.empty.text')}
    </EmptyState>
  )
}
