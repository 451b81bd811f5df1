import { useTranslate } from 'react-admin'
import type { Entry, Party } from './entry.ts'

/** What was done, in words; an action without words as it is. */
export function useActionName() {
  const translate = useTranslate()
  return (action: string): string => translate(`entries.actions.${action}`, { _: action })
}

/** What was done, or what was tried. */
export function useEntryTitle() {
  const translate = useTranslate()
  const nameOf = useActionName()
  return ({ action, outcome }: Pick<Entry, 'action' | 'outcome'>): string => {
    const what = nameOf(action)
    if (outcome !== 'refused' || action === 'signin.failed') return what
    // Refused attempts have the names of operations, few of which have words.
    return what === action
      ? translate('entries.refused_call', { action })
      : translate('entries.refused_what', { what })
  }
}

export function useKindName() {
  const translate = useTranslate()
  return (type: string): string => translate(`entries.kinds.${type}`, { _: type })
}

/** The label of a field, as on the pages where it is edited. */
export function useFieldName() {
  const translate = useTranslate()
  return (field: string): string =>
    translate(`entries.fields.${field}`, { _: translate(`people.fields.${field}`, { _: field }) })
}

/** Names are those of the time. A person who was erased has none, and neither have records that the caller may not read. */
export function usePartyName() {
  const translate = useTranslate()
  const kindOf = useKindName()
  return ({ type, id, name }: Party): string =>
    // People who are invited may have no name yet.
    name || (id === null ? kindOf(type) : translate('entries.numbered', { kind: kindOf(type), id }))
}

/** Who did it. */
export function useActorName() {
  const translate = useTranslate()
  const nameOf = usePartyName()
  return ({ actor_id: id, actor_name: name, via, request_id }: Entry): string => {
    if (id !== null) return nameOf({ type: 'users', id, name })
    if (via === 'command') return translate('entries.from_command')
    return translate(request_id === null ? 'entries.from_service' : 'entries.unknown_visitor')
  }
}

const MOST_NAMED = 3

/** The fields that an entry changes, in a line. */
export function useChangedFields() {
  const translate = useTranslate()
  const nameOf = useFieldName()
  return ({ changes }: Entry): string | undefined => {
    if (!changes || changes.length === 0) return undefined
    const fields = changes
      .slice(0, MOST_NAMED)
      .map(({ field }) => nameOf(field))
      .join(', ')
    const count = changes.length - MOST_NAMED
    return count > 0 ? translate('entries.and_more', { fields, count }) : fields
  }
}
