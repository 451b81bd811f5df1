import { Button } from '@mui/material'
import { Check, Inbox, X } from 'lucide-react'
import { ListBase, useListContext, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useChosenColumns } from '../ui/list/ColumnMenu.tsx'
import { ListFrame } from '../ui/list/ListFrame.tsx'
import { SavedFilters } from '../ui/list/SavedFilters.tsx'
import { useSelected } from '../ui/list/useSelected.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { isPendingApproval, type Registration } from './approval.ts'
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
        subtitle={waiting ? translate('registrations.waiting', { smart_count: waiting }) : '\u00a0'}
      />
      <Queue />
    </ListBase>
  )
}

const Queue = () => {
  const translate = useTranslate()
  const may = useMay()
  const { selectedIds, filterValues, setFilters, onUnselectItems } = useListContext<Registration>()
  const approval = useApproval()
  const rejection = useRejection(onUnselectItems)
  const canApprove = may('registrations', 'create-user')
  const canReject = may('registrations', 'delete')
  const selected = useSelected<Registration>().filter(isPendingApproval)
  const { q = '', ...state } = filterValues
  const isFiltered = q !== '' || JSON.stringify(state) !== JSON.stringify(PENDING)
  const { columns, menu } = useChosenColumns('registrations', COLUMNS)
  const approveSelected = () => {
    approval.approve(selected)
    onUnselectItems()
  }
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
        bulk={
          <>
            {canApprove && (
              <CommandButton
                variant="contained"
                icon={Check}
                onClick={approveSelected}
                disabled={selected.length === 0}
                loading={approval.isBusy}
              >
                {translate('registrations.approve_many', { smart_count: selected.length })}
              </CommandButton>
            )}
            {canReject && (
              <CommandButton
                variant="outlined"
                icon={X}
                onClick={() => rejection.trash(selectedIds)}
                loading={rejection.busy}
              >
                {translate('registrations.reject_many', { smart_count: selectedIds.length })}
              </CommandButton>
            )}
          </>
        }
        empty={<NobodyWaits />}
        isFiltered={isFiltered}
        onClear={() => setFilters({})}
      >
        <RegistrationTable
          columns={columns}
          isSelectable={canApprove || canReject}
          onApprove={canApprove ? (record) => approval.approve([record]) : undefined}
          onReject={canReject ? (record) => rejection.trash([record.id]) : undefined}
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
