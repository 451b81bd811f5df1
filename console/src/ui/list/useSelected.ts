import { useState } from 'react'
import { useListContext } from 'react-admin'
import type { Listed } from './column.ts'

/** The chosen records, on whatever page of the list they were chosen. */
export function useSelected<R extends Listed>(): R[] {
  const { data = [], selectedIds } = useListContext<R>()
  const [seen] = useState(() => new Map<number, R>())
  for (const record of data) seen.set(record.id, record)
  return (selectedIds as number[]).flatMap((id) => seen.get(id) ?? [])
}
