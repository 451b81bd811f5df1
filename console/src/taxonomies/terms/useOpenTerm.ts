import { useEffect, useRef } from 'react'
import { client } from '../../api/session.ts'
import { findTerms, type TermNode } from '../api.ts'
import { expand } from '../tree/expand.ts'
import type { Forest } from './forest.ts'
import { pathTo } from './useTermSearch.ts'
import type { TermTree } from './useTermTree.ts'

/** Expands the path to the term that the address names, if the navigation came from elsewhere. */
export function useOpenTerm(forest: Forest, tree: TermTree, id: string | undefined): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (id === undefined || shown.current === id) return
    shown.current = id
    if (forest.node(id)) return
    const show = async () => {
      const path = await pathOf(forest.typeId, id)
      await forest.open([path])
      expand(tree, path.slice(0, -1))
      const item = tree.getItemInstance(id)
      tree.setSelectedItems([id])
      item.setFocused()
      setTimeout(() => tree.getConfig().scrollToItem?.(item))
    }
    // The details show the error.
    show().catch(() => undefined)
  }, [forest, tree, id])
}

/** Only a search returns paths; a search by slug has few results. */
async function pathOf(typeId: number, id: string): Promise<string[]> {
  const { slug } = await client.taxonomies.get(id)
  const { data } = await findTerms(typeId, slug, new AbortController().signal, 1000)
  const term = data.find((found: TermNode) => String(found.id) === id)
  return term ? pathTo(term) : []
}
