import { Stack, Typography } from '@mui/material'
import { ListContextProvider, useList, useTranslate } from 'react-admin'
import type { Column } from '../../ui/list/column.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { useFieldLabel } from './Columns.tsx'
import type { RowFault } from './mapping.ts'
import type { Table } from './readFile.ts'

interface ListedFault {
  id: number
  line: number
  field: string
  message: string
}

interface Props {
  table: Table
  /** In the order of the rows. */
  faults: readonly RowFault[]
}

/** Why rows are left out, each with its line in the file. */
export const Faults = ({ table, faults }: Props) => {
  const translate = useTranslate()
  const labelOf = useFieldLabel()
  const data = faults.map(({ row, field, message }, id) => ({
    id,
    line: table.rows[row]?.line ?? 0,
    field: field === '' ? '' : labelOf(field),
    message,
  }))
  const list = useList<ListedFault>({ data, perPage: 25 })
  const columns: Column<ListedFault>[] = [
    { id: 'line', label: 'users.import.faults.line', render: ({ line }) => line },
    { id: 'field', label: 'users.import.faults.field', render: ({ field }) => field },
    { id: 'message', label: 'users.import.faults.message', render: ({ message }) => message },
  ]
  return (
    <ListContextProvider value={list}>
      <ListFrame empty={null}>
        <ListTable<ListedFault>
          label={translate('users.import.faults.title')}
          columns={columns}
          compact={({ line, field, message }) => (
            <Stack>
              <Typography variant="body2" sx={{ fontWeight: 550 }}>
                {[translate('users.import.faults.on_line', { line }), field].filter(Boolean).join(' · ')}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {message}
              </Typography>
            </Stack>
          )}
        />
      </ListFrame>
    </ListContextProvider>
  )
}
