import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'react-admin'
import {
  type Change,
  type Effects,
  effectsQuery,
  everyGrantKey,
  MOST_CHANGES,
  saveChanges,
} from './grants.ts'
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
  save: () => void
}

/** The effect of a draft, counted by the service, and its save. */
export function useReview(draft: Draft, isOpen: boolean, onSaved: () => void): Review {
  const { changes } = draft
  const notify = useNotify()
  const translate = useTranslate()
  const queryClient = useQueryClient()
  const counted = effectsQuery(changes)
  const preview = useQuery({
    ...counted,
    enabled: isOpen && changes.length > 0 && changes.length <= MOST_CHANGES,
  })
  const saving = useMutation({
    mutationFn: () => saveChanges(changes),
    onSuccess: async () => {
      // Clear the draft only after the saved state is loaded.
      await queryClient.invalidateQueries(everyGrantKey)
      draft.discard()
      onSaved()
      notify(translate('grants.saved', { smart_count: changes.length }), { type: 'info' })
      for (const queryKey of [['me'], ['roles'], ['permissions'], ['users']]) {
        void queryClient.invalidateQueries({ queryKey })
      }
    },
  })
  return {
    effects: preview.data,
    isCounting: preview.isFetching,
    error: saving.error ?? preview.error,
    retry: saving.error ? undefined : preview.refetch,
    excess: Math.max(0, changes.length - MOST_CHANGES),
    isSaving: saving.isPending,
    save: () => saving.mutate(),
  }
}
