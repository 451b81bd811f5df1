import type { ItemInstance, TreeConfig, TreeInstance } from '@headless-tree/core'

type Target<T> = Parameters<NonNullable<TreeConfig<T>['canDrop']>>[1]

interface Placing<T> {
  /** False for placeholder rows, which can neither be moved nor have children. */
  isReal: (item: ItemInstance<T>) => boolean
  /** Id of the parent row; the root's id at the top level. */
  parentOf: (item: ItemInstance<T>) => string
  place: (ids: string[], parent: string, tree: TreeInstance<T>) => void
}

/**
 * Items move under another item or to the top level; siblings are sorted by name. For the keyboard, the top level is
 * before the first row and after the last.
 */
export const placing = <T>({ isReal, parentOf, place }: Placing<T>): Partial<TreeConfig<T>> => ({
  canReorder: false,
  openOnDropDelay: 600,
  canDrag: (items) => items.length > 0 && items.every(isReal),
  canDrop: (items, target) => {
    const parent = target.item.getId()
    const tree = target.item.getTree()
    const isTop = parent === tree.getRootItem().getId()
    if (!isTop && !isReal(target.item)) return false
    if (isBetween(target) && !(isTop && isAtAnEnd(tree, target.dragLineIndex))) return false
    return items.some((item) => parentOf(item) !== parent)
  },
  onDrop: (items, target) => place(topmost(items), target.item.getId(), target.item.getTree()),
  // Collapse the dragged branch: it moves as one, and the keyboard passes it in one step.
  onStartKeyboardDrag: (items) => {
    for (const item of items) if (item.isExpanded()) item.collapse()
  },
})

const isBetween = <T>(target: Target<T>) => 'childIndex' in target
const isAtAnEnd = <T>(tree: TreeInstance<T>, index: number) => index === 0 || index >= tree.getItems().length

/** Leaves out items whose ancestor is also moved: they move along. */
function topmost<T>(items: ItemInstance<T>[]): string[] {
  const ids = items.map((item) => item.getId())
  return items.filter((item) => !ids.some((id) => item.isDescendentOf(id))).map((item) => item.getId())
}
