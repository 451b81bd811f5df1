import { TableCell, type TableCellProps, TableSortLabel } from '@mui/material'
import type { SortPayload } from 'react-admin'

interface Props extends Pick<TableCellProps, 'align' | 'sx'> {
  label: string
  /** What its column is sorted by, where it can be. */
  field: string | undefined
  sort: SortPayload | undefined
  setSort: ((sort: SortPayload) => void) | undefined
}

/** The head of a column, which sorts by it: upwards first, then the other way round. */
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
