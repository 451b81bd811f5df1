import { Chip, Tab, Tabs } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { ListContextProvider, useTranslate } from 'react-admin'
import { useMe } from '../api/me.ts'
import { client } from '../api/session.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { useChosenColumns } from '../ui/list/ColumnMenu.tsx'
import { ListFrame } from '../ui/list/ListFrame.tsx'
import { ListTable } from '../ui/list/ListTable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { CountedLabel, tabProps } from '../ui/tabs.tsx'
import { COLUMNS, Compact, INITIAL, useKindName } from './columns.tsx'
import { type Filters, type Mail, MOST_COUNTED, STATES, statusQuery, useMails } from './mail.ts'
import { messages } from './messages.ts'
import { Resend } from './Resend.tsx'
import { Unsent } from './Unsent.tsx'

const ALL = 'all'
const NO_FILTERS: Filters = { state: '', kind: '', address: '', user_id: '' }

/** What became of the mails of the last 30 days. */
export const MailsPage = () => {
  const translate = useTranslate()
  const { data: status } = useQuery(statusQuery)
  const { filters, filter, list } = useMails()
  const { state, ...others } = filters
  const { columns, menu } = useChosenColumns('mails', COLUMNS, INITIAL, 'md')
  const { server, folder } = status ?? {}
  return (
    <>
      <PageHeader
        title={translate('mails.title')}
        subtitle={[translate('mails.lead'), server && translate('mails.server', { server })]
          .filter(Boolean)
          .join(' ')}
      />
      {folder && <Unsent folder={folder} />}
      <ListContextProvider value={list}>
        <ListFrame
          tabs={<StateTabs state={state} onChange={(next) => filter({ state: next })} />}
          tab={state || ALL}
          toolbar={
            <>
              <Toolbar filters={filters} filter={filter} />
              {menu}
            </>
          }
          empty={
            <EmptyState icon={MailCheck} title={translate('mails.empty.title')}>
              {translate('mails.empty.text')}
            </EmptyState>
          }
          isFiltered={Object.values(others).some((value) => value !== '')}
          onClear={() => filter({ ...NO_FILTERS, state })}
        >
          <ListTable<Mail>
            label={translate('mails.title')}
            columns={columns}
            compactBelow="md"
            compact={(mail) => <Compact mail={mail} />}
            actions={(mail) => mail.is_resendable && <Resend mail={mail} />}
          />
        </ListFrame>
      </ListContextProvider>
    </>
  )
}

interface TabsProps {
  state: string
  onChange: (state: string) => void
}

const StateTabs = ({ state, onChange }: TabsProps) => {
  const translate = useTranslate()
  const { data: counts } = useQuery(statusQuery)
  return (
    <Tabs
      value={STATES.some((each) => each === state) ? state : ALL}
      onChange={(_event, next) => onChange(next === ALL ? '' : next)}
      aria-label={translate('mails.states.label')}
      variant="scrollable"
      scrollButtons={false}
      sx={{ px: 1 }}
    >
      {[ALL, ...STATES].map((id) => (
        <Tab
          key={id}
          {...tabProps(id)}
          value={id}
          label={
            <CountedLabel
              text={translate(`mails.states.${id}`)}
              count={counts?.[id as 'waiting' | 'failed']}
              most={MOST_COUNTED}
            />
          }
        />
      ))}
    </Tabs>
  )
}

interface ToolbarProps {
  filters: Filters
  filter: (changes: Partial<Filters>) => void
}

const Toolbar = ({ filters, filter }: ToolbarProps) => {
  const translate = useTranslate()
  const nameOf = useKindName()
  const seesContacts = useMe().permissions.includes('can-see-users-contact-details')
  return (
    <>
      {seesContacts && (
        <SearchInput
          label={translate('mails.search')}
          value={filters.address}
          onChange={(address) => filter({ address })}
        />
      )}
      <FilterSelect
        label={translate('mails.kind')}
        value={filters.kind}
        onChange={(kind) => filter({ kind })}
        options={Object.keys(messages.kinds).map((kind) => [kind, nameOf(kind)])}
      />
      {filters.user_id !== '' && <OfUser id={filters.user_id} onClear={() => filter({ user_id: '' })} />}
    </>
  )
}

/** Says that only one user's mails are listed. */
const OfUser = ({ id, onClear }: { id: string; onClear: () => void }) => {
  const translate = useTranslate()
  const { data: user } = useQuery({
    queryKey: ['users', 'name', id],
    queryFn: ({ signal }) => client.users.get(id, { trashed: 'true', signal }),
  })
  const name = user?.name ?? translate('mails.user', { id })
  return <Chip label={translate('mails.of_user', { name })} onDelete={onClear} />
}
