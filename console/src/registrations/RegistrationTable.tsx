import { Button, IconButton, Link, Stack, Tooltip } from '@mui/material'
import { Check, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { NameCell } from '../features/people/NameCell.tsx'
import { StatusChip } from '../features/status/StatusChip.tsx'
import type { Column } from '../ui/list/column.ts'
import { ListTable } from '../ui/list/ListTable.tsx'
import { When } from '../ui/When.tsx'
import { isPendingApproval, type Registration } from './approval.ts'

interface Props {
  columns: Column<Registration>[]
  isSelectable: boolean
  onApprove: ((record: Registration) => void) | undefined
  onReject: ((record: Registration) => void) | undefined
  isBusy: boolean
}

const pathOf = ({ id }: Registration) => `/registrations/${id}`

const Person = ({ record }: { record: Registration }) => (
  <NameCell to={pathOf(record)} name={record.name} detail={record.email ?? record.username} />
)

export const COLUMNS: Column<Registration>[] = [
  { id: 'name', label: 'people.fields.name', render: (record) => <Person record={record} /> },
  {
    id: 'status',
    label: 'registrations.fields.status',
    render: ({ status }) => <StatusChip status={status} />,
  },
  {
    id: 'created_at',
    label: 'registrations.fields.created_at',
    sort: 'id',
    render: ({ created_at }) => <When at={created_at} />,
  },
  {
    id: 'created_ip',
    label: 'registrations.fields.created_ip',
    render: ({ created_ip }) => created_ip ?? '–',
  },
  {
    id: 'user',
    label: 'registrations.fields.user',
    render: ({ user_id, name }) =>
      user_id === null ? (
        '–'
      ) : (
        <Link component={RouterLink} to={`/users/${user_id}`}>
          {name}
        </Link>
      ),
  },
]

export const RegistrationTable = ({ columns, isSelectable, onApprove, onReject, isBusy }: Props) => {
  const translate = useTranslate()
  return (
    <ListTable
      label={translate('registrations.title')}
      columns={columns}
      pathOf={pathOf}
      nameToSelect={isSelectable ? ({ name }) => name : undefined}
      compactBelow="md"
      compact={(record) => (
        <Stack sx={{ gap: 0.75, alignItems: 'flex-start' }}>
          <Person record={record} />
          <StatusChip status={record.status} />
        </Stack>
      )}
      actions={(record) => (
        <Stack direction="row" component="span" sx={{ gap: 0.5, justifyContent: 'flex-end' }}>
          {onApprove && isPendingApproval(record) && (
            <Button
              variant="outlined"
              startIcon={<Check size={15} />}
              disabled={isBusy}
              onClick={() => onApprove(record)}
              aria-label={translate('registrations.approve_name', { name: record.name })}
            >
              {translate('registrations.approve')}
            </Button>
          )}
          {onReject && isPendingApproval(record) && (
            <Tooltip title={translate('registrations.reject')}>
              <IconButton
                disabled={isBusy}
                onClick={() => onReject(record)}
                aria-label={translate('registrations.reject_name', { name: record.name })}
              >
                <X size={16} />
              </IconButton>
            </Tooltip>
          )}
        </Stack>
      )}
    />
  )
}
