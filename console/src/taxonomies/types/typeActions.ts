import { CircleCheck, CircleSlash, CornerDownRight, FolderInput, PencilLine, Trash2 } from 'lucide-react'
import type { useTranslate } from 'react-admin'
import type { May } from '../../api/me.ts'
import type { TermType } from '../api.ts'
import type { RowAction } from '../tree/RowMenu.tsx'

interface About {
  type: TermType
  may: May
  translate: ReturnType<typeof useTranslate>
  add: () => void
  rename: () => void
  setActive: (isActive: boolean) => void
  ask: (kind: 'move' | 'delete') => void
}

/** Whether any of the actions is allowed. */
export const mayActOnTypes = (may: May): boolean =>
  may('taxonomy-types', 'create') || may('taxonomy-types', 'update') || may('taxonomy-types', 'delete')

/** Actions on a type. */
export function typeActions({ type, may, translate, ...acts }: About): RowAction[][] {
  const t = (key: string) => translate(`taxonomies.actions.${key}`)
  const mayUpdate = may('taxonomy-types', 'update')
  const groups: (RowAction | false)[][] = [
    [
      may('taxonomy-types', 'create') && {
        key: 'add',
        label: t('add_type_below'),
        icon: CornerDownRight,
        shortcut: 'N',
        act: acts.add,
      },
    ],
    [
      mayUpdate && { key: 'rename', label: t('rename'), icon: PencilLine, shortcut: 'F2', act: acts.rename },
      mayUpdate && { key: 'move', label: t('move'), icon: FolderInput, act: () => acts.ask('move') },
      mayUpdate && {
        key: 'state',
        label: t(type.is_active ? 'deactivate' : 'activate'),
        icon: type.is_active ? CircleSlash : CircleCheck,
        act: () => acts.setActive(!type.is_active),
      },
    ],
    [
      may('taxonomy-types', 'delete') && {
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
