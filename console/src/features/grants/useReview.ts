import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useMe } from '../../api/me.ts'
import { useAction } from '../mutations/useAction.tsx'
import { type Change, type Effects, effectsQuery, MOST_CHANGES, saveChanges } from './grants.ts'
import { rememberSaved } from './lastSaved.ts'
import type { Draft } from './useDraft.ts'

interface WithDetails {
  details?: readonly { field: string }[]
}

/** The changes that an error points at; for a rule about a role, all changes of that role. */
export function refusedOf(error: unknown, changes: readonly Change[]): Change[] {
  const { details = [] } = (error ?? {}) as WithDetails
  const refused = new Set<Change>()
  for (const { field } of details) {
    const [, index, part] = /^changes\.(\d+)\.(\w+)$/.exec(field) ?? []
    const change = changes[Number(index)]
    if (!change) continue
    const alike = changes.filter(({ role }) => role.id === change.role.id)
    for (const each of part === 'role' ? alike : [change]) refused.add(each)
  }
  return [...refused]
}

export interface Review {
  effects: Effects | undefined
  isCounting: boolean
  error: unknown
  /** Counts again, if the count failed. */
  retry: (() => unknown) | undefined
  /** How many changes exceed the limit of one save. */
  excess: number
  isSaving: boolean
  save: () => Promise<void>
}

/** The effect of a draft, counted by the service, and its save. */
export function useReview(draft: Draft, isOpen: boolean, onSaved: () => void): Review {
  const { changes } = draft
  const { id: userId } = useMe().user
  const translate = useTranslate()
  const counted = effectsQuery(changes)
  const preview = useQuery({
    ...counted,
    enabled: isOpen && changes.length > 0 && changes.length <= MOST_CHANGES,
  })
  const saving = useAction(
    async () => {
      await saveChanges(changes)
      return { message: translate('grants.saved', { smart_count: changes.length }) }
    },
    { keepsError: true, waits: true },
  )
  return {
    effects: preview.data,
    isCounting: preview.isFetching,
    error: saving.error ?? preview.error,
    retry: saving.error ? undefined : preview.refetch,
    excess: Math.max(0, changes.length - MOST_CHANGES),
    isSaving: saving.busy,
    save: async () => {
      if (!(await saving.run())) return
      rememberSaved(userId, changes)
      // The draft is cleared only now: the saved grants are loaded.
      draft.discard()
      onSaved()
    },
  }
}
