import { Box, Button, Link, Stack } from '@mui/material'
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

/** Whoever is invited may have no name yet. */
const nameOf = ({ name, email, username }: Registration) => name || (email ?? username)

const pathOf = ({ id }: Registration) => `/registrations/${id}`

const Person = ({ record }: { record: Registration }) => (
  <NameCell to={pathOf(record)} name={nameOf(record)} detail={record.email ?? record.username} />
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

/** An icon on a phone, which needs the room for the name. */
const DECISION = { minWidth: 44, '& .MuiButton-startIcon': { mx: { xs: 0 }, mr: { sm: 0.75 } } }

export const RegistrationTable = ({ columns, isSelectable, onApprove, onReject, isBusy }: Props) => {
  const translate = useTranslate()
  return (
    <ListTable
      label={translate('registrations.title')}
      columns={columns}
      pathOf={pathOf}
      nameToSelect={isSelectable ? nameOf : undefined}
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
              aria-label={translate('registrations.approve_name', { name: nameOf(record) })}
              sx={DECISION}
            >
              <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
                {translate('registrations.approve')}
              </Box>
            </Button>
          )}
          {onReject && isPendingApproval(record) && (
            <Button
              startIcon={<X size={15} />}
              disabled={isBusy}
              onClick={() => onReject(record)}
              aria-label={translate('registrations.reject_name', { name: nameOf(record) })}
              sx={DECISION}
            >
              <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
                {translate('registrations.reject')}
              </Box>
            </Button>
          )}
        </Stack>
      )}
    />
  )
}
