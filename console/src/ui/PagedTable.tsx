import { Box, Skeleton, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { Fragment, type ReactNode } from 'react'
import type { SortPayload } from 'react-admin'
import { HeadCell } from './HeadCell.tsx'
import { Pagination } from './Pagination.tsx'
import { Retry } from './Retry.tsx'
import { Section } from './Section.tsx'

export interface Column<T> {
  /** The attribute to sort by, if the column is sortable. */
  id: string
  label: string
  isSortable?: boolean
  isNumeric?: boolean
  /** Hidden on screens smaller than this. */
  from?: 'sm' | 'md' | 'lg'
  cell: (row: T) => ReactNode
}

interface Props<T> {
  label: string
  columns: Column<T>[]
  rows: T[] | undefined
  total: number | undefined
  page: number
  perPage: number
  setPage: (page: number) => void
  sort?: SortPayload
  setSort?: (sort: SortPayload) => void
  error: unknown
  refetch: () => unknown
  /** Rows of the previous page or search; shown dimmed until the next ones arrive. */
  isFetching: boolean | undefined
  /** The group of a row; the first row of each group gets a heading. */
  groupOf?: (row: T) => string
  /** Shown instead of the table if there are no rows. */
  empty: ReactNode
}

const shownFrom = (from: Column<unknown>['from']) =>
  from === undefined ? {} : { display: { xs: 'none', [from]: 'table-cell' } }

/** A page of records, with errors above it. */
export const PagedTable = <T extends { id: number | string }>(props: Props<T>) => (
  <>
    <Retry error={props.error} retry={props.refetch} />
    {(!props.error || props.rows !== undefined) && (
      <Section flush>
        <Page {...props} />
      </Section>
    )}
  </>
)

const Page = <T extends { id: number | string }>(props: Props<T>) => {
  const { label, columns, rows, total = 0, page, perPage, setPage, isFetching, empty } = props
  if (rows?.length === 0 && page === 1) return empty
  return (
    <>
      <Box sx={{ overflowX: 'auto', position: 'relative' }}>
        <Table
          size="small"
          aria-label={label}
          aria-busy={isFetching || rows === undefined}
          sx={{ opacity: isFetching && rows !== undefined ? 0.6 : 1 }}
        >
          <Head {...props} />
          <TableBody>
            {rows === undefined ? <Waiting columns={columns} /> : <Rows {...props} rows={rows} />}
          </TableBody>
        </Table>
      </Box>
      {(total > perPage || page > 1) && <Pagination {...{ page, perPage, total, setPage }} />}
    </>
  )
}

const Head = <T,>({ columns, sort, setSort }: Props<T>) => (
  <TableHead>
    <TableRow>
      {columns.map(({ id, label, isSortable, isNumeric, from }) => (
        <HeadCell
          key={id}
          label={label}
          align={isNumeric ? 'right' : 'left'}
          field={isSortable ? id : undefined}
          sort={sort}
          setSort={setSort}
          sx={shownFrom(from)}
        />
      ))}
    </TableRow>
  </TableHead>
)

const Rows = <T extends { id: number | string }>({ columns, rows = [], groupOf }: Props<T>) =>
  rows.map((row, index) => {
    const group = groupOf?.(row)
    const previous = rows[index - 1]
    const isFirst = group !== undefined && (previous === undefined || groupOf?.(previous) !== group)
    return (
      <Fragment key={row.id}>
        {isFirst && (
          <TableRow>
            <TableCell
              component="th"
              scope="colgroup"
              colSpan={columns.length}
              sx={{ bgcolor: 'background.default', color: 'text.secondary', fontWeight: 550, py: 0.75 }}
            >
              {group}
            </TableCell>
          </TableRow>
        )}
        <TableRow hover>
          {columns.map(({ id, cell, isNumeric, from }) => (
            <TableCell
              key={id}
              align={isNumeric ? 'right' : 'left'}
              sx={{ height: 44, py: 0.5, ...shownFrom(from) }}
            >
              {cell(row)}
            </TableCell>
          ))}
        </TableRow>
      </Fragment>
    )
  })

const Waiting = <T,>({ columns }: { columns: Column<T>[] }) =>
  Array.from({ length: 6 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key.
    <TableRow key={row}>
      {columns.map(({ id, from }) => (
        <TableCell key={id} sx={{ height: 44, ...shownFrom(from) }}>
          <Skeleton width="70%" />
        </TableCell>
      ))}
    </TableRow>
  ))
