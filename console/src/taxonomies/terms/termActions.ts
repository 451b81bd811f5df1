import type { useTranslate } from 'react-admin'
import type { May } from '../../api/me.ts'
import { type RowAction, rowActions } from '../tree/rowActions.ts'
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
  /** Undefined in the natural order. */
  nudge: ((id: string, by: 1 | -1) => void) | undefined
  setActive: (isActive: boolean) => void
  ask: (kind: 'move' | 'merge' | 'delete' | 'outline') => void
  select: (id: string) => void
}

/** Actions on one or several terms. */
export function termActions({ ids, forest, may, translate, ...acts }: About): RowAction[][] {
  const [id = ''] = ids
  const isOne = ids.length === 1
  const states = ids.flatMap((each) => forest.node(each)?.is_active ?? [])
  const mayCreate = isOne && may('taxonomies', 'create')
  const mayUpdate = may('taxonomies', 'update')
  const canNudge = isOne && acts.nudge !== undefined
  return rowActions(translate, [
    [
      [isOne, 'open', () => acts.open(id)],
      [isOne, acts.isSelected ? 'deselect' : 'select', () => acts.select(id)],
    ],
    [
      [mayCreate, 'add_below', () => acts.add(id)],
      [mayCreate, 'add_beside', () => acts.add(forest.parentOf(id))],
      [isOne && may('taxonomies', 'outline'), 'add_list', () => acts.ask('outline')],
    ],
    [
      [isOne && mayUpdate, 'rename', () => acts.rename(id)],
      [canNudge, 'up', () => acts.nudge?.(id, -1)],
      [canNudge, 'down', () => acts.nudge?.(id, 1)],
      [may('taxonomies', 'move'), 'move', () => acts.ask('move')],
      [isOne && may('taxonomies', 'merge'), 'merge', () => acts.ask('merge')],
      [mayUpdate && states.includes(false), 'activate', () => acts.setActive(true)],
      [mayUpdate && states.includes(true), 'deactivate', () => acts.setActive(false)],
    ],
    [[may('taxonomies', 'delete'), 'delete', () => acts.ask('delete')]],
  ])
}
