import { describedAs, isReference } from './resources.ts'

type Fields = Record<string, unknown>

/**
 * What of a form's record is sent: react-admin gives all of it, the API takes what can be written. Names that the API
 * does not know at all are sent, so that it refuses them by name.
 * @param previous what it was, so that only what has changed is sent; without it, all that is given
 */
export function changesOf(resource: string, data: Fields, previous?: Fields): Fields {
  const described = describedAs(resource)
  const { reads, writes = reads } = described
  const changed = Object.entries(data).filter(([name, value]) =>
    previous ? !isSame(value, previous[name]) : value !== undefined,
  )
  const changes: Fields = {}
  for (const [name, value] of changed) {
    const referred = name.replace(/_id$/, '')
    if (writes.includes(name)) changes[name] = isReference(described, name) ? idOf(value) : value
    else if (name !== referred && writes.includes(referred)) changes[referred] = value
    else if (!reads.includes(name)) changes[name] = value
  }
  return changes
}

/** An input that was left empty is null, where the record may not even have the attribute. */
const isSame = (value: unknown, other: unknown) =>
  JSON.stringify(value ?? null) === JSON.stringify(other ?? null)

const idOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value
