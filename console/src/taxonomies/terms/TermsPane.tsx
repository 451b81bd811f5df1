import { Box, Stack, Typography } from '@mui/material'
import { ClipboardList, ListTree, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import { useFormatLocale } from '../../i18n/format.ts'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { TermOrder, TermType } from '../api.ts'
import { Dialogs } from '../dialogs/Dialogs.tsx'
import type { Open } from '../dialogs/dialogProps.ts'
import { TermPanel } from '../panel/TermPanel.tsx'
import { expand } from '../tree/expand.ts'
import { type MenuPlace, RowMenu } from '../tree/RowMenu.tsx'
import { Forest } from './forest.ts'
import { OpenAll } from './OpenAll.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import { ROOT } from './rows.ts'
import { SearchBar } from './SearchBar.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { TermRow } from './TermRow.tsx'
import { type ScrollTo, TermTreeView } from './TermTreeView.tsx'
import { termActions } from './termActions.ts'
import { useDrop } from './useDrop.ts'
import { useOpenTerm } from './useOpenTerm.ts'
import { useTermCount } from './useTermCount.ts'
import { useTermMutations } from './useTermMutations.ts'
import { useTermPlaces } from './useTermPlaces.ts'
import { useTermSearch } from './useTermSearch.ts'
import { chosen, type TermTree, useTermTree } from './useTermTree.ts'

interface Props {
  type: TermType
  types: TermType[]
  openId: string | undefined
  order: TermOrder
  onOrder: (order: TermOrder) => void
  onOpen: (id: string | undefined) => void
}

/** The terms of a type. */
// Over 80 lines: the tree, its menu, the dialogs and the details act on the same tree, selection and mutations.
export const TermsPane = ({ type, types, openId, order, onOrder, onOpen }: Props) => {
  const translate = useTranslate()
  const may = useMay()
  const { undo, refused } = useNotifier()
  const forest = useMemo(() => new Forest(type.id, order), [type.id, order])
  const mutations = useTermMutations(forest, type)
  const [dialog, setDialog] = useState<Open>()
  const [menu, setMenu] = useState<{ id: string; place: MenuPlace }>()
  const scrollTo = useRef<ScrollTo>(null)
  const { place, nudge, said } = useTermPlaces(forest)
  const drop = useDrop(forest, mutations, place, setDialog)
  const mayCreate = may('taxonomies', 'create')
  const mayMove = may('taxonomies', 'move')
  const mayDelete = may('taxonomies', 'delete')

  const add = (tree: TermTree, parent: string) => {
    if (parent !== ROOT) expand(tree, [parent])
    forest.setDraft(parent)
    const index = tree.getItems().findIndex((item) => item.getId() === `draft:${parent}`)
    if (index >= 0) scrollTo.current?.(index)
  }
  const removed = (tree: TermTree, ids: string[]) => {
    tree.setSelectedItems([])
    if (openId !== undefined && (ids.includes(openId) || !forest.isThere(openId))) onOpen(undefined)
    tree.updateDomFocus()
  }
  const moved = (tree: TermTree, [id = '']: string[], parent: string | undefined) => {
    if (parent !== undefined) expand(tree, [parent])
    tree.getItemInstance(id).setFocused()
    tree.updateDomFocus()
  }
  const remove = (tree: TermTree, ids: string[]) => {
    const isLeaf = ids.length === 1 && !forest.isFolder(ids[0] as string)
    // No confirmation for a single term without children, if undo is possible.
    if (isLeaf && may('taxonomies', 'restore'))
      void mutations.remove(ids).then(() => removed(tree, ids), refused)
    else setDialog({ kind: 'delete', ids })
  }
  const tree = useTermTree(
    forest,
    {
      open: onOpen,
      rename: may('taxonomies', 'update'),
      add: mayCreate ? add : undefined,
      move: mayMove ? drop : undefined,
      nudge: mayMove ? nudge : undefined,
      remove: mayDelete ? remove : undefined,
      undo,
    },
    (index) => scrollTo.current?.(index),
  )
  const search = useTermSearch(forest, tree)
  const count = useTermCount(type.slug)
  useOpenTerm(forest, tree, openId)
  useEffect(() => {
    forest.load(ROOT).catch(() => undefined)
  }, [forest])

  const groups = (ids: string[]) =>
    termActions({
      ids,
      forest,
      may,
      translate,
      isSelected: tree.getState().selectedItems.includes(ids[0] ?? ''),
      open: (id) => onOpen(id),
      add: (parent) => add(tree, parent),
      rename: (id) => tree.getItemInstance(id).startRenaming(),
      nudge: mayMove && order === 'position' ? (id, by) => nudge(tree, id, by) : undefined,
      setActive: (isActive) => void mutations.setActive(ids, isActive).catch(refused),
      ask: (kind) => (kind === 'delete' ? remove(tree, ids) : setDialog({ kind, ids })),
      select: (id) => tree.getItemInstance(id).toggleSelect(),
    })
  const selected = tree.getState().selectedItems
  const mayAny = mayCreate || mayMove || mayDelete || may('taxonomies', 'update')
  const label = translate('taxonomies.terms_of', { name: type.name })
  const isEmpty = forest.roots === 0 && forest.draft !== ROOT
  const node = menu && forest.node(menu.id)

  const onMenu = mayAny ? (id: string, place: MenuPlace) => setMenu({ id, place }) : undefined

  const context = {
    openId,
    found: search.found,
    currentlyFound: search.current,
    q: search.q.trim(),
    rename: mutations.rename,
    stopRenaming: () => tree.abortRenaming(),
    create: mutations.create,
    stopAdding: () => {
      forest.setDraft(undefined)
      tree.updateDomFocus()
    },
    onMenu,
  }

  return (
    <>
      <Stack component="section" aria-label={label} sx={{ flex: 1, minHeight: 0, minWidth: 0 }}>
        <Heading type={type} count={count}>
          <OpenAll forest={forest} tree={tree} slug={type.slug} count={count} />
          {may('taxonomies', 'outline') && (
            <CommandButton icon={ClipboardList} onClick={() => setDialog({ kind: 'outline', ids: [ROOT] })}>
              {translate('taxonomies.outline.open')}
            </CommandButton>
          )}
          {mayCreate && (
            <CommandButton icon={Plus} variant="contained" onClick={() => add(tree, ROOT)}>
              {translate('taxonomies.add')}
            </CommandButton>
          )}
        </Heading>
        <Stack direction="row" useFlexGap sx={{ ...bar, py: 1 }}>
          {selected.length > 1 ? (
            <SelectionBar
              count={selected.length}
              groups={groups(chosen(tree, selected[0] as string))}
              onClear={() => tree.setSelectedItems([])}
            />
          ) : (
            <>
              <OrderChoice order={order} onChange={onOrder} />
              <SearchBar search={search} onLeave={() => tree.updateDomFocus()} />
            </>
          )}
        </Stack>
        {isEmpty ? (
          <EmptyState icon={ListTree} title={translate('taxonomies.empty.title', { name: type.name })}>
            {translate(mayCreate ? 'taxonomies.empty.text' : 'taxonomies.empty.reader')}
          </EmptyState>
        ) : (
          <TermTreeView
            tree={tree}
            label={label}
            scrollTo={scrollTo}
            said={said}
            row={(item) => <TermRow item={item} context={context} />}
          />
        )}
        <Box>
          <RowMenu
            label={translate('taxonomies.actions_of', { name: node?.name ?? '' })}
            groups={menu ? groups([menu.id]) : []}
            place={menu?.place}
            onClose={() => setMenu(undefined)}
          />
          <Dialogs
            open={dialog}
            type={type}
            types={types}
            forest={forest}
            mutations={mutations}
            onClose={() => setDialog(undefined)}
            onDone={(kind, ids, parent) => {
              if (kind === 'delete' || kind === 'merge') removed(tree, ids)
              else if (kind === 'outline') expand(tree, parent === undefined ? [] : [parent])
              else moved(tree, ids, parent)
            }}
          />
        </Box>
      </Stack>
      {openId !== undefined && may('taxonomies', 'read') && (
        <TermPanel id={openId} save={mutations.save} onMenu={onMenu} onClose={() => onOpen(undefined)} />
      )}
    </>
  )
}

interface HeadingProps {
  type: TermType
  count: number | undefined
  children: ReactNode
}

/** The type and the number of its terms, before the buttons. */
const Heading = ({ type, count, children }: HeadingProps) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  return (
    <Stack direction="row" useFlexGap sx={bar}>
      <Typography variant="h2" noWrap sx={{ flex: '1 1 auto', minWidth: 0 }}>
        {type.name}
        <Typography component="span" variant="body2" color="textSecondary" className="tabular" sx={{ ml: 1 }}>
          {count !== undefined &&
            translate('taxonomies.terms', { smart_count: count, _: count.toLocaleString(locale) })}
        </Typography>
      </Typography>
      {children}
    </Stack>
  )
}

const bar = {
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 1,
  px: 1.5,
  py: 1.25,
  borderBottom: 1,
  borderColor: 'divider',
} as const
