import {
  CircleCheck,
  CircleSlash,
  CornerDownRight,
  FolderInput,
  Merge,
  PanelRight,
  PencilLine,
  Plus,
  SquareCheck,
  Trash2,
} from 'lucide-react'
import type { useTranslate } from 'react-admin'
import type { May } from '../../api/me.ts'
import type { RowAction } from '../tree/RowMenu.tsx'
import type { Forest } from './forest.ts'

interface About {
  ids: string[]
  forest: Forest
  may: May
  translate: ReturnType<typeof useTranslate>
  isSelected: boolean
  open: (id: string) => void
  add: (parent: string) => void
  rename: (id: string) => void
  setActive: (isActive: boolean) => void
  ask: (kind: 'move' | 'merge' | 'delete') => void
  select: (id: string) => void
}

/** Actions on one or several terms. */
export function termActions({ ids, forest, may, translate, ...acts }: About): RowAction[][] {
  const t = (key: string) => translate(`taxonomies.actions.${key}`)
  const [id = ''] = ids
  const isOne = ids.length === 1
  const nodes = ids.flatMap((each) => forest.node(each) ?? [])
  const mayUpdate = may('taxonomies', 'update')
  const groups: (RowAction | false)[][] = [
    [
      isOne && { key: 'open', label: t('open'), icon: PanelRight, shortcut: '↵', act: () => acts.open(id) },
      isOne && {
        key: 'select',
        label: t(acts.isSelected ? 'deselect' : 'select'),
        icon: SquareCheck,
        shortcut: 'Ctrl ␣',
        act: () => acts.select(id),
      },
    ],
    [
      isOne &&
        may('taxonomies', 'create') && {
          key: 'add',
          label: t('add_below'),
          icon: CornerDownRight,
          shortcut: 'N',
          act: () => acts.add(id),
        },
      isOne &&
        may('taxonomies', 'create') && {
          key: 'beside',
          label: t('add_beside'),
          icon: Plus,
          shortcut: '⇧ N',
          act: () => acts.add(forest.parentOf(id)),
        },
    ],
    [
      isOne &&
        mayUpdate && {
          key: 'rename',
          label: t('rename'),
          icon: PencilLine,
          shortcut: 'F2',
          act: () => acts.rename(id),
        },
      may('taxonomies', 'move') && {
        key: 'move',
        label: t('move'),
        icon: FolderInput,
        act: () => acts.ask('move'),
      },
      isOne &&
        may('taxonomies', 'merge') && {
          key: 'merge',
          label: t('merge'),
          icon: Merge,
          act: () => acts.ask('merge'),
        },
      mayUpdate &&
        nodes.some(({ is_active }) => !is_active) && {
          key: 'activate',
          label: t('activate'),
          icon: CircleCheck,
          act: () => acts.setActive(true),
        },
      mayUpdate &&
        nodes.some(({ is_active }) => is_active) && {
          key: 'deactivate',
          label: t('deactivate'),
          icon: CircleSlash,
          act: () => acts.setActive(false),
        },
    ],
    [
      may('taxonomies', 'delete') && {
        key: 'delete',
        label: t('delete'),
        icon: Trash2,
        shortcut: 'Del',
        isGrave: true,
        act: () => acts.ask('delete'),
      },
    ],
  ]
  return groups.map((group) => group.filter((action) => action !== false))
}
