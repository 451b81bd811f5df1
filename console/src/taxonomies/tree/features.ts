import {
  AssistiveDndState,
  dragAndDropFeature,
  type FeatureImplementation,
  hotkeysCoreFeature,
  type ItemInstance,
  keyboardDragAndDropFeature,
  renamingFeature,
  selectionFeature,
  syncDataLoaderFeature,
  type TreeConfig,
  type TreeInstance,
} from '@headless-tree/core'
import type { MouseEvent } from 'react'
import { TREE_KEYS } from '../keys.ts'

interface Anchor {
  selectUpToAnchorId?: string
}

function choose(event: MouseEvent, item: ItemInstance<unknown>, tree: TreeInstance<unknown>): void {
  const isMore = event.ctrlKey || event.metaKey
  item.setFocused()
  if (event.shiftKey) item.selectUpTo(isMore)
  else tree.getDataRef<Anchor>().current.selectUpToAnchorId = item.getId()
  if (isMore && !event.shiftKey) item.toggleSelect()
  if (isMore || event.shiftKey) return
  tree.setSelectedItems([item.getId()])
  item.primaryAction()
}

const FRAMES = 30

function focusOnceDrawn(tree: TreeInstance<unknown>, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const element = tree.getFocusedItem()?.getElement()
    if (element) element.focus({ preventScroll: true })
    else if (frames > 0) focusOnceDrawn(tree, frames - 1)
  })
}

/** A click selects; only the arrow expands and collapses. */
const clickSelects: FeatureImplementation = {
  key: 'click-chooses',
  treeInstance: {
    // The library's own version awaits each row in turn, and would undo the effect of keys pressed meanwhile.
    updateDomFocus: ({ tree }) => {
      const focused = tree.getFocusedItem()
      if (!focused) return
      tree.getConfig().scrollToItem?.(focused)
      focusOnceDrawn(tree)
    },
  },
  itemInstance: {
    getProps: ({ tree, item, prev }) => ({
      ...prev?.(),
      onClick: (event: MouseEvent) => choose(event, item, tree),
    }),
  },
}

/** The library searches the first drop target downwards only, and gets stuck if there is none: search upwards then. */
const dragsUpwards: FeatureImplementation = {
  key: 'carries-the-last',
  overwrites: ['keyboard-drag-and-drop'],
  treeInstance: {
    startKeyboardDrag: ({ tree, prev }, draggedItems) => {
      prev?.(draggedItems)
      const { dnd } = tree.getState()
      if (!dnd || dnd.dragTarget) return
      const carried = draggedItems.map((item) => item.getId())
      const isPlace = (item: ItemInstance<unknown>) =>
        !carried.includes(item.getId()) && tree.getConfig().canDrop?.(draggedItems, { item })
      const { index } = tree.getFocusedItem().getItemMeta()
      const item = tree.getItems().slice(0, index).findLast(isPlace)
      if (!item) return tree.stopKeyboardDrag()
      tree.applySubStateUpdate('dnd', { draggedItems, dragTarget: { item } })
      tree.applySubStateUpdate('assistiveDndState', AssistiveDndState.Started)
    },
  },
}

/** Features of every tree; drag and drop only for callers who may move. */
export const featuresOf = (mayMove: boolean): FeatureImplementation[] => [
  syncDataLoaderFeature,
  selectionFeature,
  hotkeysCoreFeature,
  renamingFeature,
  clickSelects,
  ...(mayMove ? [dragAndDropFeature, keyboardDragAndDropFeature, dragsUpwards] : []),
]

type Hotkeys<T> = NonNullable<TreeConfig<T>['hotkeys']>

/** Handles keys on rows only, not on buttons and inputs inside them. */
const onRow =
  <T>(act: (tree: TreeInstance<T>) => void) =>
  (event: KeyboardEvent, tree: TreeInstance<T>) => {
    if ((event.target as Element).getAttribute('role') !== 'treeitem') return
    event.preventDefault()
    act(tree)
  }

type TreeKey = keyof typeof TREE_KEYS.keys

/** What our own keys do; undefined for what is not allowed. The others are the library's. */
type OwnKeys<T> = Partial<Record<TreeKey, ((tree: TreeInstance<T>) => void) | undefined>>

/** A combination in the library's notation. */
const hotkeyOf = (name: TreeKey): string =>
  TREE_KEYS.keys[name][0].replace('Mod+', 'MetaOrControl+').replace(/(?<=^|\+)[A-Z]$/, 'Key$&')

/** The library tells the two Alt keys apart. */
const sidesOf = (hotkey: string): string[] =>
  hotkey.startsWith('Alt+') ? ['AltLeft', 'AltRight'].map((key) => hotkey.replace('Alt', key)) : [hotkey]

/** Neither dragging nor renaming. After a drop, the library may leave a state of dragging without items. */
const isIdle = <T>(tree: TreeInstance<T>) =>
  !tree.getState().dnd?.draggedItems && !tree.getState().renamingItem

/** Overrides of the library's hotkeys, and additional ones. */
export const hotkeysOf = <T>(mayMove: boolean, own: OwnKeys<T>): Hotkeys<T> => ({
  ...(mayMove && { startDrag: { hotkey: hotkeyOf('move'), isEnabled: isIdle } }),
  // The input submits the name itself, and stays open after an error.
  completeRenaming: { hotkey: 'Enter', isEnabled: () => false },
  selectAll: { hotkey: 'Control+KeyA', isEnabled: () => false },
  ...Object.fromEntries(
    Object.entries(own).flatMap(([name, act]) =>
      act === undefined
        ? []
        : sidesOf(hotkeyOf(name as TreeKey)).map((hotkey) => [
            `custom-${name}-${hotkey}`,
            { hotkey, isEnabled: isIdle, handler: onRow(act) },
          ]),
    ),
  ),
})
