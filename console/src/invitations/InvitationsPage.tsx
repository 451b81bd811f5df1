import { Button, Stack, Tab, Tabs } from '@mui/material'
import { Ban, MailPlus, Send } from 'lucide-react'
import { useState } from 'react'
import { ListContextProvider, useListContext, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { CommandButton } from '../ui/CommandButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useChosenColumns } from '../ui/list/ColumnMenu.tsx'
import { ListFrame } from '../ui/list/ListFrame.tsx'
import { ListTable } from '../ui/list/ListTable.tsx'
import { useSelected } from '../ui/list/useSelected.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { tabProps } from '../ui/tabs.tsx'
import { COLUMNS, Compact, INITIAL } from './columns.tsx'
import { type Invitation, nameOf, STATES, useInvitations } from './invitation.ts'
import { type Action, ManyDialog } from './ManyDialog.tsx'

const ALL = 'all'

interface Asked {
  action: Action
  invitations: readonly Invitation[]
}

/** The invitations that are neither accepted nor revoked, newest first. */
export const InvitationsPage = () => {
  const translate = useTranslate()
  const { state, show, list } = useInvitations()
  const { columns, menu } = useChosenColumns('invitations', COLUMNS, INITIAL, 'md')
  // What was chosen when the button was pressed: the list changes with the run.
  const [asked, setAsked] = useState<Asked>()
  const ask = (action: Action) => (invitations: readonly Invitation[]) => setAsked({ action, invitations })
  return (
    <>
      <PageHeader
        title={translate('invitations.title')}
        subtitle={translate('invitations.lead')}
        actions={
          <>
            {menu}
            <Invite />
          </>
        }
      />
      <ListContextProvider value={list}>
        <ListFrame
          tabs={<StateTabs state={state} onChange={show} />}
          tab={state || ALL}
          bulk={<ManyButtons onResend={ask('resend')} onRevoke={ask('revoke')} />}
          empty={
            <EmptyState
              icon={MailPlus}
              title={translate(state === '' ? 'invitations.empty.title' : 'ui.list.nothing')}
              {...(state !== '' && {
                action: (
                  <Button variant="outlined" onClick={() => show('')}>
                    {translate('ui.list.clear')}
                  </Button>
                ),
              })}
            >
              {state === '' && translate('invitations.empty.text')}
            </EmptyState>
          }
        >
          <ListTable<Invitation>
            label={translate('invitations.title')}
            columns={columns}
            nameToSelect={nameOf}
            compactBelow="md"
            compact={(invitation) => <Compact invitation={invitation} />}
            actions={(invitation) => (
              <RowButtons
                invitation={invitation}
                onResend={() => ask('resend')([invitation])}
                onRevoke={() => ask('revoke')([invitation])}
              />
            )}
          />
        </ListFrame>
      </ListContextProvider>
      {asked && (
        <ManyDialog {...asked} onClose={() => setAsked(undefined)} onDone={() => list.onUnselectItems()} />
      )}
    </>
  )
}

const Invite = () => {
  const translate = useTranslate()
  return (
    <CommandButton variant="contained" icon={MailPlus} component={Link} to="/invitations/new">
      {translate('invitations.new')}
    </CommandButton>
  )
}

const StateTabs = ({ state, onChange }: { state: string; onChange: (state: string) => void }) => {
  const translate = useTranslate()
  return (
    <Tabs
      value={state || ALL}
      onChange={(_event, next) => onChange(next === ALL ? '' : next)}
      aria-label={translate('invitations.states.label')}
      variant="scrollable"
      scrollButtons={false}
      sx={{ px: 1 }}
    >
      {[ALL, ...STATES].map((id) => (
        <Tab key={id} {...tabProps(id)} value={id} label={translate(`invitations.states.${id}`)} />
      ))}
    </Tabs>
  )
}

interface ManyProps {
  onResend: (invitations: readonly Invitation[]) => void
  onRevoke: (invitations: readonly Invitation[]) => void
}

const ManyButtons = ({ onResend, onRevoke }: ManyProps) => {
  const translate = useTranslate()
  const { selectedIds } = useListContext()
  const selected = useSelected<Invitation>().filter(({ id }) => selectedIds.includes(id))
  return (
    <>
      <CommandButton variant="outlined" icon={Send} onClick={() => onResend(selected)}>
        {translate('invitations.resend.run')}
      </CommandButton>
      <CommandButton variant="outlined" icon={Ban} isGrave onClick={() => onRevoke(selected)}>
        {translate('invitations.revoke.run')}
      </CommandButton>
    </>
  )
}

interface RowProps {
  invitation: Invitation
  onResend: () => void
  onRevoke: () => void
}

const RowButtons = ({ invitation, onResend, onRevoke }: RowProps) => {
  const translate = useTranslate()
  const name = nameOf(invitation)
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} component="span" sx={{ justifyContent: 'flex-end' }}>
      <Button
        startIcon={<Send size={15} />}
        onClick={onResend}
        aria-label={translate('invitations.resend.name', { name })}
      >
        {translate('invitations.resend.run')}
      </Button>
      <Button
        startIcon={<Ban size={15} />}
        onClick={onRevoke}
        aria-label={translate('invitations.revoke.name', { name })}
      >
        {translate('invitations.revoke.run')}
      </Button>
    </Stack>
  )
}
