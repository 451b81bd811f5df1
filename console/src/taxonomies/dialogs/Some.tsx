import { useTranslate } from 'react-admin'
import type { Moved } from '../api.ts'
import type { MovePreview } from '../terms/useTermMutations.ts'

interface Props {
  some: Moved['some']
  /** How many there are in all; undefined if some are counted twice. */
  terms: number | undefined
  users: number | undefined
}

/** Names of some of the terms and users that change, and how many more there are. Nothing without any. */
export const Some = ({ some, terms, users }: Props) => {
  const translate = useTranslate()
  const listed = (key: 'terms' | 'users', names: string[], total = names.length) => {
    const left = total - names.length
    const more = left > 0 ? translate('taxonomies.some.more', { smart_count: left }) : ''
    return names.length === 0 ? null : (
      <div>{translate(`taxonomies.some.${key}`, { names: `${names.join(', ')}${more}` })}</div>
    )
  }
  return (
    <>
      {listed('terms', textsOf(some?.terms, ['name']), terms)}
      {listed('users', textsOf(some?.users, ['first_name', 'last_name']), users)}
    </>
  )
}

/** The same for a move of one or several terms. */
export const SomeMoved = ({ moved: { some, terms, users }, ids }: { moved: MovePreview; ids: string[] }) => {
  const isOne = ids.length === 1
  return <Some some={some} terms={isOne ? terms - 1 : undefined} users={isOne ? users : undefined} />
}

const textsOf = (records: Record<string, unknown>[] = [], fields: string[]): string[] =>
  records.map((record) =>
    fields
      .map((field) => record[field])
      .filter(Boolean)
      .join(' '),
  )
