import type { ItemInstance, TreeConfig, TreeInstance } from '@headless-tree/core'

type Target<T> = Parameters<NonNullable<TreeConfig<T>['canDrop']>>[1]

interface Placing<T> {
  /** What may not be moved, and what nothing stands below. */
  isReal: (item: ItemInstance<T>) => boolean
  /** The row that something stands below; the root's id for the top. */
  parentOf: (item: ItemInstance<T>) => string
  place: (ids: string[], parent: string) => void
}

/**
 * Moving is below another or to the top: what stands beside each other is in the order of the alphabet. The keyboard gets
 * to the top before the first row and after the last.
 */
export const placing = <T>(
  tree: () => TreeInstance<T>,
  { isReal, parentOf, place }: Placing<T>,
): Partial<TreeConfig<T>> => ({
  canReorder: false,
  openOnDropDelay: 600,
  canDrag: (items) => items.length > 0 && items.every(isReal),
  canDrop: (items, target) => {
    const parent = target.item.getId()
    const isTop = parent === tree().getRootItem().getId()
    if (!isTop && !isReal(target.item)) return false
    if (isBetween(target) && !(isTop && isAtAnEnd(tree(), target.dragLineIndex))) return false
    return items.some((item) => parentOf(item) !== parent)
  },
  onDrop: (items, target) => place(topmost(items), target.item.getId()),
  // What is carried is one thing; and the way past it is short.
  onStartKeyboardDrag: (items) => {
    for (const item of items) if (item.isExpanded()) item.collapse()
  },
})

const isBetween = <T>(target: Target<T>) => 'childIndex' in target
const isAtAnEnd = <T>(tree: TreeInstance<T>, index: number) => index === 0 || index >= tree.getItems().length

/** Without those that stand below another of them: they come along. */
export function topmost<T>(items: ItemInstance<T>[]): string[] {
  const ids = items.map((item) => item.getId())
  return items.filter((item) => !ids.some((id) => item.isDescendentOf(id))).map((item) => item.getId())
}
