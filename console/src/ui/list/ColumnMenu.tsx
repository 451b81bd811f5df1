import { Button, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material'
import { Check, Columns3 } from 'lucide-react'
import { type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'
import { ListContext, useStore, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import type { Column, Listed } from './column.ts'

/**
 * The columns that the user has chosen for a list: those in the page's address, or else those stored in the browser. The first
 * one, which names the row, is always shown.
 * @param name of the list
 * @param initial ids of the columns that are shown at first; all of them by default
 * @param from the breakpoint from which the list is a table
 * @param needed id of a column that is shown in any case, such as that of a filter
 */
export function useChosenColumns<R extends Listed>(
  name: string,
  all: Column<R>[],
  initial: string[] = all.map(({ id }) => id),
  from: 'sm' | 'md' = 'sm',
  needed?: string,
): { columns: Column<R>[]; menu: ReactNode } {
  const [stored, setStored] = useStore<string[]>(`${name}.columns`, initial)
  const [chosen, setAddress] = useColumnsInAddress(stored)
  const columns = all.filter(({ id }, index) => index === 0 || id === needed || chosen.includes(id))
  const onChange = (ids: string[]) => {
    setStored(ids)
    setAddress(ids)
  }
  return { columns, menu: <ColumnMenu {...{ all, chosen, needed, from, onChange }} /> }
}

/** In the query string, beside the list's filters, order and page, which react-admin writes and leaves it there. */
export const COLUMNS = 'columns'
const FILTER = 'filter'

/**
 * Column ids in the page's address, which shows the same columns to whoever opens it. An address without them gets those of
 * the user, even if these are the initial ones: another user may have stored others.
 */
function useColumnsInAddress(otherwise: string[]): [ids: string[], set: (ids: string[]) => void] {
  const [parameters, setParameters] = useSearchParams()
  // Pages that keep their filters themselves have no such context here.
  const filterValues = use(ListContext)?.filterValues ?? {}
  const text = parameters.get(COLUMNS)
  const set = (ids: string[]) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before)
        after.set(COLUMNS, ids.join(','))
        // With any parameter in the address, react-admin no longer takes the list's initial filter.
        if (!after.has(FILTER) && Object.keys(filterValues).length > 0)
          after.set(FILTER, JSON.stringify(filterValues))
        return after
      },
      { replace: true },
    )
  const complete = useEffectEvent(() => set(otherwise))
  useEffect(() => {
    if (text === null) complete()
  }, [text])
  return [text === null ? otherwise : text.split(','), set]
}

interface Props<R extends Listed> {
  all: Column<R>[]
  chosen: string[]
  needed: string | undefined
  onChange: (chosen: string[]) => void
  from: 'sm' | 'md'
}

const ColumnMenu = <R extends Listed>({ all, chosen, needed, onChange, from }: Props<R>) => {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <>
      <Button
        startIcon={<Columns3 size={16} />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        sx={{ display: { xs: 'none', [from]: 'inline-flex' } }}
      >
        {translate('ui.list.columns')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {all.map(({ id, label }, index) => {
          const isFixed = index === 0 || id === needed
          const isShown = isFixed || chosen.includes(id)
          return (
            <MenuItem
              key={id}
              dense
              role="menuitemcheckbox"
              aria-checked={isShown}
              disabled={isFixed}
              onClick={() => toggle(id)}
            >
              <ListItemIcon sx={{ minWidth: '28px !important' }}>
                {isShown && <Check size={16} />}
              </ListItemIcon>
              <ListItemText>{translate(label)}</ListItemText>
            </MenuItem>
          )
        })}
      </Menu>
    </>
  )
}
