import { Alert, Link, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Check, MailCheck, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink, useParams } from 'react-router-dom'
import { useMay } from '../api/me.ts'
import { client } from '../api/session.ts'
import { useMayReadHistory } from '../features/entries/entry.ts'
import { History } from '../features/entries/History.tsx'
import { ViewOnly } from '../features/grants/ViewOnly.tsx'
import { useAction } from '../features/mutations/useAction.tsx'
import { StatusChip } from '../features/status/StatusChip.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { addressOf } from '../ui/listAddresses.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PendingRecord } from '../ui/PendingRecord.tsx'
import { type RecordTab, RecordTabs, useTab } from '../ui/RecordTabs.tsx'
import { useLeave } from '../ui/useLeave.ts'
import { isPendingApproval, type Registration } from './approval.ts'
import { RegistrationFacts } from './RegistrationFacts.tsx'
import { useApproval } from './useApproval.tsx'
import { useRejection } from './useRejection.ts'

export const RegistrationPage = () => {
  const translate = useTranslate()
  const { id = '' } = useParams()
  const hasHistory = useMayReadHistory()('registrations', Number(id))
  const query = useQuery({
    queryKey: ['registrations', 'one', id],
    queryFn: ({ signal }) => client.registrations.get(id, { trashed: 'true', signal }),
  })
  const { data } = query
  const tabs: RecordTab[] = [
    { path: '', label: translate('registrations.details') },
    ...(hasHistory ? [{ path: 'history', label: translate('entries.history.title') }] : []),
  ]
  const tab = useTab(tabs)?.path
  const crumbs = [{ to: '/registrations', label: translate('registrations.title') }]
  if (!data) return <PendingRecord title={translate('registrations.one')} crumbs={crumbs} query={query} />
  return (
    <>
      <PageHeader
        // Whoever is invited may have no name yet.
        title={data.name || (data.email ?? data.username)}
        crumbs={crumbs}
        badge={<StatusChip status={data.deleted_at === null ? data.status : 'trashed'} />}
        actions={<Decisions registration={data} />}
      />
      {hasHistory && <RecordTabs root={`/registrations/${id}`} tabs={tabs} current={tab} />}
      <Stack sx={{ gap: 2 }}>
        {data.user_id !== null && <Approved userId={data.user_id} name={data.name} />}
        {tab === 'history' ? (
          <History key={data.id} kind="registrations" id={data.id} />
        ) : (
          <RegistrationFacts registration={data} />
        )}
      </Stack>
    </>
  )
}

const Approved = ({ userId, name }: { userId: number; name: string }) => {
  const translate = useTranslate()
  return (
    <Alert severity="success">
      {translate('registrations.approved_as')}{' '}
      <Link component={RouterLink} to={`/users/${userId}`}>
        {name}
      </Link>
    </Alert>
  )
}

const Decisions = ({ registration }: { registration: Registration }) => {
  const translate = useTranslate()
  const may = useMay()
  const leave = useLeave(`/registrations/${registration.id}`)
  const approval = useApproval()
  const rejection = useRejection(() => leave(addressOf('/registrations')))
  const verify = useAction(async () => {
    await client.registrations.update(registration.id, { status: 'email-verified' })
    return { message: translate('registrations.verified') }
  })
  const isPending = registration.status === 'email-verification-pending'
  return (
    <>
      <ViewOnly subject="registrations" />
      {isPendingApproval(registration) && (
        <>
          {may('registrations', 'delete') && (
            <CommandButton
              variant="outlined"
              icon={X}
              isGrave
              loading={rejection.busy}
              onClick={() => rejection.trash([registration.id], registration.name)}
            >
              {translate('registrations.reject')}
            </CommandButton>
          )}
          {isPending && may('registrations', 'update') && (
            <CommandButton
              variant="outlined"
              icon={MailCheck}
              loading={verify.busy}
              onClick={() => void verify.run()}
            >
              {translate('registrations.verify')}
            </CommandButton>
          )}
          {may('registrations', 'create-user') && (
            <CommandButton
              variant="contained"
              icon={Check}
              loading={approval.isBusy}
              onClick={() => approval.approve(registration)}
            >
              {translate('registrations.approve')}
            </CommandButton>
          )}
        </>
      )}
      {approval.dialog}
      {rejection.dialog}
    </>
  )
}
