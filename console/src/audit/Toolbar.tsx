import { Box, Chip, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay, useMe } from '../api/me.ts'
import { useMayReadHistory } from '../features/entries/entry.ts'
import { isKind, KINDS, type Kind } from '../features/entries/kinds.ts'
import { type Found, findRecords, recordQuery } from '../features/entries/records.ts'
import { useKindName, usePartyName } from '../features/entries/words.ts'
import { DayInput } from '../ui/DayInput.tsx'
import { dayBefore, dayOf, endAfterDay, startOfDay } from '../ui/days.ts'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { type PickerOption, RecordPicker } from '../ui/RecordPicker.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { ActionFilter } from './ActionFilter.tsx'
import type { Filters } from './trail.ts'

interface Props {
  filters: Filters
  filter: (changes: Partial<Filters>) => void
}

/** What the list is limited to; all of it is in the address. */
export const Toolbar = ({ filters, filter }: Props) => {
  const translate = useTranslate()
  const may = useMay()
  const kindOf = useKindName()
  const kinds = useSubjectKinds()
  const { kind, record, actor } = filters
  return (
    <>
      <SearchInput label={translate('audit.search')} value={filters.q} onChange={(q) => filter({ q })} />
      <ActionFilter value={filters.action} onChange={(action) => filter({ action })} />
      <FilterSelect
        label={translate('audit.kind')}
        value={kind}
        onChange={(kind) => filter({ kind, record: '' })}
        options={kinds.map((type) => [type, kindOf(type)])}
      />
      {isKind(kind) && may(kind, 'list') ? (
        <ByRecord
          label={translate('audit.record')}
          kind={kind}
          id={record}
          onChange={(id) => filter({ record: id })}
        />
      ) : (
        record !== '' && <Chip label={`${kindOf(kind)} ${record}`} onDelete={() => filter({ record: '' })} />
      )}
      {may('users', 'list') ? (
        <ByRecord
          label={translate('audit.actor')}
          kind="users"
          id={actor}
          onChange={(id) => filter({ actor: id })}
        />
      ) : (
        actor !== '' && (
          <Chip
            label={translate('audit.of_actor', { name: `${kindOf('users')} ${actor}` })}
            onDelete={() => filter({ actor: '' })}
          />
        )
      )}
      <FilterSelect
        label={translate('audit.outcome')}
        value={filters.outcome}
        onChange={(outcome) => filter({ outcome })}
        options={['done', 'refused'].map((value) => [value, translate(`audit.outcomes.${value}`)])}
      />
      <Stack direction="row" sx={{ gap: 1 }}>
        <DayInput
          label={translate('audit.from')}
          value={dayOf(filters.from)}
          onChange={(day) => filter({ from: startOfDay(day) ?? '' })}
        />
        <DayInput
          label={translate('audit.to')}
          value={filters.to === '' ? '' : dayBefore(filters.to)}
          onChange={(day) => filter({ to: endAfterDay(day) ?? '' })}
        />
      </Stack>
      {filters.batch !== '' && (
        <Chip label={translate('audit.batch')} onDelete={() => filter({ batch: '', from: '', to: '' })} />
      )}
    </>
  )
}

/** Kinds of records that others are linked to: entries about such a link are about the others. */
const LINKED: readonly string[] = ['roles', 'permissions', 'taxonomies']

/** What the search and the filter of records do not find. */
export const Explained = ({ filters: { q, kind, record } }: Pick<Props, 'filters'>) => {
  const translate = useTranslate()
  const mayReadHistory = useMayReadHistory()
  const isLinked = LINKED.includes(kind) && /^\d+$/.test(record)
  const to =
    isKind(kind) && isLinked && mayReadHistory(kind, Number(record))
      ? `/${kind}/${record}/history`
      : undefined
  if (q === '' && to === undefined) return null
  return (
    <Typography variant="caption" color="textSecondary" component="div" sx={{ flexBasis: '100%', px: 0.5 }}>
      {q !== '' && <div>{translate('audit.search_hint')}</div>}
      {to !== undefined && (
        <div>
          {translate('audit.links')}{' '}
          <Link component={RouterLink} to={to} underline="always">
            {translate('audit.history')}
          </Link>
        </div>
      )}
    </Typography>
  )
}

/** The kinds of records whose entries the caller may read. */
function useSubjectKinds(): string[] {
  const may = useMay()
  const { permissions } = useMe()
  return [
    ...KINDS.filter((kind) => may(kind, 'read')),
    ...(permissions.includes('can-manage-webhooks') ? ['webhooks'] : []),
    ...(permissions.includes('can-manage-mail') ? ['mails'] : []),
    ...['installation', 'audit'],
  ]
}

const optionOf = ({ id, name, slug, email }: Found): PickerOption => ({
  id,
  name,
  slug: slug ?? '',
  detail: email ?? slug ?? String(id),
})

interface ByRecordProps {
  label: string
  kind: Kind
  /** Empty for none. */
  id: string
  onChange: (id: string) => void
}

const MOST = 20

/** A record of a kind, also in the trash. */
const ByRecord = ({ label, kind, id, onChange }: ByRecordProps) => {
  const translate = useTranslate()
  const nameOf = usePartyName()
  const { data: record } = useQuery(recordQuery(kind, /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null))
  const find = async (q: string, signal: AbortSignal) => {
    const query = { ...(q !== '' && { q }), per_page: MOST, sort: 'name' }
    return (await findRecords(kind, query, signal)).map(optionOf)
  }
  const unnamed = { id: Number(id), name: nameOf({ type: kind, id: Number(id), name: null }), slug: '' }
  return (
    <Box sx={{ width: { xs: 'calc(50% - 4px)', sm: 200 } }}>
      <RecordPicker
        key={kind}
        label={label}
        queryKey={`${kind} of entries`}
        find={find}
        value={id === '' ? null : record ? optionOf(record) : unnamed}
        onChange={(picked) => onChange(picked ? String(picked.id) : '')}
        placeholder={translate('ui.all')}
        isNarrow
      />
    </Box>
  )
}
