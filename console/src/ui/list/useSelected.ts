import { useState } from 'react'
import { useListContext } from 'react-admin'
import type { Listed } from './column.ts'

/** The selected records, from all pages of the list. */
export function useSelected<R extends Listed>(): R[] {
  const { data = [], selectedIds } = useListContext<R>()
  const [seen] = useState(() => new Map<number, R>())
  for (const record of data) seen.set(record.id, record)
  return (selectedIds as number[]).flatMap((id) => seen.get(id) ?? [])
}
