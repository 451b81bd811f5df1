import type { TreeInstance } from '@headless-tree/core'
import { Button, MenuItem, Stack, TextField, Typography, useMediaQuery } from '@mui/material'
import type { Theme } from '@mui/material/styles'
import {
  CircleCheck,
  CircleSlash,
  CornerDownRight,
  EllipsisVertical,
  FolderInput,
  PencilLine,
  Plus,
  Trash2,
} from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import type { TermType } from '../api.ts'
import { type MenuPlace, placeOf, type RowAction, RowMenu } from '../tree/RowMenu.tsx'
import { useUndo } from '../undo.tsx'
import { ROOT, TypeForest } from './forest.ts'
import { TypeDialogs, type TypeQuestion } from './TypeDialogs.tsx'
import { TypeTree } from './TypeTree.tsx'
import { useTypeMutations } from './useTypeMutations.ts'

interface Props {
  types: TermType[]
  chosen: TermType | undefined
  onChoose: (type: TermType | undefined) => void
}

/** The types: a tree next to the terms, or a select above them on a phone. */
export const TypePane = ({ types, chosen, onChoose }: Props) => {
  const translate = useTranslate()
  const may = useMay()
  const { fail } = useUndo()
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true })
  const forest = useMemo(() => new TypeForest(), [])
  const mutations = useTypeMutations()
  const tree = useRef<TreeInstance<TermType | undefined>>(undefined)
  const onTree = useCallback((next: TreeInstance<TermType | undefined>) => {
    tree.current = next
  }, [])
  const [menu, setMenu] = useState<{ type: TermType; place: MenuPlace }>()
  const [question, setQuestion] = useState<TypeQuestion>()
  const mayCreate = may('taxonomy-types', 'create')
  const mayUpdate = may('taxonomy-types', 'update')
  const mayDelete = may('taxonomy-types', 'delete')
  forest.show(types)

  const create = async (parent: string, name: string) =>
    onChoose(await mutations.create(parent === ROOT ? null : Number(parent), name))
  const add = (parent: string) => {
    if (isNarrow) return setQuestion({ kind: 'create', parent })
    forest.draft = parent
    tree.current?.applySubStateUpdate('expandedItems', (open) => [...new Set([...open, parent])])
    tree.current?.rebuildTree()
  }
  const move = (ids: string[], parent: string) => {
    for (const id of ids) {
      const type = forest.type(id)
      if (type) mutations.move(type, forest.type(parent) ?? null).catch(fail)
    }
  }
  const actions = (type: TermType): RowAction[][] => {
    const t = (key: string) => translate(`taxonomies.actions.${key}`)
    const id = String(type.id)
    return [
      mayCreate
        ? [
            {
              key: 'add',
              label: t('add_type_below'),
              icon: CornerDownRight,
              shortcut: 'N',
              act: () => add(id),
            },
          ]
        : [],
      mayUpdate
        ? [
            {
              key: 'rename',
              label: t('rename'),
              icon: PencilLine,
              shortcut: 'F2',
              act: () =>
                isNarrow
                  ? setQuestion({ kind: 'rename', type })
                  : tree.current?.getItemInstance(id).startRenaming(),
            },
            {
              key: 'move',
              label: t('move'),
              icon: FolderInput,
              act: () => setQuestion({ kind: 'move', type }),
            },
            {
              key: 'state',
              label: t(type.is_active ? 'deactivate' : 'activate'),
              icon: type.is_active ? CircleSlash : CircleCheck,
              act: () => void mutations.setActive(type, !type.is_active).catch(fail),
            },
          ]
        : [],
      mayDelete
        ? [
            {
              key: 'delete',
              label: t('delete'),
              icon: Trash2,
              shortcut: 'Del',
              isGrave: true,
              act: () => setQuestion({ kind: 'delete', type }),
            },
          ]
        : [],
    ]
  }
  const onMenu =
    mayCreate || mayUpdate || mayDelete
      ? (type: TermType, place: MenuPlace) => setMenu({ type, place })
      : undefined

  return (
    <>
      {isNarrow ? (
        <Stack direction="row" sx={{ gap: 1, mb: 1.5 }}>
          <TypeSelect forest={forest} chosen={chosen} onChoose={onChoose} />
          {chosen && onMenu && (
            <Button
              variant="outlined"
              aria-label={translate('taxonomies.actions_of', { name: chosen.name })}
              aria-haspopup="menu"
              onClick={(event) => onMenu(chosen, placeOf(event.currentTarget))}
              sx={{ minWidth: 44 }}
            >
              <EllipsisVertical size={16} />
            </Button>
          )}
          {mayCreate && (
            <Button
              variant="outlined"
              aria-label={translate('taxonomies.types.add')}
              onClick={() => add(ROOT)}
              sx={{ minWidth: 44 }}
            >
              <Plus size={16} />
            </Button>
          )}
        </Stack>
      ) : (
        <Stack
          component="section"
          aria-label={translate('taxonomies.types.label')}
          sx={{ width: 224, flex: 'none', minHeight: 0, borderRight: 1, borderColor: 'divider' }}
        >
          <Stack
            direction="row"
            sx={{
              alignItems: 'center',
              px: 1.5,
              py: 1.25,
              minHeight: 53,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Typography variant="h2" sx={{ flex: 1 }}>
              {translate('taxonomies.types.title')}
            </Typography>
            {mayCreate && (
              <Button
                aria-label={translate('taxonomies.types.add')}
                onClick={() => add(ROOT)}
                startIcon={<Plus size={16} />}
              >
                {translate('taxonomies.types.add_short')}
              </Button>
            )}
          </Stack>
          <TypeTree
            forest={forest}
            types={types}
            chosenId={chosen?.id}
            onChoose={onChoose}
            create={mayCreate ? create : undefined}
            rename={mayUpdate ? mutations.rename : undefined}
            move={mayUpdate ? move : undefined}
            remove={mayDelete ? (type) => setQuestion({ kind: 'delete', type }) : undefined}
            onMenu={onMenu}
            onTree={onTree}
          />
        </Stack>
      )}
      <RowMenu
        label={translate('taxonomies.actions_of', { name: menu?.type.name ?? '' })}
        groups={menu ? actions(menu.type) : []}
        place={menu?.place}
        onClose={() => setMenu(undefined)}
      />
      <TypeDialogs
        question={question}
        forest={forest}
        types={types}
        mutations={mutations}
        create={create}
        onClose={() => setQuestion(undefined)}
        onRemoved={(type) =>
          forest.branch(String(type.id)).includes(String(chosen?.id)) && onChoose(undefined)
        }
      />
    </>
  )
}

interface SelectProps {
  forest: TypeForest
  chosen: TermType | undefined
  onChoose: (type: TermType) => void
}

const TypeSelect = ({ forest, chosen, onChoose }: SelectProps) => {
  const translate = useTranslate()
  const lines = (parent: string, level: number): { type: TermType; level: number }[] =>
    forest.childrenOf(parent).flatMap((id) => {
      const type = forest.type(id)
      return type ? [{ type, level }, ...lines(id, level + 1)] : []
    })
  return (
    <TextField
      select
      fullWidth
      label={translate('taxonomies.types.one')}
      value={chosen?.id ?? ''}
      onChange={(event) => {
        const type = forest.type(String(event.target.value))
        if (type) onChoose(type)
      }}
    >
      {lines(ROOT, 0).map(({ type, level }) => (
        <MenuItem key={type.id} value={type.id} sx={{ pl: 2 + level * 2 }}>
          {type.name}
        </MenuItem>
      ))}
    </TextField>
  )
}
