import { Box, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { ListContextProvider, useList, useTranslate } from 'react-admin'
import type { Column } from '../../ui/list/column.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { useFieldLabel } from './Columns.tsx'
import { type RowFault, userOf } from './mapping.ts'
import type { OpenFile } from './useFile.ts'

interface ListedFault {
  id: number
  line: number
  /** Name and email of the row, as far as it has them. */
  who: string
  field: string
  value: string
  message: string
}

interface Props {
  file: OpenFile
  /** In the order of the rows. */
  faults: readonly RowFault[]
}

/** Why rows are left out, each with its line in the file and the value that it is about. */
export const Faults = ({ file: { table, mapping }, faults }: Props) => {
  const translate = useTranslate()
  const labelOf = useFieldLabel()
  const data = faults.map(({ row, field, message }, id) => {
    const { line = 0, cells = [] } = table.rows[row] ?? {}
    const user: Partial<Record<string, unknown>> = userOf({ line, cells }, mapping)
    const hasValue = field !== '' && field !== 'password'
    return {
      id,
      line,
      who: [user.first_name, user.last_name, user.email].filter(Boolean).join(' '),
      field: field === '' ? '' : labelOf(field),
      value: hasValue ? String(user[field] ?? `(${translate('users.import.faults.empty')})`) : '',
      message,
    }
  })
  const list = useList<ListedFault>({ data, perPage: 25 })
  const columns: Column<ListedFault>[] = [
    { id: 'line', label: 'users.import.faults.line', render: ({ line }) => line },
    { id: 'who', label: 'users.import.faults.row', render: ({ who }) => <Broken>{who}</Broken> },
    { id: 'field', label: 'users.import.faults.field', render: ({ field }) => field },
    { id: 'value', label: 'users.import.faults.value', render: ({ value }) => <Broken>{value}</Broken> },
    { id: 'message', label: 'users.import.faults.message', render: ({ message }) => message },
  ]
  return (
    <ListContextProvider value={list}>
      <ListFrame empty={null}>
        <ListTable<ListedFault>
          label={translate('users.import.faults.title')}
          columns={columns}
          compact={({ line, who, field, value, message }) => (
            <Stack>
              <Typography variant="body2" sx={{ fontWeight: 550 }}>
                {[translate('users.import.faults.on_line', { line }), field].filter(Boolean).join(' · ')}
              </Typography>
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {[who, value, message].filter(Boolean).join(' · ')}
              </Typography>
            </Stack>
          )}
        />
      </ListFrame>
    </ListContextProvider>
  )
}

/** Values of the file may be long, without a space. */
const Broken = ({ children }: { children: ReactNode }) => (
  <Box sx={{ overflowWrap: 'anywhere' }}>{children}</Box>
)
