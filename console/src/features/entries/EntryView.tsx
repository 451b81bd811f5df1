import { Box, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { History, Layers, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { RetryQuery } from '../../ui/Retry.tsx'
import { StatusChip } from '../status/StatusChip.tsx'
import { Changes } from './Changes.tsx'
import { EntryFacts } from './EntryFacts.tsx'
import { type Entry, otherOf, subjectOf, useReadsTrail } from './entry.ts'
import { isKind } from './kinds.ts'
import { Moment } from './Moment.tsx'
import { RecordLine } from './RecordLine.tsx'
import { sealQuery } from './seal.ts'
import { usePartyName } from './words.ts'

/** What an entry says: what happened to which record, what changed, why, and who did it. */
export const EntryView = ({ entry }: { entry: Entry }) => {
  const translate = useTranslate()
  const readsTrail = useReadsTrail()
  const other = otherOf(entry)
  const { changes, counts, reason } = entry
  return (
    <Stack sx={{ gap: 3 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="body2" color="textSecondary">
          <Moment at={entry.at} />
        </Typography>
        {entry.outcome === 'refused' && <StatusChip status="refused" />}
        {readsTrail && <SealOf id={entry.id} />}
      </Stack>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <RecordLine party={subjectOf(entry)} />
        {other && <RecordLine party={other} />}
      </Box>
      {changes && changes.length > 0 && (
        <Part title={translate(isNew(entry) ? 'entries.values' : 'entries.changes')}>
          <Changes changes={changes} isNew={isNew(entry)} />
        </Part>
      )}
      {counts && (
        <Part title={translate('entries.counted')}>
          <Counts counts={counts} />
        </Part>
      )}
      {reason !== null && (
        <Part title={translate('entries.reason')}>
          <Typography
            component="blockquote"
            variant="body2"
            sx={{
              m: 0,
              pl: 1.5,
              borderLeft: 3,
              borderColor: 'divider',
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
            }}
          >
            {reason}
          </Typography>
        </Part>
      )}
      <Part title={translate('entries.details')}>
        <EntryFacts entry={entry} />
      </Part>
      {readsTrail && <Related entry={entry} />}
    </Stack>
  )
}

const isNew = ({ action }: Entry): boolean => /\.(create|add)$/.test(action)

const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

const Counts = ({ counts }: { counts: NonNullable<Entry['counts']> }) => {
  const translate = useTranslate()
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 2 }}>
      {Object.entries(counts).map(([name, count]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {translate(`entries.counts.${name}`, { _: name })}
          </Typography>
          <Typography component="dd" variant="body2" className="tabular" sx={{ m: 0 }}>
            {count}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

/** The entry's number, and whether a later change of it would be found. */
const SealOf = ({ id }: { id: number }) => {
  const translate = useTranslate()
  const query = useQuery(sealQuery(id))
  const { data } = query
  if (query.error && !data)
    return (
      <Box sx={{ flexBasis: '100%' }}>
        <RetryQuery query={query} />
      </Box>
    )
  if (!data?.entry) return null
  const { number, is_sealed: isSealed } = data.entry
  const Icon = isSealed ? ShieldCheck : ShieldQuestionMark
  const state = isSealed ? 'sealed' : data.origin === null ? 'off' : 'unsealed'
  return (
    <Stack direction="row" sx={{ gap: 0.75, alignItems: 'center', color: 'text.secondary' }}>
      <Box sx={{ display: 'flex', color: isSealed ? 'success.main' : 'text.secondary' }}>
        <Icon size={15} aria-hidden />
      </Box>
      <Typography variant="body2" className="tabular">
        {number !== null && `${translate('entries.number_no', { number })} · `}
        {translate(`entries.seal.${state}`)}
      </Typography>
    </Stack>
  )
}

/** An hour: no transaction takes longer. */
const AROUND_MS = 3_600_000

/** The entries of a transaction, in the time around it: otherwise the service would read the whole trail. */
function batchAddress({ batch, at }: Entry): string {
  const around = (ms: number) => new Date(Date.parse(at) + ms).toISOString()
  return `/audit?${new URLSearchParams({ batch, from: around(-AROUND_MS), to: around(AROUND_MS) })}`
}

const Related = ({ entry }: { entry: Entry }) => {
  const translate = useTranslate()
  const nameOf = usePartyName()
  const subject = subjectOf(entry)
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
      <Button
        variant="outlined"
        component={Link}
        to={batchAddress(entry)}
        startIcon={<Layers size={15} aria-hidden />}
      >
        {translate('entries.batch')}
      </Button>
      {subject.id !== null && (
        <Button
          variant="outlined"
          component={Link}
          to={`/audit?${new URLSearchParams({ kind: subject.type, record: String(subject.id) })}`}
          startIcon={<History size={15} aria-hidden />}
        >
          {isKind(subject.type)
            ? translate('entries.its_entries_name', { name: nameOf(subject) })
            : translate('entries.its_entries')}
        </Button>
      )}
    </Stack>
  )
}
