import { Box, Drawer, IconButton, Skeleton, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { SearchX, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { EntryView } from './EntryView.tsx'
import type { Entry } from './entry.ts'
import type { Source } from './usePagedEntries.ts'
import { useEntryTitle } from './words.ts'

interface Props {
  id: number
  /** As the list has it; entries do not change. */
  listed: Entry | undefined
  source: Pick<Source, 'queryKey' | 'read'>
  onClose: () => void
}

/** The open entry, beside its list. */
export const EntryDrawer = ({ id, listed, source, onClose }: Props) => {
  const translate = useTranslate()
  const titleOf = useEntryTitle()
  const titleId = useId()
  const query = useQuery({
    queryKey: [...source.queryKey, 'entry', id],
    queryFn: async ({ signal }) => {
      const { list } = await source.read({ before: id + 1, per_page: 1 }, signal)
      return list.data.find((entry) => entry.id === id) ?? null
    },
    enabled: listed === undefined,
  })
  const entry = listed ?? query.data
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: 560 } },
        },
      }}
    >
      <Stack
        direction="row"
        sx={{ alignItems: 'center', gap: 1, px: 2.5, py: 1.25, borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography id={titleId} variant="h2" sx={{ flex: 1, minWidth: 0 }}>
          {entry ? titleOf(entry) : translate('entries.one')}
        </Typography>
        <IconButton onClick={onClose} aria-label={translate('entries.close')} autoFocus>
          <X size={16} />
        </IconButton>
      </Stack>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2.5 }} tabIndex={0}>
        {entry ? (
          <EntryView key={entry.id} entry={entry} />
        ) : query.error ? (
          <RetryQuery query={query} />
        ) : query.data === null ? (
          <EmptyState icon={SearchX} title={translate('entries.not_found.title')}>
            {translate('entries.not_found.text')}
          </EmptyState>
        ) : (
          <Skeleton variant="rounded" height={240} aria-label={translate('ra.page.loading')} />
        )}
      </Box>
    </Drawer>
  )
}
