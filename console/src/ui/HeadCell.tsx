import { TableCell, type TableCellProps, TableSortLabel } from '@mui/material'
import type { SortPayload } from 'react-admin'

interface Props extends Pick<TableCellProps, 'align' | 'sx'> {
  label: string
  /** The attribute to sort by, if the column is sortable. */
  field: string | undefined
  sort: SortPayload | undefined
  setSort: ((sort: SortPayload) => void) | undefined
}

/** A column header that sorts: ascending first, then descending. */
export const HeadCell = ({ label, field, sort, setSort, ...cell }: Props) => {
  const order = sort?.field === field ? sort?.order : undefined
  const direction = order === 'DESC' ? 'desc' : 'asc'
  return (
    <TableCell {...cell} sortDirection={order !== undefined && direction}>
      {field !== undefined && setSort ? (
        <TableSortLabel
          active={order !== undefined}
          direction={direction}
          onClick={() => setSort({ field, order: order === 'ASC' ? 'DESC' : 'ASC' })}
        >
          {label}
        </TableSortLabel>
      ) : (
        label
      )}
    </TableCell>
  )
}
