import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TableSortLabel,
  useMediaQuery,
} from '@mui/material'
import type { Theme } from '@mui/material/styles'
import { visuallyHidden } from '@mui/utils'
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { Column, Listed } from './column.ts'
import { Select, SelectPage } from './Selection.tsx'
import { useSettling } from './useSettling.ts'

interface Props<R extends Listed> {
  /** Accessible name. */
  label: string
  columns: Column<R>[]
  /** Content of a row in the compact layout; without it, phones get the table too. */
  compact?: (record: R) => ReactNode
  /** Breakpoint below which the compact layout is used; phones by default. */
  compactBelow?: 'sm' | 'md'
  /** Target of a row. The first column should link to it too, for the keyboard. */
  pathOf?: (record: R) => string
  /** Names of rows that can be selected for bulk actions. */
  nameToSelect?: ((record: R) => string) | undefined
  /** Buttons at the end of a row. */
  actions?: ((record: R) => ReactNode) | undefined
  /** The group of a row; the first row of each group gets a heading. */
  groupOf?: (record: R) => string
}

const NONE: never[] = []

/** The records of the list context, as a table, or stacked on a phone. */
export const ListTable = <R extends Listed>(props: Props<R>) => {
  const { compact, compactBelow = 'sm' } = props
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down(compactBelow), { noSsr: true })
  const { isPlaceholderData = false, data = NONE, page, perPage, sort, filterValues } = useListContext<R>()
  const view = isPlaceholderData ? undefined : JSON.stringify([page, perPage, sort, filterValues])
  const rows = useSettling<HTMLDivElement>(data, view)
  return (
    <Box
      ref={rows}
      aria-busy={isPlaceholderData}
      sx={{ overflowX: 'auto', opacity: isPlaceholderData ? 0.6 : 1 }}
    >
      {isNarrow && compact ? <Cards {...props} compact={compact} /> : <Grid {...props} />}
    </Box>
  )
}

const Grid = <R extends Listed>(props: Props<R>) => {
  const { label, columns, nameToSelect, actions, groupOf } = props
  const { data = [] } = useListContext<R>()
  return (
    <Table aria-label={label} size="small">
      <Head {...props} />
      <TableBody>
        {data.map((record, index) => {
          const group = groupOf?.(record)
          const before = data[index - 1]
          const isFirst = group !== undefined && (before === undefined || groupOf?.(before) !== group)
          const width = columns.length + (nameToSelect ? 1 : 0) + (actions ? 1 : 0)
          return (
            <Fragment key={record.id}>
              {isFirst && <GroupHead width={width}>{group}</GroupHead>}
              <Row {...props} record={record} />
            </Fragment>
          )
        })}
      </TableBody>
    </Table>
  )
}

const Head = <R extends Listed>({ columns, nameToSelect, actions }: Props<R>) => {
  const translate = useTranslate()
  return (
    <TableHead>
      <TableRow>
        {nameToSelect && (
          <TableCell padding="checkbox" sx={{ pl: 1.5 }}>
            <SelectPage />
          </TableCell>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} {...column} />
        ))}
        {actions && (
          <TableCell align="right">
            <span style={visuallyHidden}>{translate('ui.list.actions')}</span>
          </TableCell>
        )}
      </TableRow>
    </TableHead>
  )
}

/** Sorts ascending first, then descending. */
const HeadCell = <R extends Listed>({ label, sort: field, align, from }: Column<R>) => {
  const translate = useTranslate()
  const { sort, setSort } = useListContext()
  const order = field !== undefined && sort?.field === field ? sort.order : undefined
  const direction = order === 'DESC' ? 'desc' : 'asc'
  return (
    <TableCell align={align ?? 'left'} sortDirection={order !== undefined && direction} sx={shownFrom(from)}>
      {field === undefined ? (
        translate(label)
      ) : (
        <TableSortLabel
          active={order !== undefined}
          direction={direction}
          onClick={() => setSort({ field, order: order === 'ASC' ? 'DESC' : 'ASC' })}
        >
          {translate(label)}
        </TableSortLabel>
      )}
    </TableCell>
  )
}

const GroupHead = ({ width, children }: { width: number; children: ReactNode }) => (
  <TableRow>
    <TableCell
      component="th"
      scope="colgroup"
      colSpan={width}
      sx={{ bgcolor: 'background.default', color: 'text.secondary', fontWeight: 550, py: 0.75 }}
    >
      {children}
    </TableCell>
  </TableRow>
)

interface RowProps<R extends Listed> extends Props<R> {
  record: R
}

const Row = <R extends Listed>({ record, columns, nameToSelect, pathOf, actions }: RowProps<R>) => {
  const { selectedIds = [] } = useListContext()
  const open = useOpen(pathOf)
  return (
    <TableRow
      hover
      selected={selectedIds.includes(record.id)}
      onClick={open?.(record)}
      sx={{ cursor: pathOf ? 'pointer' : 'default' }}
    >
      {nameToSelect && (
        <TableCell padding="checkbox" sx={{ pl: 1.5 }}>
          <Select id={record.id} name={nameToSelect(record)} />
        </TableCell>
      )}
      {columns.map(({ id, align, from, render }) => (
        <TableCell
          key={id}
          align={align ?? 'left'}
          sx={{ height: 44, py: 0.5, maxWidth: 320, ...shownFrom(from) }}
        >
          {render(record)}
        </TableCell>
      ))}
      {actions && (
        <TableCell align="right" sx={{ whiteSpace: 'nowrap', py: 0.5 }}>
          {actions(record)}
        </TableCell>
      )}
    </TableRow>
  )
}

const shownFrom = (from: Column<Listed>['from']) =>
  from === undefined ? {} : { display: { xs: 'none', [from]: 'table-cell' } }

interface CardsProps<R extends Listed> extends Props<R> {
  compact: (record: R) => ReactNode
}

const Cards = <R extends Listed>({ label, compact, nameToSelect, pathOf, actions }: CardsProps<R>) => {
  const { data = [] } = useListContext<R>()
  const open = useOpen(pathOf)
  return (
    <>
      {nameToSelect && <SelectPageLine />}
      <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.map((record) => (
          <Box
            key={record.id}
            component="li"
            onClick={open?.(record)}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              px: 1.5,
              py: 1,
              minHeight: 60,
              '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
            }}
          >
            {nameToSelect && <Select id={record.id} name={nameToSelect(record)} />}
            <Box sx={{ flex: 1, minWidth: 0 }}>{compact(record)}</Box>
            {actions?.(record)}
          </Box>
        ))}
      </Box>
    </>
  )
}

const SelectPageLine = () => {
  const translate = useTranslate()
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        py: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
        color: 'text.secondary',
        fontSize: '0.8125rem',
      }}
    >
      <SelectPage />
      {translate('ui.list.select_page')}
    </Box>
  )
}

/** A click on a row opens it, unless it hits a control in the row. */
function useOpen<R>(pathOf: ((record: R) => string) | undefined) {
  const navigate = useNavigate()
  if (!pathOf) return undefined
  return (record: R) => (event: MouseEvent<HTMLElement>) => {
    const isMeantForOther = (event.target as Element).closest(
      'a, button, input, label, [role="menu"], [role="dialog"], .MuiTableCell-paddingCheckbox',
    )
    if (!isMeantForOther && getSelection()?.isCollapsed !== false) navigate(pathOf(record))
  }
}
