import {
  Box,
  CircularProgress,
  Drawer,
  IconButton,
  Link,
  Stack,
  Typography,
  useMediaQuery,
} from '@mui/material'
import type { Theme } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../../api/me.ts'
import { useMayReadHistory } from '../../features/entries/entry.ts'
import { StatusChip } from '../../features/status/StatusChip.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { When } from '../../ui/When.tsx'
import { type Term, termQuery } from '../api.ts'
import { type MenuPlace, placeOf } from '../tree/RowMenu.tsx'
import { TermFacts } from './TermFacts.tsx'
import { type SaveTerm, TermForm } from './TermForm.tsx'
import { TermUsers } from './TermUsers.tsx'

interface Props {
  id: string
  save: SaveTerm
  /** Undefined if no action is allowed on the term. */
  onMenu: ((id: string, place: MenuPlace) => void) | undefined
  onClose: () => void
}

/** A term's details: next to the tree, or over it on a phone. */
export const TermPanel = ({ id, save, onMenu, onClose }: Props) => {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true })
  const titleId = useId()
  const translate = useTranslate()
  const query = useQuery(termQuery(id))
  const { data, error } = query
  // Do not show one term's data under another's name.
  const term = data && String(data.id) === id ? data : undefined
  const content = (
    <Stack component="aside" aria-labelledby={titleId} sx={{ height: '100%', minHeight: 0 }}>
      <Stack
        direction="row"
        sx={{ alignItems: 'center', gap: 1, px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider' }}
      >
        <Typography id={titleId} variant="h2" noWrap sx={{ flex: 1 }}>
          {term?.name ?? translate('taxonomies.details')}
        </Typography>
        {term && <StatusChip status={term.deleted_at ? 'trashed' : term.is_active ? 'active' : 'inactive'} />}
        {term && onMenu && (
          <IconButton
            onClick={(event) => onMenu(id, placeOf(event.currentTarget))}
            aria-label={translate('taxonomies.panel.actions')}
            aria-haspopup="menu"
          >
            <EllipsisVertical size={16} />
          </IconButton>
        )}
        <IconButton onClick={onClose} aria-label={translate('taxonomies.panel.close')}>
          <X size={16} />
        </IconButton>
      </Stack>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2 }} tabIndex={-1}>
        {error ? (
          <RetryQuery query={query} />
        ) : term ? (
          <Details
            key={term.id}
            term={term}
            save={save}
            onReload={() => query.refetch({ throwOnError: true })}
          />
        ) : (
          <Waiting />
        )}
      </Box>
    </Stack>
  )
  if (!isNarrow) return <Side>{content}</Side>
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={onClose}
      slotProps={{ paper: { 'aria-labelledby': titleId, sx: { height: '100dvh' } } }}
    >
      {content}
    </Drawer>
  )
}

const Side = ({ children }: { children: ReactNode }) => (
  <Box sx={{ width: 340, flex: 'none', borderLeft: 1, borderColor: 'divider', minHeight: 0 }}>{children}</Box>
)

const Waiting = () => (
  <Box sx={{ display: 'grid', placeItems: 'center', py: 6 }}>
    <CircularProgress size={20} aria-label={useTranslate()('ra.page.loading')} />
  </Box>
)

interface DetailsProps {
  term: Term
  save: SaveTerm
  onReload: () => Promise<unknown>
}

const Details = ({ term, save, onReload }: DetailsProps) => {
  const translate = useTranslate()
  const may = useMay()
  const mayReadHistory = useMayReadHistory()
  return (
    <Stack sx={{ gap: 3 }}>
      {may('taxonomies', 'update') ? (
        <TermForm term={term} save={save} onReload={onReload} />
      ) : (
        <TermFacts term={term} />
      )}
      {may('taxonomies', 'users.read') && <TermUsers term={term} />}
      <Typography variant="caption" color="textSecondary" component="div">
        {translate('taxonomies.panel.created')} <When at={term.created_at} /> ·{' '}
        {translate('taxonomies.panel.updated')} <When at={term.updated_at} />
        {mayReadHistory('taxonomies', term.id) && (
          <>
            {' · '}
            <Link component={RouterLink} to={`/taxonomies/${term.id}/history`} underline="always">
              {translate('entries.history.title')}
            </Link>
          </>
        )}
      </Typography>
    </Stack>
  )
}
