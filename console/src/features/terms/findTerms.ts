import { client } from '../../api/session.ts'
import type { PickerOption } from '../../ui/RecordPicker.tsx'

const MOST = 20

/** Terms as a `RecordPicker` offers them. */
export async function findTerms(q: string, signal: AbortSignal): Promise<PickerOption[]> {
  const { data } = await client.taxonomies.list(
    { ...(q !== '' && { q }), per_page: MOST, sort: 'name' },
    { signal },
  )
  return data.map(({ id, name, slug, type, parent }) => ({
    id,
    name,
    slug,
    detail: [type?.name, parent?.name].filter(Boolean).join(' · '),
  }))
}
