import { RolecallError } from '@rolecall/client'
import type { Identifier } from 'ra-core'
import type { resourceOf } from './resources.ts'

type Records = ReturnType<typeof resourceOf>
type Fields = Record<string, unknown>

/** Ids within this range are read by one request, together with the records between them: at most one page of 100. */
const SPAN = 100

/**
 * The existing records with these ids. The API's filters have ranges but no "any of", so ids close to each other, such as
 * those of one page, are read by one request.
 */
export async function readMany(
  records: Records,
  ids: readonly Identifier[],
  params: Fields,
  options: Fields,
) {
  const read = async (some: Identifier[]) => {
    const [low, high] = [some[0], some.at(-1)]
    if (low === high) return readOne(records, low as Identifier, { ...params, ...options })
    const where = { id: { btw: [low, high] } }
    const { data } = await records.list({ ...params, where, per_page: SPAN }, options)
    return data.filter(({ id }: { id: number }) => some.includes(id))
  }
  return (await Promise.all(groupIds(ids).map(read))).flat()
}

/** Groups ids within {@link SPAN}; each uuid is a group of its own. */
function groupIds(ids: readonly Identifier[]): Identifier[][] {
  const groups: Identifier[][] = []
  for (const id of [...new Set(ids.map(asNumber))].sort(byNumber)) {
    const group = groups.at(-1)
    if (typeof id === 'number' && group && id - Number(group[0]) < SPAN) group.push(id)
    else groups.push([id])
  }
  return groups
}

const asNumber = (id: Identifier): Identifier => (/^\d+$/.test(String(id)) ? Number(id) : id)

/** Sorts uuids first, as they are never grouped. */
const byNumber = (a: Identifier, b: Identifier) =>
  (typeof a === 'number' ? a : -1) - (typeof b === 'number' ? b : -1)

async function readOne(records: Records, id: Identifier, options: Fields) {
  try {
    return [await records.get(id, options)]
  } catch (error) {
    if (error instanceof RolecallError && error.isNotFound) return []
    throw error
  }
}
