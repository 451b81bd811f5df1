import { Box, Button, IconButton, Paper, Skeleton, Stack, Tooltip } from '@mui/material'
import { SearchX, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { useFormatLocale } from '../../i18n/format.ts'
import { EmptyState } from '../EmptyState.tsx'
import { Pagination } from '../Pagination.tsx'
import { Retry } from '../Retry.tsx'
import { StickyBar } from '../StickyBar.tsx'
import { TabPanel } from '../tabs.tsx'
import { AllMatchingContext, useAllMatching, useAllMatchingState } from './allMatching.ts'

interface Props {
  /** Tabs with views of the list, above everything else. */
  tabs?: ReactNode
  /** The selected view. */
  tab?: string
  /** Search and filters. */
  toolbar?: ReactNode
  /** Actions for the selected rows. */
  bulk?: ReactNode
  /** The actions work on all that the list has, too. */
  canSelectAll?: boolean
  /** Shown if the list is empty: why, and the next step. */
  empty: ReactNode
  /** Whether the user searches or filters; filters that a view sets do not count. */
  isFiltered?: boolean
  onClear?: () => void
  children: ReactNode
}

/** A list with its toolbar and pagination, in each of its states. */
export const ListFrame = ({ tabs, tab, ...list }: Props) => (
  // Unlike "hidden", "clip" lets the bulk actions stay at the window's bottom.
  <Paper variant="outlined" sx={{ overflow: 'clip' }}>
    {tabs}
    {tab === undefined ? (
      <Listed {...list} />
    ) : (
      <TabPanel tab={tab}>
        <Listed {...list} />
      </TabPanel>
    )}
  </Paper>
)

const Listed = ({ toolbar, bulk, canSelectAll = false, ...states }: Omit<Props, 'tabs' | 'tab'>) => {
  const allMatching = useAllMatchingState()
  const { selectedIds, page, perPage, total = 0, setPage, setPerPage } = useListContext()
  const hasPages = total > perPage || page > 1 || (setPerPage !== undefined && total > 0)
  return (
    <AllMatchingContext value={allMatching}>
      {toolbar && (
        <Stack direction="row" useFlexGap sx={{ ...bar, p: 1.5 }}>
          {toolbar}
        </Stack>
      )}
      <States {...states} />
      {bulk && selectedIds.length > 0 && <Bulk canSelectAll={canSelectAll}>{bulk}</Bulk>}
      {hasPages && <Pagination {...{ page, perPage, total, setPage, setPerPage }} />}
    </AllMatchingContext>
  )
}

const bar = {
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  borderBottom: 1,
  borderColor: 'divider',
} as const

const States = ({
  empty,
  isFiltered = false,
  onClear,
  children,
}: Omit<Props, 'tabs' | 'tab' | 'toolbar' | 'bulk' | 'canSelectAll'>) => {
  const translate = useTranslate()
  const { data, error, isPending, isPlaceholderData, refetch, page } = useListContext()
  if (error) {
    return (
      <>
        <Box sx={{ p: 2 }}>
          <Retry error={error} retry={refetch} />
        </Box>
        {data && data.length > 0 && children}
      </>
    )
  }
  // That the filter before found nothing says nothing of the one that loads.
  const isUnknown = isPlaceholderData && data?.length === 0
  if (isPending || !data || isUnknown) return <Waiting />
  // After the last row of a page is deleted, its pagination leads back.
  if (data.length > 0 || page > 1) return children
  if (!isFiltered) return empty
  return (
    <EmptyState
      icon={SearchX}
      title={translate('ui.list.nothing')}
      action={
        <Button variant="outlined" onClick={onClear}>
          {translate('ui.list.clear')}
        </Button>
      }
    >
      {translate('ui.list.nothing_hint')}
    </EmptyState>
  )
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

const Waiting = () => {
  const translate = useTranslate()
  return (
    <Box role="status" aria-label={translate('ra.page.loading')} sx={{ px: 2, py: 1 }}>
      {ROWS.map((row) => (
        <Skeleton key={row} height={40} animation={false} />
      ))}
    </Box>
  )
}

const BULK = {
  ...bar,
  px: 2,
  py: 1,
  bgcolor: 'action.selected',
  borderBottom: 0,
  // One line on a phone, which has room for little more than the rows.
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  overflowX: { xs: 'auto', sm: 'visible' },
  '& > *': { flex: 'none' },
} as const

/** Below the rows, which therefore stay where they are when the first one is selected. */
const Bulk = ({ children, canSelectAll }: { children: ReactNode; canSelectAll: boolean }) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const { selectedIds, onUnselectItems, data = [], total = 0, isPlaceholderData = false } = useListContext()
  const { isAll, selectAll, isHandled } = useAllMatching()
  const isPageSelected = data.every(({ id }) => selectedIds.includes(id))
  const all = { smart_count: total, count: total.toLocaleString(locale) }
  return (
    <StickyBar
      sx={{
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        // Hidden, not removed: it holds the dialog with the report.
        ...(isHandled && { display: 'none' }),
      }}
    >
      <Stack role="toolbar" aria-label={translate('ui.list.bulk')} direction="row" useFlexGap sx={BULK}>
        <Box component="span" aria-live="polite" sx={{ fontSize: '0.8125rem', fontWeight: 550 }}>
          {isAll
            ? translate('ui.list.all_selected', all)
            : translate('ui.list.selected', { smart_count: selectedIds.length })}
        </Box>
        <Tooltip title={translate('ui.list.unselect')}>
          <IconButton aria-label={translate('ui.list.unselect')} onClick={() => onUnselectItems()}>
            <X size={16} aria-hidden />
          </IconButton>
        </Tooltip>
        {canSelectAll && !isAll && isPageSelected && total > selectedIds.length && (
          // While another filter's rows load, the number is that of the filter before it.
          <Button onClick={selectAll} disabled={isPlaceholderData}>
            {translate('ui.list.select_all', all)}
          </Button>
        )}
        {children}
      </Stack>
    </StickyBar>
  )
}
