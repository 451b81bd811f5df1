import { Button } from '@mui/material'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { PartError, reloadIfServed } from '../../api/parts.ts'
import { useFormatLocale } from '../../i18n/format.ts'
import { CommandButton } from '../../ui/CommandButton.tsx'
import type { Listed } from '../../ui/list/column.ts'
import { Retry } from '../../ui/Retry.tsx'
import { useNotifier } from '../mutations/useNotifier.tsx'
import { download, type TextColumn, writeCsv } from './csv.ts'

interface Props<R> {
  /** Of the file, to which the day is added. */
  name: string
  /** Message key of the command's name. */
  command: string
  columns: TextColumn<R>[]
  total: number
  /** Records of a page; a shorter one is the last. */
  perPage: number
  /** The next page in the order of ids, after one. */
  read: (after: number, signal: AbortSignal) => Promise<R[]>
}

/** Exports all records of a list as CSV, page by page, with progress; it can be stopped. */
export const ExportButton = <R extends Listed>({
  name,
  command,
  columns,
  total,
  perPage,
  read,
}: Props<R>) => {
  const translate = useTranslate()
  const notifier = useNotifier()
  const locale = useFormatLocale()
  const [count, setCount] = useState<number>()
  const [unloaded, setUnloaded] = useState<PartError>()
  const under = useRef<AbortController>(undefined)

  async function* everyRecord(signal: AbortSignal): AsyncGenerator<R> {
    // Keyset pagination by id: records created or deleted meanwhile cannot make another appear twice.
    for (let after = 0; ; ) {
      const page = await read(after, signal)
      yield* page
      if (page.length < perPage) return
      after = page.at(-1)?.id ?? after
    }
  }

  const run = async () => {
    under.current = new AbortController()
    const { signal } = under.current
    setCount(0)
    try {
      const file = await writeCsv(everyRecord(signal), columns, setCount)
      download(file, `${name}-${new Date().toISOString().slice(0, 10)}.csv`)
    } catch (error) {
      if (error instanceof PartError) setUnloaded(error)
      else if (!signal.aborted) notifier.refused(error)
    } finally {
      setCount(undefined)
    }
  }

  if (total === 0) return null
  if (unloaded) return <Retry error={unloaded} retry={reloadIfServed} />
  return count === undefined ? (
    <CommandButton icon={Download} command={command} variant="outlined" onClick={() => void run()}>
      {translate('users.export.run')}
    </CommandButton>
  ) : (
    <Button variant="outlined" onClick={() => under.current?.abort()}>
      {translate('users.export.stop', {
        count: count.toLocaleString(locale),
        total: total.toLocaleString(locale),
      })}
    </Button>
  )
}
