import { useEffect, useState } from 'react'
import { useListContext } from 'react-admin'
import type { Listed } from './column.ts'

const NONE: never[] = []

/** The selected records, from all pages of the list. */
export function useSelected<R extends Listed>(): R[] {
  const { data = NONE as R[], selectedIds } = useListContext<R>()
  const [seen, setSeen] = useState<ReadonlyMap<number, R>>(new Map())
  useEffect(() => {
    setSeen((before) => new Map([...before, ...data.map((record): [number, R] => [record.id, record])]))
  }, [data])
  return (selectedIds as number[]).flatMap((id) => seen.get(id) ?? [])
}
