import { Box, Paper, useMediaQuery } from '@mui/material'
import type { Theme } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Lock, Network } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useMay } from '../api/me.ts'
import { ViewOnly } from '../features/grants/ViewOnly.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { useAddress } from './address.ts'
import { readTypes, type TermType } from './api.ts'
import { TermsPane } from './terms/TermsPane.tsx'
import { TypePane } from './types/TypePane.tsx'

export const TaxonomyPage = () => {
  const translate = useTranslate()
  const may = useMay()
  return (
    <>
      <PageHeader
        title={translate('taxonomies.title')}
        subtitle={translate('taxonomies.subtitle')}
        actions={<ViewOnly subject="taxonomies" />}
      />
      {may('taxonomy-types', 'list') ? (
        <Workplace />
      ) : (
        <EmptyState icon={Lock} title={translate('taxonomies.types.hidden')}>
          {translate('taxonomies.types.hidden_text')}
        </EmptyState>
      )}
    </>
  )
}

const NONE: TermType[] = []

const Workplace = () => {
  const translate = useTranslate()
  const may = useMay()
  const { type: slug, term, order, go } = useAddress()
  const query = useQuery({
    queryKey: ['taxonomies', 'types'],
    queryFn: ({ signal }) => readTypes(signal),
  })
  const { data: types = NONE, error, isPending } = query
  const chosen = types.find((type) => type.slug === slug) ?? types[0]
  const choose = (type: TermType | undefined) => go({ type: type?.slug, term: undefined, q: undefined })
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true })
  if (error && !query.data) return <RetryQuery query={query} />
  if (isPending) return null
  const pane = <TypePane types={types} chosen={chosen} onChoose={choose} />
  return (
    <>
      {isNarrow && pane}
      <Paper variant="outlined" sx={{ display: 'flex', height: HEIGHT, minHeight: 420, overflow: 'hidden' }}>
        {!isNarrow && pane}
        {!chosen ? (
          <Box sx={{ flex: 1 }}>
            <EmptyState icon={Network} title={translate('taxonomies.types.none')}>
              {translate(`taxonomies.types.${may('taxonomy-types', 'create') ? 'none_text' : 'none_reader'}`)}
            </EmptyState>
          </Box>
        ) : may('taxonomies', 'tree') ? (
          <TermsPane
            key={chosen.id}
            type={chosen}
            types={types}
            openId={term}
            order={order}
            onOrder={(order) => go({ order: order === 'name' ? undefined : order })}
            onOpen={(id) => go({ type: chosen.slug, term: id })}
          />
        ) : (
          <Box sx={{ flex: 1 }}>
            <EmptyState icon={Lock} title={translate('taxonomies.hidden')}>
              {translate('taxonomies.types.hidden_text')}
            </EmptyState>
          </Box>
        )}
      </Paper>
    </>
  )
}

/** The rest of the window: the panes scroll, the page does not. */
const HEIGHT = { xs: 'calc(100dvh - 246px)', md: 'calc(100dvh - 172px)' }
