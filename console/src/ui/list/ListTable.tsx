import { Box, Table, TableBody, TableCell, TableHead, TableRow, useMediaQuery } from '@mui/material'
import type { Theme } from '@mui/material/styles'
import type { MouseEvent, ReactNode } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { HeadCell } from '../HeadCell.tsx'
import type { Column, Listed } from './column.ts'

interface Props<R extends Listed> {
  /** Accessible name. */
  label: string
  columns: Column<R>[]
  /** Breakpoint below which the compact layout is used; phones by default. */
  compactBelow?: 'sm' | 'md'
  /** Content of a row in the compact layout. */
  compact: (record: R) => ReactNode
  nameOf: (record: R) => string
  /** Target of a row. The first column should link to it too, for the keyboard. */
  pathOf?: (record: R) => string
  /** Whether rows can be selected for bulk actions. */
  isSelectable?: boolean
  /** Buttons at the end of a row. */
  actions?: (record: R) => ReactNode
}

/** The records of a list, as a table, or stacked on a phone. */
export const ListTable = <R extends Listed>(props: Props<R>) => {
  const { compactBelow = 'sm' } = props
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down(compactBelow), { noSsr: true })
  const { isPlaceholderData } = useListContext()
  return (
    <Box
      aria-busy={isPlaceholderData ?? false}
      sx={{ overflowX: 'auto', opacity: isPlaceholderData ? 0.6 : 1 }}
    >
      {isNarrow ? <Cards {...props} /> : <Grid {...props} />}
    </Box>
  )
}

const Grid = <R extends Listed>({
  label,
  columns,
  nameOf,
  pathOf,
  isSelectable = false,
  actions,
}: Props<R>) => {
  const translate = useTranslate()
  const { data = [], selectedIds, sort, setSort } = useListContext<R>()
  const open = useOpen(pathOf)
  return (
    <Table aria-label={label} size="small">
      <TableHead>
        <TableRow>
          {isSelectable && (
            <TableCell padding="checkbox" sx={{ pl: 1.5 }}>
              <SelectPage />
            </TableCell>
          )}
          {columns.map(({ id, label, sort: field, align }) => (
            <HeadCell
              key={id}
              label={translate(label)}
              align={align ?? 'left'}
              {...{ field, sort, setSort }}
            />
          ))}
          {actions && (
            <TableCell align="right">
              <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
                {translate('ui.list.actions')}
              </Box>
            </TableCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody>
        {data.map((record) => (
          <TableRow
            key={record.id}
            hover
            selected={selectedIds.includes(record.id)}
            onClick={open?.(record)}
            sx={{ cursor: pathOf ? 'pointer' : 'default' }}
          >
            {isSelectable && (
              <TableCell padding="checkbox" sx={{ pl: 1.5 }}>
                <Select id={record.id} name={nameOf(record)} />
              </TableCell>
            )}
            {columns.map(({ id, align, render }) => (
              <TableCell key={id} align={align ?? 'left'} sx={{ maxWidth: 320 }}>
                {render(record)}
              </TableCell>
            ))}
            {actions && (
              <TableCell align="right" sx={{ whiteSpace: 'nowrap', py: 0.5 }}>
                {actions(record)}
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const Cards = <R extends Listed>({ label, compact, nameOf, pathOf, isSelectable, actions }: Props<R>) => {
  const { data = [] } = useListContext<R>()
  const open = useOpen(pathOf)
  return (
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
          {isSelectable && <Select id={record.id} name={nameOf(record)} />}
          <Box sx={{ flex: 1, minWidth: 0 }}>{compact(record)}</Box>
          {actions?.(record)}
        </Box>
      ))}
    </Box>
  )
}

/** A click on a row opens it, unless it hits a control in the row. */
function useOpen<R>(pathOf: ((record: R) => string) | undefined) {
  const navigate = useNavigate()
  if (!pathOf) return undefined
  return (record: R) => (event: MouseEvent<HTMLElement>) => {
    const isMeantForOther = (event.target as Element).closest(
      'a, button, input, [role="menu"], [role="dialog"]',
    )
    if (!isMeantForOther && getSelection()?.isCollapsed !== false) navigate(pathOf(record))
  }
}

interface CheckProps {
  label: string
  checked: boolean
  isPartly?: boolean
  onChange: () => void
}

/** The browser's own checkbox in the accent colour: lists have dozens of these. */
const Check = ({ label, checked, isPartly = false, onChange }: CheckProps) => (
  <Box
    component="input"
    type="checkbox"
    aria-label={label}
    checked={checked}
    ref={(input: HTMLInputElement | null) => {
      if (input) input.indeterminate = isPartly
    }}
    onChange={onChange}
    sx={CHECK}
  />
)

const CHECK = {
  display: 'block',
  width: 16,
  height: 16,
  m: 1,
  accentColor: ({ palette }: Theme) => palette.primary.main,
  cursor: 'pointer',
  '@media (pointer: coarse)': { width: 22, height: 22 },
}

const SelectPage = () => {
  const translate = useTranslate()
  const { data = [], selectedIds, onSelect } = useListContext()
  const ids: number[] = data.map(({ id }) => id)
  const count = ids.filter((id) => selectedIds.includes(id)).length
  const isAll = count > 0 && count === ids.length
  const others = selectedIds.filter((id: number) => !ids.includes(id))
  return (
    <Check
      label={translate('ui.list.select_page')}
      checked={isAll}
      isPartly={count > 0 && !isAll}
      onChange={() => onSelect(isAll ? others : [...others, ...ids])}
    />
  )
}

const Select = ({ id, name }: { id: number; name: string }) => {
  const translate = useTranslate()
  const { selectedIds, onToggleItem } = useListContext()
  return (
    <Check
      label={translate('ui.list.select', { name })}
      checked={selectedIds.includes(id)}
      onChange={() => onToggleItem(id)}
    />
  )
}
