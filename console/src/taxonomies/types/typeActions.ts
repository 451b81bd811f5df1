import type { useTranslate } from 'react-admin'
import type { May } from '../../api/me.ts'
import type { TermType } from '../api.ts'
import { type RowAction, rowActions } from '../tree/rowActions.ts'

interface About {
  type: TermType
  may: May
  translate: ReturnType<typeof useTranslate>
  add: () => void
  rename: () => void
  setActive: (isActive: boolean) => void
  ask: (kind: 'move' | 'delete') => void
  /** Undefined if the caller may not read it. */
  openHistory: (() => void) | undefined
}

/** Whether any of the actions is allowed. */
export const mayActOnTypes = (may: May): boolean =>
  may('taxonomy-types', 'create') || may('taxonomy-types', 'update') || may('taxonomy-types', 'delete')

/** Actions on a type. */
export function typeActions({ type, may, translate, ...acts }: About): RowAction[][] {
  const mayUpdate = may('taxonomy-types', 'update')
  const state = type.is_active ? 'deactivate' : 'activate'
  return rowActions(translate, [
    [[may('taxonomy-types', 'create'), 'add_type_below', acts.add]],
    [
      [mayUpdate, 'rename', acts.rename],
      [mayUpdate, 'move', () => acts.ask('move')],
      [mayUpdate, state, () => acts.setActive(!type.is_active)],
    ],
    [[acts.openHistory !== undefined, 'history', () => acts.openHistory?.()]],
    [[may('taxonomy-types', 'delete'), 'delete', () => acts.ask('delete')]],
  ])
}
