import { Button, IconButton, Stack, Tooltip, Typography } from '@mui/material'
import { RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DataProviderContext, ListBase, useListContext, useTranslate } from 'react-admin'
import { useMay } from '../api/me.ts'
import { hasBulk } from '../features/bulk/selection.ts'
import { PersonCell } from '../features/people/PersonCell.tsx'
import { DayInput } from '../ui/DayInput.tsx'
import { dayOf, endOfDay, startOfDay } from '../ui/days.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { Column } from '../ui/list/column.ts'
import { ListFrame } from '../ui/list/ListFrame.tsx'
import { ListTable } from '../ui/list/ListTable.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { When } from '../ui/When.tsx'
import { DestroyDialog } from './DestroyDialog.tsx'
import { detailOf, type Kind, type Trashed } from './kinds.ts'
import { trashProvider } from './provider.ts'
import { RestoreMany } from './RestoreMany.tsx'
import { useRestore } from './useRestore.tsx'

const LAST_DELETED_FIRST = { field: 'deleted_at', order: 'DESC' } as const
const TRASHED = { trashed: 'only' }

/** The filter of the list, as its address has it. Moments, which are the same in each time zone, stand for the days. */
interface TrashFilter {
  q?: string | undefined
  deleted_at_gte?: string | undefined
  deleted_at_lte?: string | undefined
}

const FILTERS = ['q', 'deleted_at_gte', 'deleted_at_lte'] as const

const byWhom = ({ deleted_by_user: by }: Trashed) => by?.name ?? by?.first_name ?? '–'

/** Users with their initials, other records with their name only. */
const Name = ({ record }: { record: Trashed }) =>
  'username' in record ? (
    <PersonCell name={record.name} detail={detailOf(record)} />
  ) : (
    <>
      <Typography variant="body2" noWrap sx={{ fontWeight: 550 }}>
        {record.name}
      </Typography>
      <Typography variant="caption" color="textSecondary" noWrap component="div">
        {detailOf(record)}
      </Typography>
    </>
  )

const COLUMNS: Column<Trashed>[] = [
  {
    id: 'name',
    label: 'trash.fields.name',
    sort: 'name',
    render: (record) => <Name record={record} />,
  },
  {
    id: 'deleted_at',
    label: 'trash.fields.deleted_at',
    sort: 'deleted_at',
    render: ({ deleted_at }) => <When at={deleted_at} />,
  },
  { id: 'deleted_by', label: 'trash.fields.deleted_by', render: byWhom },
]

interface Props {
  kind: Kind
  tabs: ReactNode
}

export const TrashList = (props: Props) => {
  const may = useMay()
  const withWhom = may(props.kind, 'deleted_by.read')
  return (
    <DataProviderContext.Provider value={trashProvider}>
      <ListBase
        resource={props.kind}
        filter={TRASHED}
        sort={LAST_DELETED_FIRST}
        perPage={25}
        exporter={false}
        storeKey={false}
        queryOptions={{
          onError: () => undefined,
          ...(withWhom && { meta: { include: ['deleted_by'] } }),
        }}
      >
        <Records {...props} />
      </ListBase>
    </DataProviderContext.Provider>
  )
}

const Records = ({ kind, tabs }: Props) => {
  const translate = useTranslate()
  const may = useMay()
  const [doomed, setDoomed] = useState<Trashed>()
  const { filterValues, setFilters } = useListContext<Trashed>()
  const { restore, busy, dialog } = useRestore(kind)
  const canDestroy = may(kind, 'destroy')
  const filter = filterValues as TrashFilter
  const set = (changes: TrashFilter) => {
    const { q, ...days } = { ...filter, ...changes }
    setFilters({ ...days, ...(q && { q }) })
  }
  return (
    <>
      <ListFrame
        tabs={tabs}
        tab={kind}
        toolbar={
          <>
            <SearchInput
              label={translate('trash.search')}
              value={filter.q ?? ''}
              onChange={(q) => set({ q })}
            />
            <Stack direction="row" sx={{ gap: 1 }}>
              <DayInput
                label={translate('trash.from')}
                value={dayOf(filter.deleted_at_gte)}
                onChange={(day) => set({ deleted_at_gte: startOfDay(day) })}
              />
              <DayInput
                label={translate('trash.to')}
                value={dayOf(filter.deleted_at_lte)}
                onChange={(day) => set({ deleted_at_lte: endOfDay(day) ?? undefined })}
              />
            </Stack>
          </>
        }
        bulk={<RestoreMany kind={kind} restore={restore} busy={busy} />}
        canSelectAll={hasBulk(kind) && may(kind, 'bulk-restore')}
        empty={
          <EmptyState icon={Trash2} title={translate('trash.empty.title')}>
            {translate('trash.empty.text')}
          </EmptyState>
        }
        isFiltered={FILTERS.some((name) => filter[name] !== undefined)}
        onClear={() => setFilters({})}
      >
        <ListTable<Trashed>
          label={translate('trash.title')}
          columns={COLUMNS}
          nameToSelect={({ name }) => name}
          compactBelow="md"
          compact={(record) => (
            <>
              <Name record={record} />
              <Typography variant="caption" color="textSecondary">
                <When at={record.deleted_at} />
              </Typography>
            </>
          )}
          actions={(record) => (
            <Buttons
              name={record.name}
              busy={busy}
              onRestore={() => restore([record])}
              onDestroy={canDestroy ? () => setDoomed(record) : undefined}
            />
          )}
        />
      </ListFrame>
      {dialog}
      {doomed && <DestroyDialog kind={kind} record={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}

interface ButtonsProps {
  name: string
  busy: boolean
  onRestore: () => void
  onDestroy: (() => void) | undefined
}

const Buttons = ({ name, busy, onRestore, onDestroy }: ButtonsProps) => {
  const translate = useTranslate()
  return (
    <Stack direction="row" component="span" sx={{ gap: 0.5, justifyContent: 'flex-end' }}>
      <Button
        variant="outlined"
        startIcon={<RotateCcw size={15} />}
        disabled={busy}
        onClick={onRestore}
        aria-label={translate('trash.restore_name', { name })}
      >
        {translate('trash.restore')}
      </Button>
      {onDestroy && (
        <Tooltip title={translate('trash.destroy.action')}>
          <IconButton onClick={onDestroy} aria-label={translate('trash.destroy.name', { name })}>
            <Trash2 size={16} />
          </IconButton>
        </Tooltip>
      )}
    </Stack>
  )
}
