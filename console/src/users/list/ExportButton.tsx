import { Button } from '@mui/material'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { PartError, reloadIfServed } from '../../api/parts.ts'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import { useFormatLocale } from '../../i18n/format.ts'
import { CommandButton } from '../../ui/CommandButton.tsx'
import type { Column } from '../../ui/list/column.ts'
import { Retry } from '../../ui/Retry.tsx'
import type { User } from '../user.ts'
import { download, withText, writeCsv } from './export.ts'
import { usersProvider } from './provider.ts'

const A_PAGE = 1000

/** Exports all users that match the filter, with the visible columns. */
export const ExportButton = ({ columns }: { columns: Column<User>[] }) => {
  const translate = useTranslate()
  const may = useMay()
  const notifier = useNotifier()
  const locale = useFormatLocale()
  const { filterValues, total = 0 } = useListContext<User>()
  const [count, setCount] = useState<number>()
  const [unloaded, setUnloaded] = useState<PartError>()
  const under = useRef<AbortController>(undefined)
  const include = may('users', 'roles.read') && may('roles', 'list') ? { include: ['roles'] } : {}

  async function* everyUser(signal: AbortSignal): AsyncGenerator<User> {
    // Keyset pagination by id: users created or deleted meanwhile cannot make another appear twice.
    for (let after = 0; ; ) {
      const { data } = await usersProvider.getList<User>('users', {
        pagination: { page: 1, perPage: A_PAGE },
        sort: { field: 'id', order: 'ASC' },
        filter: { ...filterValues, id_gt: after },
        meta: include,
        signal,
      })
      yield* data
      if (data.length < A_PAGE) return
      after = data.at(-1)?.id ?? after
    }
  }

  const run = async () => {
    under.current = new AbortController()
    const { signal } = under.current
    setCount(0)
    try {
      const file = await writeCsv(everyUser(signal), withText(columns), setCount)
      download(file, `users-${new Date().toISOString().slice(0, 10)}.csv`)
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
    <CommandButton
      icon={Download}
      command="users.export.command"
      variant="outlined"
      onClick={() => void run()}
    >
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
