import { Tab, Tabs } from '@mui/material'
import { useQueries } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link, Navigate, useParams } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { client } from '../api/session.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { CountedLabel, tabProps } from '../ui/tabs.tsx'
import { isOpen, KINDS, type Kind } from './kinds.ts'
import { TrashList } from './TrashList.tsx'

/** Undefined while loading, null if the count failed. */
type Count = number | null | undefined

/** The number of trashed records of each kind. */
function useCounts(kinds: Kind[]): Count[] {
  const queries = useQueries({
    queries: kinds.map((kind) => ({
      queryKey: ['trash', kind, 'count'],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await client.resource(kind).list({ trashed: 'only', per_page: 1 } as never, { signal })).total,
    })),
  })
  return queries.map(({ data, isError }) => (isError ? null : data))
}

export const TrashPage = () => {
  const translate = useTranslate()
  const may = useMay()
  const { '*': rest = '' } = useParams()
  const kinds = KINDS.filter(isOpen(may)).map(({ kind }) => kind)
  const counts = useCounts(kinds)
  const chosen = kinds.find((kind) => kind === rest.split('/')[0])
  const areKnown = counts.every((count) => count !== undefined)
  const filled = kinds.find((_kind, index) => counts[index])
  if (chosen === undefined && kinds.length > 0) {
    // By default, open the first kind that has records.
    return areKnown && <Navigate to={`/trash/${filled ?? kinds[0]}`} replace />
  }
  return (
    <>
      <PageHeader title={translate('trash.title')} subtitle={translate('trash.lead')} />
      {chosen === undefined ? (
        <EmptyState icon={Lock} title={translate('trash.denied.title')}>
          {translate('trash.denied.text')}
        </EmptyState>
      ) : (
        <TrashList
          key={chosen}
          kind={chosen}
          tabs={<KindTabs kinds={kinds} counts={counts} open={chosen} />}
        />
      )}
    </>
  )
}

interface TabsProps {
  kinds: Kind[]
  counts: Count[]
  open: Kind
}

const KindTabs = ({ kinds, counts, open }: TabsProps) => {
  const translate = useTranslate()
  return (
    <Tabs
      value={open}
      aria-label={translate('trash.kinds.label')}
      variant="scrollable"
      scrollButtons={false}
      // So that all of them fit a laptop at 200 %.
      sx={{ px: 1, '& .MuiTab-root': { px: { xs: 1, md: 1.5 } } }}
    >
      {kinds.map((kind, index) => (
        <Tab
          key={kind}
          {...tabProps(kind)}
          value={kind}
          component={Link}
          to={`/trash/${kind}`}
          label={<CountedLabel text={translate(`trash.kinds.${kind}`)} count={counts[index]} />}
        />
      ))}
    </Tabs>
  )
}
