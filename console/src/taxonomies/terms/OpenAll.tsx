import { Button } from '@mui/material'
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import { expand } from '../tree/expand.ts'
import type { Forest } from './forest.ts'
import type { TermTree } from './useTermTree.ts'

/** This many load in a second or two; larger trees are expanded branch by branch. */
const MOST = 20_000

interface Props {
  forest: Forest
  tree: TermTree
  slug: string
  count: number | undefined
}

/** Expands all rows, or collapses all if any is expanded. */
export const OpenAll = ({ forest, tree, slug, count = 0 }: Props) => {
  const translate = useTranslate()
  const { refused } = useNotifier()
  const [isBusy, setBusy] = useState(false)
  const { expandedItems } = tree.getState()
  const roots = forest.roots ?? 0
  if (expandedItems.length === 0 && (count <= roots || count > MOST)) return null
  const openAll = async () => {
    setBusy(true)
    await forest.loadAll(slug).then(() => expand(tree, forest.folders()), refused)
    setBusy(false)
  }
  const closeAll = () => {
    tree.applySubStateUpdate('expandedItems', [])
    tree.rebuildTree()
  }
  return expandedItems.length > 0 ? (
    <Button onClick={closeAll} startIcon={<ChevronsDownUp size={16} />}>
      {translate('taxonomies.close_all')}
    </Button>
  ) : (
    <Button
      onClick={openAll}
      loading={isBusy}
      loadingPosition="start"
      startIcon={<ChevronsUpDown size={16} />}
    >
      {translate('taxonomies.open_all')}
    </Button>
  )
}
