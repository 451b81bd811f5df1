import { buildProxiedInstance, type ItemInstance, type TreeInstance } from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { useEffect, useRef } from 'react'
import { useTranslate } from 'react-admin'
import type { Beside } from '../api.ts'
import { featuresOf, hotkeysOf } from '../tree/features.ts'
import { placing } from '../tree/placing.ts'
import type { Forest } from './forest.ts'
import { isTerm, ROOT, type Row } from './rows.ts'

/** Handlers of keys, clicks and drops; undefined for what is not allowed. They get the tree, which is made after them. */
interface TreeHandlers {
  open: (id: string) => void
  add?: ((tree: TermTree, parent: string) => void) | undefined
  rename: boolean
  move?: ((tree: TermTree, ids: string[], parent: string, beside?: Beside) => void) | undefined
  /** Among the siblings; undefined if that is not allowed. */
  nudge?: ((tree: TermTree, id: string, by: 1 | -1) => void) | undefined
  remove?: ((tree: TermTree, ids: string[]) => void) | undefined
  undo: () => void
}

export type TermTree = TreeInstance<Row>
export type Item<T> = ItemInstance<T>

/** The library's tree instance for a forest. */
export function useTermTree(
  forest: Forest,
  handlers: TreeHandlers,
  scrollTo: (index: number) => void,
): TermTree {
  const translate = useTranslate()
  const isReal = (id: string) => forest.node(id) !== undefined
  /** The "Show more" row may remain, a thousand rows further down: focus the first loaded row. */
  const showMore = async (tree: TermTree, id: string, parent: string) => {
    const place = forest.childrenOf(parent).indexOf(id)
    await forest.loadMore(parent)
    const first = forest.childrenOf(parent)[place]
    if (first === undefined || tree.getFocusedItem().getId() !== id) return
    tree.getItemInstance(first).setFocused()
    tree.updateDomFocus()
  }
  const press = (tree: TermTree, id: string) => {
    const row = forest.row(id)
    if (row.kind === 'more') void showMore(tree, id, row.parent).catch(() => undefined)
    else if (row.kind === 'failed') void forest.load(row.parent).catch(() => undefined)
    else if (row.kind === 'term') handlers.open(id)
  }
  const onFocused = (act: (tree: TermTree, id: string) => void) => (tree: TermTree) => {
    const id = tree.getFocusedItem().getId()
    if (isReal(id)) act(tree, id)
  }
  const { move } = handlers
  const tree = useTree<Row>({
    rootItemId: ROOT,
    instanceBuilder: buildProxiedInstance,
    features: featuresOf(handlers.move !== undefined),
    dataLoader: { getItem: (id) => forest.row(id), getChildren: (id) => forest.childrenOf(id) },
    isItemFolder: (item) => forest.isFolder(item.getId()),
    getItemName: (item) => {
      const row = item.getItemData()
      return isTerm(row) ? row.node.name : translate(`taxonomies.rows.${row.kind}`)
    },
    canRename: (item) => handlers.rename && isReal(item.getId()),
    scrollToItem: (item) => scrollTo(item.getItemMeta().index),
    onPrimaryAction: (item) => press(item.getTree(), item.getId()),
    ...(move &&
      placing<Row>({
        isReal: (item) => isReal(item.getId()),
        parentOf: (item) => forest.parentOf(item.getId()),
        hasOrder: forest.order === 'position',
        place: (ids, parent, tree, beside) => move(tree, ids, parent, beside),
      })),
    hotkeys: hotkeysOf<Row>(handlers.move !== undefined, {
      open: (tree) => press(tree, tree.getFocusedItem().getId()),
      add: handlers.add && onFocused((tree, id) => handlers.add?.(tree, id)),
      add_beside: handlers.add && onFocused((tree, id) => handlers.add?.(tree, forest.parentOf(id))),
      up: handlers.nudge && onFocused((tree, id) => handlers.nudge?.(tree, id, -1)),
      down: handlers.nudge && onFocused((tree, id) => handlers.nudge?.(tree, id, 1)),
      remove: handlers.remove && onFocused((tree, id) => handlers.remove?.(tree, chosen(tree, id))),
      undo: handlers.undo,
    }),
  })
  useEffect(() => {
    tree.rebuildTree()
    return forest.subscribe(() => tree.rebuildTree())
  }, [forest, tree])
  useStableFocus(tree)
  return tree
}

/** The selected terms if this is one of them, else this one only. */
export function chosen(tree: TermTree, id: string): string[] {
  const { selectedItems } = tree.getState()
  const ids = selectedItems.includes(id) ? selectedItems : [id]
  return ids.filter((each) => isTerm(tree.getItemInstance(each).getItemData()))
}

/** If the focused row disappears, the row in its place gets the focus. */
function useStableFocus(tree: TermTree): void {
  const last = useRef(0)
  useEffect(() => {
    const items = tree.getItems()
    const { focusedItem } = tree.getState()
    if (focusedItem === null || items.length === 0) return
    const { index } = tree.getItemInstance(focusedItem).getItemMeta()
    if (index >= 0) {
      last.current = index
      return
    }
    items[Math.min(last.current, items.length - 1)]?.setFocused()
    // The focus was lost with the row, unless another element has it.
    if (document.activeElement === document.body) tree.updateDomFocus()
  })
}
