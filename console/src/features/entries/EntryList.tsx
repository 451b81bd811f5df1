import { Button, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { ListContextProvider, useTranslate } from 'react-admin'
import { useFormatLocale } from '../../i18n/format.ts'
import type { Column } from '../../ui/list/column.ts'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { Compact } from './columns.tsx'
import { EntryDrawer } from './EntryDrawer.tsx'
import type { Entry } from './entry.ts'
import type { PagedEntries } from './usePagedEntries.ts'

interface Props {
  /** Accessible name. */
  label: string
  entries: PagedEntries
  columns: Column<Entry>[]
  pathOf: (entry: Entry) => string
  toolbar?: ReactNode
  empty: ReactNode
  isFiltered?: boolean
  onClear?: () => void
}

/** Entries of the audit trail, newest first; a row opens its entry beside them. */
export const EntryList = ({ label, entries, columns, pathOf, ...frame }: Props) => {
  const { list, openId, close, source } = entries
  return (
    <>
      <ListContextProvider value={list}>
        <ListFrame {...frame}>
          <ListTable<Entry>
            label={label}
            columns={columns}
            pathOf={pathOf}
            compactBelow="md"
            compact={(entry) => <Compact entry={entry} to={pathOf(entry)} />}
          />
        </ListFrame>
      </ListContextProvider>
      <Beyond {...entries} />
      {openId !== undefined && (
        <EntryDrawer
          key={openId}
          id={openId}
          listed={list.data?.find(({ id }) => id === openId)}
          source={source}
          onClose={close}
        />
      )}
    </>
  )
}

/** Leads to the entries beyond those that are counted and have pages, and back. */
const Beyond = ({ before, hasMore, total, goOn, toNewest }: PagedEntries) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  if (before === undefined && !hasMore) return null
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, mt: 1.5, px: 2 }}
    >
      <Typography variant="body2" color="textSecondary">
        {[
          before !== undefined && translate('entries.list.going', { id: before.toLocaleString(locale) }),
          hasMore && translate('entries.list.more', { count: total.toLocaleString(locale) }),
        ]
          .filter(Boolean)
          .join(' ')}
      </Typography>
      {before !== undefined && <Button onClick={toNewest}>{translate('entries.list.newest')}</Button>}
      {hasMore && (
        <Button loading={goOn.busy} onClick={() => void goOn.run()}>
          {translate('entries.list.go_on')}
        </Button>
      )}
    </Stack>
  )
}
