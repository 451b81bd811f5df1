import { Button, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material'
import { Check, Columns3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore, useTranslate } from 'react-admin'
import type { Column, Listed } from './column.ts'

/**
 * The columns that the user has chosen for a list, stored in the browser. The first one, which names the row, is always shown.
 * @param name of the list
 * @param initial ids of the columns that are shown at first; all of them by default
 */
export function useChosenColumns<R extends Listed>(
  name: string,
  all: Column<R>[],
  initial: string[] = all.map(({ id }) => id),
): { columns: Column<R>[]; menu: ReactNode } {
  const [chosen, setChosen] = useStore<string[]>(`${name}.columns`, initial)
  const columns = all.filter(({ id }, index) => index === 0 || chosen.includes(id))
  return { columns, menu: <ColumnMenu all={all} chosen={chosen} onChange={setChosen} /> }
}

interface Props<R extends Listed> {
  all: Column<R>[]
  chosen: string[]
  onChange: (chosen: string[]) => void
}

const ColumnMenu = <R extends Listed>({ all, chosen, onChange }: Props<R>) => {
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
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      >
        {translate('ui.list.columns')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {all.map(({ id, label }, index) => {
          const isFixed = index === 0
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
