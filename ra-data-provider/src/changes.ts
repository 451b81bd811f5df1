import { describedAs, isReference } from './resources.ts'

type Fields = Record<string, unknown>

/**
 * The fields of a form's record to send: react-admin passes all fields, the API accepts writable ones. Unknown fields are
 * sent too, so that the API refuses them by name.
 * @param previous the record before the edit, to send only changes; omitted: all given fields are sent
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

/** An empty input is null, while the record may lack the attribute. */
const isSame = (value: unknown, other: unknown) =>
  JSON.stringify(value ?? null) === JSON.stringify(other ?? null)

const idOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value
