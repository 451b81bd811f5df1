import { Button, Stack, Typography } from '@mui/material'
import { ScrollText } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useMe } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useChosenColumns } from '../../ui/list/ColumnMenu.tsx'
import { columnsFor, INITIAL_COLUMNS } from './columns.tsx'
import { EntryList } from './EntryList.tsx'
import { useReadsTrail } from './entry.ts'
import type { Kind } from './kinds.ts'
import { useEntryPath } from './useEntryPath.ts'
import { type Source, usePagedEntries } from './usePagedEntries.ts'

interface Props {
  kind: Kind
  id: number
}

/** What was done to a record: its changes, and links given to it and taken from it. */
export const History = ({ kind, id }: Props) => {
  const translate = useTranslate()
  const readsTrail = useReadsTrail()
  const me = useMe()
  const isOwn = kind === 'users' && id === me.user.id
  const entries = usePagedEntries(historyOf(kind, id))
  const pathOf = useEntryPath()
  const { columns, menu } = useChosenColumns('history', columnsFor(pathOf), INITIAL_COLUMNS, 'md')
  return (
    <section aria-label={translate('entries.history.title')}>
      <EntryList
        label={translate('entries.history.title')}
        entries={entries}
        columns={columns}
        pathOf={pathOf}
        toolbar={
          <>
            <Typography variant="body2" color="textSecondary" sx={{ flex: 1, minWidth: 200, px: 0.5 }}>
              {translate(`entries.history.${isOwn ? 'own' : 'lead'}`)}
            </Typography>
            <Stack direction="row" sx={{ gap: 1 }}>
              {menu}
              {readsTrail && (
                <Button
                  component={Link}
                  to={`/audit?kind=${kind}&record=${id}`}
                  startIcon={<ScrollText size={16} aria-hidden />}
                >
                  {translate('entries.history.in_trail')}
                </Button>
              )}
            </Stack>
          </>
        }
        empty={
          <EmptyState icon={ScrollText} title={translate('entries.history.empty.title')}>
            {translate('entries.history.empty.text')}
          </EmptyState>
        }
      />
    </section>
  )
}

const historyOf = (kind: Kind, id: number): Source => ({
  queryKey: ['history', kind, id],
  read: (page, signal) =>
    // The call is the same for each kind.
    client.request('GET', `/api/${kind as 'users'}/{column}/{value}/history`, {
      path: { column: 'id', value: String(id) },
      query: { ...page },
      signal,
    }),
})
