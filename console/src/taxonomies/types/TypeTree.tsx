import { buildProxiedInstance, type ItemInstance, type TreeInstance } from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { Box } from '@mui/material'
import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslate } from 'react-admin'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import type { TermType } from '../api.ts'
import { Announcer } from '../tree/Announcer.tsx'
import { expand } from '../tree/expand.ts'
import { featuresOf, hotkeysOf } from '../tree/features.ts'
import { NameInput } from '../tree/NameInput.tsx'
import { placing } from '../tree/placing.ts'
import { MenuButton, type MenuPlace } from '../tree/RowMenu.tsx'
import { rowProps } from '../tree/rowProps.ts'
import { INDENT, rows } from '../tree/styles.ts'
import { ROOT, type TypeForest } from './forest.ts'

type Row = TermType | undefined

const DRAFT = 'draft:'

interface Props {
  forest: TypeForest
  /** The parent of the type being added. */
  draft: string | undefined
  setDraft: (parent: string | undefined) => void
  chosenId: number | undefined
  onChoose: (type: TermType) => void
  create: ((parent: string, name: string) => Promise<unknown>) | undefined
  rename: ((type: TermType, name: string, before: string) => Promise<unknown>) | undefined
  move: ((ids: string[], parent: string) => void) | undefined
  remove: ((type: TermType) => void) | undefined
  onMenu: ((type: TermType, place: MenuPlace, startRenaming: () => void) => void) | undefined
}

export const TypeTree = (props: Props) => {
  const { forest, draft } = props
  const translate = useTranslate()
  const tree = useTypeTree(props)
  useEffect(() => expand(tree, forest.parents()), [forest, tree])
  useEffect(() => expand(tree, draft === undefined ? [] : [draft]), [draft, tree])
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
              <Draft key={item.getKey()} item={item} {...props} />
            ) : (
              <TypeRow key={item.getKey()} item={item} {...props} />
            ),
          )}
      </Box>
      <Announcer tree={tree} />
    </>
  )
}

/** Rows of the children, after the row of the type being added. */
const rowsBelow = ({ forest, draft }: Props, id: string) => [
  ...(draft === id ? [DRAFT + id] : []),
  ...forest.childrenOf(id),
]

function useTypeTree(props: Props): TreeInstance<Row> {
  const { forest, setDraft, onChoose, create, rename, move, remove } = props
  const { undo } = useNotifier()
  const onFocused = (act: (type: TermType) => void) => (tree: TreeInstance<Row>) => {
    const type = tree.getFocusedItem().getItemData()
    if (type) act(type)
  }
  return useTree<Row>({
    rootItemId: ROOT,
    instanceBuilder: buildProxiedInstance,
    features: featuresOf(move !== undefined),
    // The library rejects undefined items.
    dataLoader: {
      getItem: (id) => forest.type(id) ?? ({} as TermType),
      getChildren: (id) => rowsBelow(props, id),
    },
    isItemFolder: (item) => rowsBelow(props, item.getId()).length > 0,
    getItemName: (item) => forest.type(item.getId())?.name ?? '',
    canRename: (item) => rename !== undefined && forest.type(item.getId()) !== undefined,
    onPrimaryAction: (item) => {
      const type = forest.type(item.getId())
      if (type) onChoose(type)
    },
    ...(move &&
      placing<Row>({
        isReal: (item) => forest.type(item.getId()) !== undefined,
        parentOf: (item) => forest.parentOf(item.getId()),
        place: move,
      })),
    hotkeys: hotkeysOf<Row>(move !== undefined, {
      open: onFocused(onChoose),
      add: create && onFocused(({ id }) => setDraft(String(id))),
      remove: remove && onFocused(remove),
      undo,
    }),
  })
}

interface RowProps extends Props {
  item: ItemInstance<Row>
}

const TypeRow = ({ item, forest, chosenId, rename, onMenu }: RowProps) => {
  const translate = useTranslate()
  const id = item.getId()
  const type = forest.type(id)
  if (!type) return null
  const ownMenu = onMenu && ((place: MenuPlace) => onMenu(type, place, () => item.startRenaming()))
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
          send={(name, before) => rename(type, name, before)}
          onClose={() => item.getTree().abortRenaming()}
        />
      ) : (
        <span className={type.is_active ? 'name' : 'name off'}>{type.name}</span>
      )}
      {!type.is_active && <span className="soft" data-text={`· ${translate('status.inactive')}`} />}
      <span className="gap" />
      {ownMenu && <MenuButton name={type.name} onMenu={ownMenu} />}
    </div>
  )
}

const Draft = ({ item, create, setDraft }: RowProps) => {
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
        onClose={() => setDraft(undefined)}
      />
    </div>
  )
}
