import type { ItemInstance } from '@headless-tree/core'
import type { FocusEvent, MouseEvent } from 'react'
import { type MenuPlace, placeOf } from './RowMenu.tsx'

type OnMenu = ((place: MenuPlace) => void) | undefined

/**
 * What rows of both trees have: focus, marks, the menu by the other mouse button or its key.
 * @param isShown what is of it is shown beside the tree
 * @param isMarked as if it were shown, such as what a search is at
 */
export function rowProps<T>(item: ItemInstance<T>, onMenu: OnMenu, isShown: boolean, isMarked = isShown) {
  const { style: _, ...props } = item.getProps()
  const { dnd, focusedItem } = item.getTree().getState()
  const names = [
    dnd?.dragTarget?.item.getId() === item.getId() && 'target',
    dnd?.draggedItems?.some((each) => each.getId() === item.getId()) && 'carried',
    isMarked && 'current',
  ]
  return {
    ...props,
    tabIndex: props.tabIndex as number,
    className: names.filter(Boolean).join(' '),
    'aria-current': isShown ? ('true' as const) : undefined,
    onFocus: (event: FocusEvent) => {
      // The first counts as focused before it is.
      if (event.target === event.currentTarget && focusedItem !== item.getId()) item.setFocused()
    },
    onContextMenu: (event: MouseEvent) => {
      if (!onMenu || item.isRenaming()) return
      event.preventDefault()
      // Of the key, it has no place of its own.
      onMenu(event.clientX > 0 ? { left: event.clientX, top: event.clientY } : placeOf(event.currentTarget))
    },
  }
}
