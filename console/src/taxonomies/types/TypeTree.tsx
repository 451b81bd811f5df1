import { buildProxiedInstance, type ItemInstance, type TreeInstance } from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { Box } from '@mui/material'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslate } from 'react-admin'
import type { TermType } from '../api.ts'
import { Announcer } from '../tree/Announcer.tsx'
import { featuresOf, hotkeysOf } from '../tree/features.ts'
import { NameInput } from '../tree/NameInput.tsx'
import { placing } from '../tree/placing.ts'
import { MenuButton, type MenuPlace } from '../tree/RowMenu.tsx'
import { rowProps } from '../tree/rowProps.ts'
import { INDENT, rows } from '../tree/styles.ts'
import { useUndo } from '../undo.tsx'
import { DRAFT, ROOT, type TypeForest } from './forest.ts'

type Row = TermType | undefined

interface Props {
  forest: TypeForest
  types: TermType[]
  chosenId: number | undefined
  onChoose: (type: TermType) => void
  create: ((parent: string, name: string) => Promise<unknown>) | undefined
  rename: ((type: TermType, name: string) => Promise<unknown>) | undefined
  move: ((ids: string[], parent: string) => void) | undefined
  remove: ((type: TermType) => void) | undefined
  onMenu: ((type: TermType, place: MenuPlace) => void) | undefined
  onTree: (tree: TreeInstance<Row>) => void
}

export const TypeTree = (props: Props) => {
  const { forest, types, onTree } = props
  const translate = useTranslate()
  const tree = useTypeTree(props)
  useEffect(() => {
    forest.show(types)
    tree.applySubStateUpdate('expandedItems', (open) => [...new Set([...open, ...forest.parents()])])
    tree.rebuildTree()
  }, [forest, types, tree])
  useEffect(() => onTree(tree), [onTree, tree])
  return (
    <>
      <Box
        {...tree.getContainerProps(translate('taxonomies.types.label'))}
        sx={[rows as object, rows as never, { flex: 1, overflowY: 'auto', p: 0.5, minHeight: 0 }]}
      >
        {tree
          .getItems()
          .map((item) =>
            item.getId().startsWith(DRAFT) ? (
              <Draft key={item.getKey()} item={item} tree={tree} {...props} />
            ) : (
              <TypeRow key={item.getKey()} item={item} tree={tree} {...props} />
            ),
          )}
      </Box>
      <Announcer tree={tree} />
    </>
  )
}

function useTypeTree({ forest, onChoose, create, rename, move, remove }: Props): TreeInstance<Row> {
  const own = useRef<TreeInstance<Row>>(undefined)
  const { undo } = useUndo()
  const onFocused = (act: (type: TermType) => void) => () => {
    const type = own.current?.getFocusedItem()?.getItemData()
    if (type) act(type)
  }
  const add = (type: TermType) => {
    forest.draft = String(type.id)
    const tree = own.current
    tree?.applySubStateUpdate('expandedItems', (open) => [...new Set([...open, String(type.id)])])
    tree?.rebuildTree()
  }
  const tree = useTree<Row>({
    rootItemId: ROOT,
    instanceBuilder: buildProxiedInstance,
    features: featuresOf(move !== undefined),
    // The library rejects undefined items.
    dataLoader: {
      getItem: (id) => forest.type(id) ?? ({} as TermType),
      getChildren: (id) => forest.childrenOf(id),
    },
    isItemFolder: (item) => forest.childrenOf(item.getId()).length > 0,
    getItemName: (item) => forest.type(item.getId())?.name ?? '',
    canRename: (item) => rename !== undefined && forest.type(item.getId()) !== undefined,
    onPrimaryAction: (item) => {
      const type = forest.type(item.getId())
      if (type) onChoose(type)
    },
    ...(move &&
      placing<Row>(() => own.current as TreeInstance<Row>, {
        isReal: (item) => forest.type(item.getId()) !== undefined,
        parentOf: (item) => forest.parentOf(item.getId()),
        place: move,
      })),
    hotkeys: hotkeysOf<Row>(move !== undefined, {
      Open: { hotkey: 'Enter', act: onFocused(onChoose) },
      Add: create !== undefined && { hotkey: 'KeyN', act: onFocused(add) },
      Remove: remove !== undefined && { hotkey: 'Delete', act: onFocused(remove) },
      Undo: { hotkey: 'MetaOrControl+KeyZ', act: undo },
    }),
  })
  own.current = tree
  return tree
}

interface RowProps extends Props {
  item: ItemInstance<Row>
  tree: TreeInstance<Row>
}

const TypeRow = ({ item, tree, forest, chosenId, rename, onMenu }: RowProps) => {
  const translate = useTranslate()
  const id = item.getId()
  const type = forest.type(id)
  if (!type) return null
  const ownMenu = onMenu && ((place: MenuPlace) => onMenu(type, place))
  const props = rowProps(item, ownMenu, type.id === chosenId)
  return (
    <div
      {...props}
      role="treeitem"
      tabIndex={props.tabIndex}
      aria-selected={type.id === chosenId}
      style={{ height: 32, paddingLeft: item.getItemMeta().level * INDENT }}
    >
      <span
        className={`twist ${item.isExpanded() ? 'open' : ''}`}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation()
          if (item.isExpanded()) item.collapse()
          else item.expand()
        }}
      >
        {item.isFolder() && <ChevronRight size={15} />}
      </span>
      {item.isRenaming() && rename ? (
        <NameInput
          label={translate('taxonomies.name')}
          taken={translate('taxonomies.types.taken')}
          initial={type.name}
          send={(name) => rename(type, name)}
          onClose={() => tree.abortRenaming()}
        />
      ) : (
        <span className={type.is_active ? 'name' : 'name off'}>{type.name}</span>
      )}
      {!type.is_active && <span className="soft" data-text={`· ${translate('ui.status.inactive')}`} />}
      <span className="gap" />
      {ownMenu && <MenuButton name={type.name} onMenu={ownMenu} />}
    </div>
  )
}

const Draft = ({ item, tree, forest, create }: RowProps) => {
  const translate = useTranslate()
  const parent = item.getId().slice(DRAFT.length)
  return (
    <div
      role="treeitem"
      aria-level={item.getItemMeta().level + 1}
      aria-selected={false}
      aria-label={translate('taxonomies.types.draft')}
      tabIndex={-1}
      style={{ height: 36, paddingLeft: item.getItemMeta().level * INDENT + 24 }}
    >
      <NameInput
        label={translate('taxonomies.types.new_name')}
        taken={translate('taxonomies.types.taken')}
        send={async (name) => create?.(parent, name)}
        onClose={() => {
          forest.draft = undefined
          tree.rebuildTree()
        }}
      />
    </div>
  )
}
