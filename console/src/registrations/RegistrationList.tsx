import { Button } from '@mui/material'
import { Inbox } from 'lucide-react'
import { ListBase, useListContext, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { ViewOnly } from '../features/grants/ViewOnly.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useChosenColumns } from '../ui/list/ColumnMenu.tsx'
import { ListFrame } from '../ui/list/ListFrame.tsx'
import { SavedFilters } from '../ui/list/SavedFilters.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import type { Registration } from './approval.ts'
import { ManyActions } from './ManyActions.tsx'
import { COLUMNS, RegistrationTable } from './RegistrationTable.tsx'
import { PENDING, RegistrationTabs, stateOf, usePendingCount } from './RegistrationTabs.tsx'
import { useApproval } from './useApproval.tsx'
import { useRejection } from './useRejection.ts'

const OLDEST_FIRST = { field: 'id', order: 'ASC' } as const

/** The queue of pending registrations, oldest first. */
export const RegistrationList = () => {
  const translate = useTranslate()
  const waiting = usePendingCount()
  return (
    <ListBase
      resource="registrations"
      sort={OLDEST_FIRST}
      perPage={25}
      filterDefaultValues={PENDING}
      exporter={false}
      storeKey={false}
      queryOptions={{ onError: () => undefined }}
    >
      <PageHeader
        title={translate('registrations.title')}
        actions={<ViewOnly subject="registrations" />}
        subtitle={waiting ? translate('registrations.waiting', { smart_count: waiting }) : '\u00a0'}
      />
      <Queue />
    </ListBase>
  )
}

const Queue = () => {
  const translate = useTranslate()
  const may = useMay()
  const { filterValues, setFilters } = useListContext<Registration>()
  const approval = useApproval()
  const rejection = useRejection()
  const canApprove = may('registrations', 'create-user')
  const canReject = may('registrations', 'delete')
  const { q = '', ...state } = filterValues
  const isFiltered = q !== '' || JSON.stringify(state) !== JSON.stringify(PENDING)
  const { columns, menu } = useChosenColumns('registrations', COLUMNS, undefined, 'md')
  return (
    <>
      <ListFrame
        tabs={<RegistrationTabs />}
        tab={stateOf(filterValues)}
        toolbar={
          <>
            <SearchInput
              label={translate('registrations.search')}
              value={q}
              onChange={(text) => setFilters({ ...state, ...(text !== '' && { q: text }) })}
            />
            <SavedFilters isFiltered={isFiltered} />
            {menu}
          </>
        }
        bulk={<ManyActions />}
        canSelectAll
        empty={<NobodyWaits />}
        isFiltered={isFiltered}
        onClear={() => setFilters({})}
      >
        <RegistrationTable
          columns={columns}
          isSelectable={canApprove || canReject}
          onApprove={canApprove ? approval.approve : undefined}
          onReject={canReject ? (record) => rejection.trash([record.id], record.name) : undefined}
          isBusy={approval.isBusy || rejection.busy}
        />
      </ListFrame>
      {approval.dialog}
      {rejection.dialog}
    </>
  )
}

const NobodyWaits = () => {
  const translate = useTranslate()
  const may = useMay()
  return (
    <EmptyState
      icon={Inbox}
      title={translate('registrations.empty.title')}
      action={
        may('users', 'list') && (
          <Button component={Link} to="/users" variant="outlined">
            {translate('registrations.empty.users')}
          </Button>
        )
      }
    >
      {translate('registrations.empty.text')}
    </EmptyState>
  )
}
