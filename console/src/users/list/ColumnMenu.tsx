import { Button, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material'
import { Check, Columns3 } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Column } from '../../ui/list/column.ts'
import type { User } from '../user.ts'
import { FIXED_COLUMN } from './columns.tsx'

interface Props {
  all: Column<User>[]
  chosen: string[]
  onChange: (chosen: string[]) => void
}

/** The visible columns, stored in the browser. */
export const ColumnMenu = ({ all, chosen, onChange }: Props) => {
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
        {all.map(({ id, label }) => {
          const isShown = id === FIXED_COLUMN || chosen.includes(id)
          return (
            <MenuItem
              key={id}
              dense
              role="menuitemcheckbox"
              aria-checked={isShown}
              disabled={id === FIXED_COLUMN}
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
