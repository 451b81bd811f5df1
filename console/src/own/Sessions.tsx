import { Button, Stack, Typography } from '@mui/material'
import type { components } from '@rolecall/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { ListContextProvider, useList, useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { LastUse } from '../features/sessions/LastUse.tsx'
import { SessionName } from '../features/sessions/SessionName.tsx'
import { useProgramName } from '../features/sessions/useProgramName.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import type { Column } from '../ui/list/column.ts'
import { ListTable } from '../ui/list/ListTable.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { Section } from '../ui/Section.tsx'
import { When } from '../ui/When.tsx'

type Session = components['schemas']['Session']

const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: async ({ signal }) => (await client.request('GET', '/api/me/sessions', { signal })).sessions,
})

function useSessionName() {
  const translate = useTranslate()
  const programName = useProgramName()
  return (session: Session) => programName(session) ?? translate('own.sessions.unknown')
}

const Name = (session: Session) => (
  <SessionName
    name={useSessionName()(session)}
    isCurrent={session.is_current}
    userAgent={session.user_agent}
  />
)

const COLUMNS: Column<Session>[] = [
  { id: 'name', label: 'own.sessions.device', render: (session) => <Name {...session} /> },
  { id: 'used', label: 'own.sessions.used', render: (session) => <LastUse {...session} /> },
  { id: 'created', label: 'own.sessions.began', render: ({ created_at }) => <When at={created_at} /> },
  { id: 'expires', label: 'own.sessions.expires', render: ({ expires_at }) => <When at={expires_at} /> },
]

/** On a phone: all but when it ends. */
const Compact = (session: Session) => {
  const translate = useTranslate()
  return (
    <Stack sx={{ gap: 0.25 }}>
      <Name {...session} />
      <Typography variant="caption" color="textSecondary">
        {translate('own.sessions.used')} <LastUse {...session} />
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {translate('own.sessions.began')} <When at={session.created_at} />
      </Typography>
    </Stack>
  )
}

const NONE: Session[] = []

/** Where one is signed in. */
export const Sessions = () => {
  const translate = useTranslate()
  const nameOf = useSessionName()
  const query = useQuery(sessionsQuery)
  const { data: sessions } = query
  const list = useList<Session>({ data: sessions ?? NONE })
  const [doomed, setDoomed] = useState<Session | 'others'>()
  const hasOthers = sessions?.some(({ is_current: isCurrent }) => !isCurrent) ?? false
  return (
    <Section
      title={translate('own.sessions.title')}
      hint={translate('own.sessions.hint')}
      actions={
        hasOthers && (
          <CommandButton
            icon={LogOut}
            command="own.sessions.end_others"
            words={translate('own.sessions.words')}
            variant="outlined"
            sx={{ flex: 'none' }}
            onClick={() => setDoomed('others')}
          >
            {translate('own.sessions.end_others')}
          </CommandButton>
        )
      }
      flush
    >
      {!sessions && <RetryQuery query={query} />}
      {sessions && (
        <ListContextProvider value={list}>
          <ListTable<Session>
            label={translate('own.sessions.title')}
            columns={COLUMNS}
            compact={(session) => <Compact {...session} />}
            actions={(session) =>
              !session.is_current && (
                <Button
                  aria-label={translate('own.sessions.end_name', { name: nameOf(session) })}
                  onClick={() => setDoomed(session)}
                >
                  {translate('own.sessions.end')}
                </Button>
              )
            }
          />
        </ListContextProvider>
      )}
      {doomed && <EndDialog doomed={doomed} onClose={() => setDoomed(undefined)} />}
    </Section>
  )
}

interface EndProps {
  doomed: Session | 'others'
  onClose: () => void
}

const EndDialog = ({ doomed, onClose }: EndProps) => {
  const translate = useTranslate()
  const nameOf = useSessionName()
  const isAll = doomed === 'others'
  const name = isAll ? '' : nameOf(doomed)
  const texts = isAll ? 'own.sessions.ending_others' : 'own.sessions.ending'
  const end = useAction(
    async () => {
      await (isAll
        ? client.request('POST', '/api/me/sessions/revoke', {})
        : client.request('POST', '/api/me/sessions/{id}/revoke', { path: { id: String(doomed.id) } }))
      onClose()
      return { message: translate(`${texts}.done`, { name }) }
    },
    { keepsError: true },
  )
  return (
    <ConfirmDialog
      open
      title={translate(`${texts}.title`, { name })}
      confirm={translate('own.sessions.end')}
      busy={end.busy}
      error={end.error}
      onConfirm={() => void end.run()}
      onClose={onClose}
    >
      {translate(`${texts}.text`)}
    </ConfirmDialog>
  )
}
