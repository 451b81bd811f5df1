import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { usePageState } from '../../ui/usePageState.ts'
import { findTerms, type TermNode } from '../api.ts'
import { expand } from '../tree/expand.ts'
import type { Forest } from './forest.ts'
import type { TermTree } from './useTermTree.ts'

/** From the top level of its type's tree to the term itself. */
export const pathTo = (term: TermNode): string[] => [
  ...(term.path ?? []).filter(({ type_id }) => type_id === term.type_id).map(({ id }) => String(id)),
  String(term.id),
]

const NONE: string[] = []
const NOTHING = { q: '' }

/** Expands the path to each search result, and steps through the results. */
export function useTermSearch(forest: Forest, tree: TermTree) {
  const [{ q }, set] = usePageState(NOTHING)
  const setQ = (text: string) => set({ q: text }, { replace: true })
  const [at, setAt] = useState(0)
  const [opened, setOpened] = useState<{ q: string; ids: string[] }>()
  const text = q.trim()
  const search = useQuery({
    queryKey: ['taxonomies', 'search', forest.typeId, text],
    queryFn: ({ signal }) => findTerms(forest.typeId, text, signal),
    enabled: text !== '',
  })
  const { data } = search
  const show = useCallback(
    (id: string | undefined) => {
      if (id === undefined) return
      const item = tree.getItemInstance(id)
      if (item.getItemMeta().index < 0) return
      item.setFocused()
      tree.getConfig().scrollToItem?.(item)
    },
    [tree],
  )
  useEffect(() => {
    if (!data || text === '') return
    let isCurrent = true
    const paths = data.data.map(pathTo)
    forest
      .open(paths)
      .catch(() => undefined)
      .then(() => {
        if (!isCurrent) return
        expand(
          tree,
          paths.flatMap((path) => path.slice(0, -1)),
        )
        const found = new Set(data.data.map(({ id }) => String(id)))
        // In tree order.
        const ids = tree.getItems().map((item) => item.getId())
        const inOrder = ids.filter((id) => found.has(id))
        setOpened({ q: text, ids: inOrder })
        setAt(0)
        // After its rows are rendered.
        setTimeout(() => show(inOrder[0]))
      })
    return () => {
      isCurrent = false
    }
  }, [data, text, forest, tree, show])

  const ids = opened && text !== '' && opened.q === text ? opened.ids : NONE
  const found = useMemo(() => new Set(ids), [ids])
  const step = (by: number) => {
    if (ids.length === 0) return
    const next = (at + by + ids.length) % ids.length
    setAt(next)
    show(ids[next])
  }
  return {
    q,
    setQ,
    found,
    ids,
    at,
    step,
    current: ids[at],
    total: data?.total ?? 0,
    isSearching: text !== '' && opened?.q !== text && !search.error,
    isDone: text !== '' && opened?.q === text,
    error: text === '' ? null : search.error,
    retry: search.refetch,
  }
}

export type TermSearch = ReturnType<typeof useTermSearch>
