import { Lock, Network } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { useMayReadHistory } from '../features/entries/entry.ts'
import { History } from '../features/entries/History.tsx'
import type { Kind } from '../features/entries/kinds.ts'
import { StatusChip } from '../features/status/StatusChip.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PendingRecord } from '../ui/PendingRecord.tsx'
import type { Failing } from '../ui/Retry.tsx'

interface Props {
  kind: Kind & ('taxonomies' | 'taxonomy-types')
  record: { id: number; name: string; deleted_at: string | null } | undefined
  query: Failing
  inTree: string | undefined
}

/** The history of a term or a type, which have no pages of their own. */
export const RecordHistory = ({ kind, record, query, inTree }: Props) => {
  const translate = useTranslate()
  const mayReadHistory = useMayReadHistory()
  const crumbs = [{ to: '/taxonomies', label: translate('taxonomies.title') }]
  if (!record)
    return <PendingRecord title={translate('entries.history.title')} crumbs={crumbs} query={query} />
  return (
    <>
      <PageHeader
        title={record.name}
        subtitle={translate('entries.history.title')}
        crumbs={crumbs}
        {...(record.deleted_at !== null && { badge: <StatusChip status="trashed" /> })}
        actions={
          record.deleted_at === null && (
            <CommandButton variant="outlined" icon={Network} component={Link} to={inTree ?? '/taxonomies'}>
              {translate('taxonomies.in_tree')}
            </CommandButton>
          )
        }
      />
      {mayReadHistory(kind, record.id) ? (
        <History key={record.id} kind={kind} id={record.id} />
      ) : (
        <EmptyState icon={Lock} title={translate('audit.denied.title')}>
          {translate('audit.denied.text')}
        </EmptyState>
      )}
    </>
  )
}
