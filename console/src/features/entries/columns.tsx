import { Box, Link, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { Column } from '../../ui/list/column.ts'
import { useProgramName } from '../sessions/useProgramName.ts'
import { StatusChip } from '../status/StatusChip.tsx'
import { type Entry, otherOf, subjectOf } from './entry.ts'
import { Moment } from './Moment.tsx'
import { useActorName, useChangedFields, useEntryTitle, useKindName, usePartyName } from './words.ts'

interface CellProps {
  entry: Entry
}

/** What happened, with a link that opens the entry, and which fields changed. */
const What = ({ entry, to }: CellProps & { to: string }) => {
  const titleOf = useEntryTitle()
  const fieldsOf = useChangedFields()
  return (
    <Box sx={{ minWidth: { md: 180 } }}>
      <Link
        component={RouterLink}
        to={to}
        color={entry.outcome === 'refused' ? 'error' : 'inherit'}
        underline="none"
        variant="body2"
        sx={{ fontWeight: 550, display: 'block', overflowWrap: 'anywhere' }}
      >
        {titleOf(entry)}
      </Link>
      <Typography variant="caption" color="textSecondary" noWrap component="div">
        {fieldsOf(entry)}
      </Typography>
    </Box>
  )
}

/** The record, and the one that it is linked to. */
const About = ({ entry }: CellProps) => {
  const translate = useTranslate()
  const nameOf = usePartyName()
  const kindOf = useKindName()
  const other = otherOf(entry)
  return (
    <Box sx={{ minWidth: 0, maxWidth: 280 }}>
      <Typography variant="body2" noWrap>
        {nameOf(subjectOf(entry))}
      </Typography>
      {other && (
        <Typography variant="caption" color="textSecondary" noWrap component="div">
          {other.name
            ? translate('ui.labelled', { label: kindOf(other.type), value: other.name })
            : nameOf(other)}
        </Typography>
      )}
    </Box>
  )
}

const Who = ({ entry }: CellProps) => {
  const nameOf = useActorName()
  return (
    <Typography variant="body2" component="span" noWrap sx={{ display: 'block', maxWidth: 180 }}>
      {nameOf(entry)}
    </Typography>
  )
}

const Time = ({ entry }: CellProps) => (
  <Box component="span" className="tabular" sx={{ whiteSpace: 'nowrap' }}>
    <Moment at={entry.at} />
  </Box>
)

const Via = ({ entry }: CellProps) => useTranslate()(`entries.vias.${entry.via}`)

const Program = ({ entry }: CellProps) => useProgramName()(entry) ?? '–'

const Reason = ({ entry: { reason } }: CellProps) =>
  reason === null ? (
    '–'
  ) : (
    <Typography variant="body2" noWrap title={reason} sx={{ maxWidth: 240 }}>
      {reason}
    </Typography>
  )

/** @param pathOf the address that opens an entry */
export const columnsFor = (pathOf: (entry: Entry) => string): Column<Entry>[] => [
  { id: 'what', label: 'entries.what', render: (entry) => <What entry={entry} to={pathOf(entry)} /> },
  { id: 'record', label: 'entries.record', render: (entry) => <About entry={entry} /> },
  { id: 'who', label: 'entries.who', render: (entry) => <Who entry={entry} /> },
  { id: 'at', label: 'entries.at', render: (entry) => <Time entry={entry} /> },
  { id: 'reason', label: 'entries.reason', render: (entry) => <Reason entry={entry} /> },
  { id: 'via', label: 'entries.via', render: (entry) => <Via entry={entry} /> },
  { id: 'ip', label: 'entries.ip', render: ({ ip }) => ip ?? '–' },
  { id: 'program', label: 'entries.program', render: (entry) => <Program entry={entry} /> },
]

/** Shown until others are chosen. */
export const INITIAL_COLUMNS = ['what', 'record', 'who', 'at', 'reason']

/** On a phone. */
export const Compact = ({ entry, to }: CellProps & { to: string }) => {
  const whoOf = useActorName()
  return (
    <Stack sx={{ gap: 0.5, alignItems: 'flex-start', minWidth: 0 }}>
      <What entry={entry} to={to} />
      <About entry={entry} />
      {entry.outcome === 'refused' && <StatusChip status="refused" />}
      <Typography variant="caption" color="textSecondary">
        {whoOf(entry)} · <Moment at={entry.at} />
      </Typography>
    </Stack>
  )
}
