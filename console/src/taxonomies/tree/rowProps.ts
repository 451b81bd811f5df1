import type { ItemInstance } from '@headless-tree/core'
import type { FocusEvent, MouseEvent } from 'react'
import { type MenuPlace, placeOf } from './RowMenu.tsx'

type OnMenu = ((place: MenuPlace) => void) | undefined

/**
 * Props of rows in both trees: focus, highlights, and the context menu by mouse or key.
 * @param isShown its details are open
 * @param isMarked highlighted like an open row, such as the current search result
 */
export function rowProps<T>(item: ItemInstance<T>, onMenu: OnMenu, isShown: boolean, isMarked = isShown) {
  const { style: _, ...props } = item.getProps()
  const { dnd, focusedItem } = item.getTree().getState()
  const names = [
    dnd?.dragTarget &&
      item.isUnorderedDragTarget() &&
      !dnd?.draggedItems?.some((each) => each.getParent()?.getId() === item.getId()) &&
      'target',
    dnd?.draggedItems?.some((each) => each.getId() === item.getId()) && 'carried',
    isMarked && 'current',
  ]
  return {
    ...props,
    tabIndex: props.tabIndex as number,
    className: names.filter(Boolean).join(' '),
    'aria-current': isShown ? ('true' as const) : undefined,
    onFocus: (event: FocusEvent) => {
      // Before any focus, the library treats the first row as focused.
      if (event.target === event.currentTarget && focusedItem !== item.getId()) item.setFocused()
    },
    onContextMenu: (event: MouseEvent) => {
      if (!onMenu || item.isRenaming()) return
      event.preventDefault()
      // A key press has no pointer position.
      onMenu(event.clientX > 0 ? { left: event.clientX, top: event.clientY } : placeOf(event.currentTarget))
    },
  }
}
