import { Box, Button, Stack, Typography } from '@mui/material'
import { useQueries } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { ListBase, ListContextProvider, useListContext, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { useChosenColumns } from '../ui/list/ColumnMenu.tsx'
import { ListFrame } from '../ui/list/ListFrame.tsx'
import { ListTable } from '../ui/list/ListTable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { type Failing, RetryQuery } from '../ui/Retry.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { COLUMNS, LastSuccess, type ListedWebhook, Name, State } from './columns.tsx'
import { healthQuery, pathOf, type Webhook } from './webhook.ts'

const PER_PAGE = 25

export const WebhookList = () => (
  <ListBase
    resource="webhooks"
    sort={{ field: 'id', order: 'ASC' }}
    perPage={PER_PAGE}
    storeKey={false}
    exporter={false}
    queryOptions={{ onError: () => undefined }}
  >
    <Listed />
  </ListBase>
)

const NewWebhook = () => {
  const translate = useTranslate()
  return (
    <CommandButton
      icon={Plus}
      command="webhooks.new"
      component={RouterLink}
      to="/webhooks/create"
      variant="contained"
    >
      {translate('webhooks.new')}
    </CommandButton>
  )
}

/** The list with the health of each webhook, and the requests for it that failed. */
function useHealthyList() {
  const list = useListContext<Webhook>()
  const queries = useQueries({ queries: (list.data ?? []).map(({ id }) => healthQuery(id)) })
  const failures = queries.filter(({ error }) => error)
  const [first] = failures
  return {
    list: {
      ...list,
      data: list.data?.map(
        (webhook, index): ListedWebhook => ({
          ...webhook,
          health: queries[index]?.data,
        }),
      ),
    } as typeof list,
    failed: first && {
      error: first.error,
      refetch: () => Promise.all(failures.map(({ refetch }) => refetch())),
    },
  }
}

const Listed = () => {
  const translate = useTranslate()
  const mayCreate = useMay()('webhooks', 'create')
  const { list, failed } = useHealthyList()
  const { columns, menu } = useChosenColumns('webhooks', COLUMNS)
  const { filterValues, setFilters } = list
  const isFiltered = Object.keys(filterValues).length > 0
  const set = (name: string, value: string) => {
    const { [name]: _former, ...others } = filterValues
    setFilters(value === '' ? others : { ...others, [name]: value })
  }
  return (
    <>
      <PageHeader
        title={translate('webhooks.title')}
        subtitle={translate('webhooks.lead')}
        actions={mayCreate && <NewWebhook />}
      />
      <ListContextProvider value={list}>
        <ListFrame
          toolbar={
            <>
              <SearchInput
                label={translate('webhooks.search')}
                value={filterValues.q ?? ''}
                onChange={(q) => set('q', q)}
              />
              <FilterSelect
                label={translate('webhooks.state')}
                value={filterValues.is_active === undefined ? '' : String(filterValues.is_active)}
                onChange={(state) => set('is_active', state)}
                options={[
                  ['true', translate('webhooks.on')],
                  ['false', translate('webhooks.off')],
                ]}
              />
              {menu}
            </>
          }
          empty={<Empty isFiltered={isFiltered} onClear={() => setFilters({})} canCreate={mayCreate} />}
        >
          <Rows columns={columns} failed={failed} />
        </ListFrame>
      </ListContextProvider>
    </>
  )
}

interface RowsProps {
  columns: typeof COLUMNS
  /** Of the requests for the health of the webhooks. */
  failed: Failing | undefined
}

const Rows = ({ columns, failed }: RowsProps) => {
  const translate = useTranslate()
  return (
    <>
      {failed && (
        <Box sx={{ p: 2 }}>
          <RetryQuery query={failed} />
        </Box>
      )}
      <ListTable<ListedWebhook>
        label={translate('webhooks.title')}
        columns={columns}
        pathOf={pathOf}
        compact={(webhook) => <Compact webhook={webhook} />}
      />
    </>
  )
}

const Compact = ({ webhook }: { webhook: ListedWebhook }) => {
  const translate = useTranslate()
  return (
    <Stack sx={{ gap: 0.5, minWidth: 0 }}>
      <Name webhook={webhook} />
      <State webhook={webhook} />
      <Typography variant="caption" color="textSecondary">
        {translate('ui.label', { label: translate('webhooks.success') })} <LastSuccess webhook={webhook} />
      </Typography>
    </Stack>
  )
}

interface EmptyProps {
  isFiltered: boolean
  onClear: () => void
  canCreate: boolean
}

const Empty = ({ isFiltered, onClear, canCreate }: EmptyProps) => {
  const translate = useTranslate()
  return (
    <EmptyState
      icon={WebhookIcon}
      title={translate(isFiltered ? 'webhooks.none_found' : 'webhooks.none')}
      action={
        isFiltered ? (
          <Button variant="outlined" onClick={onClear}>
            {translate('webhooks.clear')}
          </Button>
        ) : (
          canCreate && <NewWebhook />
        )
      }
    >
      {translate(isFiltered ? 'webhooks.none_found_text' : 'webhooks.none_text')}
    </EmptyState>
  )
}
