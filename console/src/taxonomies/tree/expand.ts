import type { TreeInstance } from '@headless-tree/core'

/** Expands rows in addition to the expanded ones, and rebuilds the tree, in one render. */
export function expand<T>(tree: TreeInstance<T>, ids: Iterable<string>): void {
  tree.applySubStateUpdate('expandedItems', (open) => [...new Set([...open, ...ids])])
  tree.rebuildTree()
}
