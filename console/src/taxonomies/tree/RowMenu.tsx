import { Box, Divider, ListItemIcon, Menu, MenuItem } from '@mui/material'
import { EllipsisVertical } from 'lucide-react'
import { useRef } from 'react'
import { useTranslate } from 'react-admin'
import type { RowAction } from './rowActions.ts'

export interface MenuPlace {
  left: number
  top: number
}

interface Props {
  label: string
  /** Groups, separated by dividers. */
  groups: RowAction[][]
  place: MenuPlace | undefined
  onClose: () => void
}

export const RowMenu = ({ label, groups, place, onClose }: Props) => {
  const chosen = useRef<() => void>(undefined)
  // The closing menu gives the focus back to the row, so an input that an action opens has to come after it.
  const onExited = () => {
    chosen.current?.()
    chosen.current = undefined
  }
  return (
    <Menu
      open={place !== undefined}
      onClose={onClose}
      anchorReference="anchorPosition"
      {...(place && { anchorPosition: place })}
      slotProps={{
        list: { 'aria-label': label },
        paper: { sx: { minWidth: 220 } },
        transition: { onExited },
      }}
    >
      {groups
        .filter((group) => group.length > 0)
        .flatMap((group, index) => [
          ...(index > 0 ? [<Divider key={`line ${group[0]?.key}`} component="li" sx={{ my: 0.5 }} />] : []),
          ...group.map(({ key, label, icon: Icon, shortcut, isGrave = false, act }) => (
            <MenuItem
              key={key}
              onClick={() => {
                chosen.current = act
                onClose()
              }}
              sx={isGrave ? { color: 'error.main' } : {}}
            >
              <ListItemIcon sx={{ minWidth: '28px !important', color: 'inherit' }}>
                <Icon size={16} strokeWidth={1.75} />
              </ListItemIcon>
              <Box component="span" sx={{ flex: 1, pr: 3 }}>
                {label}
              </Box>
              {shortcut && (
                <Box
                  component="kbd"
                  aria-hidden
                  sx={{ font: 'inherit', fontSize: '0.75rem', color: 'text.secondary' }}
                >
                  {shortcut}
                </Box>
              )}
            </MenuItem>
          )),
        ])}
    </Menu>
  )
}

/** Next to the button or row that the menu belongs to. */
export const placeOf = (element: Element): MenuPlace => {
  const { left, bottom } = element.getBoundingClientRect()
  return { left, top: bottom + 2 }
}

/** Opens the context menu of a row; the keyboard has its own key for it. */
export const MenuButton = ({ name, onMenu }: { name: string; onMenu: (place: MenuPlace) => void }) => {
  const translate = useTranslate()
  return (
    <button
      type="button"
      className="more"
      tabIndex={-1}
      aria-label={translate('taxonomies.actions_of', { name })}
      aria-haspopup="menu"
      onClick={(event) => {
        event.stopPropagation()
        onMenu(placeOf(event.currentTarget))
      }}
    >
      <EllipsisVertical size={16} />
    </button>
  )
}
