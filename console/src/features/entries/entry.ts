import type { components, Me } from '@rolecall/client'
import { type May, useMay, useMe } from '../../api/me.ts'
import type { Kind } from './kinds.ts'

export type Entry = components['schemas']['AuditEntry']
export type Change = NonNullable<Entry['changes']>[number]

/** One side of an entry. */
export interface Party {
  type: string
  id: number | null
  name: string | null
}

export const subjectOf = ({ subject_type: type, subject_id: id, subject_name: name }: Entry): Party => ({
  type,
  id,
  name,
})

export const otherOf = ({ other_type: type, other_id: id, other_name: name }: Entry): Party | undefined =>
  type === null ? undefined : { type, id, name }

const readsTrail = ({ permissions }: Me): boolean => permissions.includes('can-read-audit')

export const useReadsTrail = (): boolean => readsTrail(useMe())

/** Whether the caller may read the history of a record; everybody may read their own. */
export const mayReadHistory = (may: May, me: Me, kind: Kind, id: number): boolean =>
  (readsTrail(me) && may(kind, 'read')) || (kind === 'users' && id === me.user.id)

export function useMayReadHistory(): (kind: Kind, id: number) => boolean {
  const may = useMay()
  const me = useMe()
  return (kind, id) => mayReadHistory(may, me, kind, id)
}
