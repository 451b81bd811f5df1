import { AssistiveDndState, type ItemInstance, type TreeConfig, type TreeInstance } from '@headless-tree/core'
import type { Beside } from '../api.ts'
import { INDENT } from './styles.ts'

type Target<T> = Parameters<NonNullable<TreeConfig<T>['canDrop']>>[1]

interface Placing<T> {
  /** False for placeholder rows, which can neither be moved nor have children. */
  isReal: (item: ItemInstance<T>) => boolean
  /** Id of the parent row; the root's id at the top level. */
  parentOf: (item: ItemInstance<T>) => string
  /** Whether an item can be dropped between others. Several at once can't. */
  hasOrder?: boolean
  /** @param beside for a drop between rows */
  place: (ids: string[], parent: string, tree: TreeInstance<T>, beside?: Beside) => void
}

/**
 * Items move under another item or to the top level, and with an order also between others; without, siblings are sorted by
 * name. For the keyboard, the top level is before the first row and after the last.
 */
export const placing = <T>({
  isReal,
  parentOf,
  hasOrder = false,
  place,
}: Placing<T>): Partial<TreeConfig<T>> => ({
  canReorder: hasOrder,
  indent: INDENT,
  openOnDropDelay: 600,
  canDrag: (items) => items.length > 0 && items.every(isReal),
  canDrop: (items, target) => {
    const parent = target.item.getId()
    const tree = target.item.getTree()
    const isTop = parent === tree.getRootItem().getId()
    if (!isTop && !isReal(target.item)) return false
    // The library asks for the parent too before it offers a place between its children.
    if (hasOrder && !isByKeys(tree) && items.length === 1)
      return !isBetween(target) || besideOf(items, target, isReal) !== undefined
    if (isBetween(target) && !(isTop && isAtAnEnd(tree, target.dragLineIndex))) return false
    return items.some((item) => parentOf(item) !== parent)
  },
  onDrop: (items, target) => {
    const [parent, tree] = [target.item.getId(), target.item.getTree()]
    const beside =
      hasOrder && isBetween(target) && !isByKeys(tree) ? besideOf(items, target, isReal) : undefined
    if (beside || items.some((item) => parentOf(item) !== parent)) place(topmost(items), parent, tree, beside)
  },
  // Collapse the dragged branch: it moves as one, and the keyboard passes it in one step.
  onStartKeyboardDrag: (items) => {
    for (const item of items) if (item.isExpanded()) item.collapse()
  },
})

type Between<T> = Extract<Target<T>, { childIndex: number }>

const isBetween = <T>(target: Target<T>): target is Between<T> => 'childIndex' in target
const isAtAnEnd = <T>(tree: TreeInstance<T>, index: number) => index === 0 || index >= tree.getItems().length
const isByKeys = <T>(tree: TreeInstance<T>) =>
  (tree.getState().assistiveDndState ?? 0) !== AssistiveDndState.None

/** The item beside which the dragged one is dropped; undefined if that is where it is. */
function besideOf<T>(
  items: ItemInstance<T>[],
  { item, childIndex }: Between<T>,
  isReal: (item: ItemInstance<T>) => boolean,
): Beside | undefined {
  const children = item.getChildren()
  const at = children.findIndex((child) => child.getId() === items[0]?.getId())
  if (at >= 0 && (childIndex === at || childIndex === at + 1)) return undefined
  const before = children.slice(0, childIndex).findLast(isReal)
  if (before) return { after: before.getId() }
  const after = children.slice(childIndex).find(isReal)
  return after && { before: after.getId() }
}

/** Leaves out items whose ancestor is also moved: they move along. */
function topmost<T>(items: ItemInstance<T>[]): string[] {
  const ids = items.map((item) => item.getId())
  return items.filter((item) => !ids.some((id) => item.isDescendentOf(id))).map((item) => item.getId())
}
