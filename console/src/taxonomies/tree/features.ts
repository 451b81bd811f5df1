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

/** A click chooses; only the arrow opens and closes, as one does not lead to the other. */
const clickChooses: FeatureImplementation = {
  key: 'click-chooses',
  treeInstance: {
    // The library's own waits for each row in turn: keys that come quicker than those waits would be undone by them.
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

/** The library looks for a first place below alone, and is stuck where there is none: what stands last goes upwards. */
const carriesTheLast: FeatureImplementation = {
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

/** What every tree here does; moving only for those who may move. */
export const featuresOf = (mayMove: boolean): FeatureImplementation[] => [
  syncDataLoaderFeature,
  selectionFeature,
  hotkeysCoreFeature,
  renamingFeature,
  clickChooses,
  ...(mayMove ? [dragAndDropFeature, keyboardDragAndDropFeature, carriesTheLast] : []),
]

type Hotkeys<T> = NonNullable<TreeConfig<T>['hotkeys']>

/** Keys are for the rows alone, not for the buttons and inputs within. */
const onRow = (act: () => void) => (event: KeyboardEvent) => {
  if ((event.target as Element).getAttribute('role') !== 'treeitem') return
  event.preventDefault()
  act()
}

type OwnKeys = Record<string, { hotkey: string; act: () => void } | false>

/** Nothing is carried, and no name is typed. */
const isIdle = <T>(tree: TreeInstance<T>) => !tree.getState().dnd && !tree.getState().renamingItem

/** Keys of the library that these trees have other ones for, and keys of their own. */
export const hotkeysOf = <T>(mayMove: boolean, own: OwnKeys): Hotkeys<T> => ({
  ...(mayMove && { startDrag: { hotkey: 'KeyM', isEnabled: isIdle } }),
  // The input sends the name itself, and stays where that is refused.
  completeRenaming: { hotkey: 'Enter', isEnabled: () => false },
  selectAll: { hotkey: 'Control+KeyA', isEnabled: () => false },
  ...Object.fromEntries(
    Object.entries(own).flatMap(([name, key]) =>
      key === false
        ? []
        : [
            [
              `custom${name}`,
              {
                hotkey: key.hotkey,
                isEnabled: isIdle,
                handler: onRow(key.act),
              },
            ],
          ],
    ),
  ),
})
