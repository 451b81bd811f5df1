import { Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Ban, KeySquare, Plus } from 'lucide-react'
import { useState } from 'react'
import { ListContextProvider, useList, useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { useAction } from '../../features/mutations/useAction.tsx'
import { LastUse } from '../../features/sessions/LastUse.tsx'
import { SessionName } from '../../features/sessions/SessionName.tsx'
import { useProgramName } from '../../features/sessions/useProgramName.ts'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LockableButton } from '../../ui/LockableButton.tsx'
import type { Column } from '../../ui/list/column.ts'
import { ListTable } from '../../ui/list/ListTable.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { Section } from '../../ui/Section.tsx'
import { When } from '../../ui/When.tsx'
import { useLockReason } from '../useLockReason.ts'
import type { User } from '../user.ts'
import { NewToken } from './NewToken.tsx'
import { tokensQuery } from './queries.ts'

type Token = Awaited<ReturnType<NonNullable<ReturnType<typeof tokensQuery>['queryFn']>>>[number]

/** A token by its name, a session by its program. */
function useTokenName() {
  const translate = useTranslate()
  const programName = useProgramName()
  return (token: Token) =>
    token.is_sign_in ? (programName(token) ?? translate('users.tokens.session')) : token.name
}

const Name = (token: Token) => {
  const translate = useTranslate()
  const [nameOf, programName] = [useTokenName(), useProgramName()]
  const program = programName(token)
  return (
    <SessionName
      name={nameOf(token)}
      detail={token.is_sign_in ? program && translate('users.tokens.session') : program}
      isCurrent={token.is_current}
      userAgent={token.user_agent}
    />
  )
}

const Permissions = ({ permissions }: Token) => {
  const translate = useTranslate()
  return permissions?.join(', ') ?? translate('users.tokens.all')
}

/** On a phone: all but when it was created. */
const Compact = (token: Token) => {
  const translate = useTranslate()
  return (
    <Stack sx={{ gap: 0.25 }}>
      <Name {...token} />
      <Typography variant="caption" color="textSecondary">
        <Permissions {...token} />
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {translate('users.tokens.used')} <LastUse {...token} />
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {translate('users.tokens.expires')} <When at={token.expires_at} />
      </Typography>
    </Stack>
  )
}

const COLUMNS: Column<Token>[] = [
  { id: 'name', label: 'users.tokens.name', render: (token) => <Name {...token} /> },
  { id: 'scope', label: 'users.tokens.scope', render: (token) => <Permissions {...token} /> },
  { id: 'created', label: 'users.tokens.created', render: ({ created_at }) => <When at={created_at} /> },
  { id: 'used', label: 'users.tokens.used', render: (token) => <LastUse {...token} /> },
  { id: 'expires', label: 'users.tokens.expires', render: ({ expires_at }) => <When at={expires_at} /> },
]

const NONE: Token[] = []

/** The user's tokens, with buttons to revoke them. */
export const Tokens = ({ user }: { user: User }) => {
  const translate = useTranslate()
  const may = useMay()
  const nameOf = useTokenName()
  const [isMaking, setMaking] = useState(false)
  const [doomed, setDoomed] = useState<Token>()
  const query = useQuery(tokensQuery(user.id))
  const { data: tokens } = query
  const list = useList<Token>({ data: tokens ?? NONE })
  const beyond = useLockReason(user)
  const canMake = may('users', 'tokens-create', user) && user.deleted_at === null
  const canRevoke = may('users', 'token-revoke', user)
  const make = (
    <CommandButton
      icon={Plus}
      command="users.tokens.new"
      reason={beyond}
      variant="contained"
      sx={{ flex: 'none' }}
      onClick={() => setMaking(true)}
    >
      {translate('users.tokens.new')}
    </CommandButton>
  )
  return (
    <>
      <Section
        title={translate('users.tabs.tokens')}
        hint={translate('users.tokens.hint')}
        actions={canMake && make}
        flush
      >
        {!tokens && <RetryQuery query={query} />}
        {tokens?.length === 0 && (
          <EmptyState icon={KeySquare} title={translate('users.tokens.none')}>
            {translate('users.tokens.none_hint')}
          </EmptyState>
        )}
        {tokens && tokens.length > 0 && (
          <ListContextProvider value={list}>
            <ListTable<Token>
              label={translate('users.tabs.tokens')}
              columns={COLUMNS}
              compact={(token) => <Compact {...token} />}
              actions={
                canRevoke
                  ? (token) => (
                      <LockableButton
                        reason={beyond}
                        startIcon={<Ban size={15} />}
                        aria-label={translate('users.tokens.revoke_name', { name: nameOf(token) })}
                        onClick={() => setDoomed(token)}
                      >
                        {translate('users.tokens.revoke')}
                      </LockableButton>
                    )
                  : undefined
              }
            />
          </ListContextProvider>
        )}
      </Section>
      {isMaking && <NewToken user={user} onClose={() => setMaking(false)} />}
      {doomed && <RevokeDialog user={user} token={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}

interface RevokeProps {
  user: User
  token: Token
  onClose: () => void
}

const RevokeDialog = ({ user, token, onClose }: RevokeProps) => {
  const translate = useTranslate()
  const { id } = token
  const name = useTokenName()(token)
  const revoke = useAction(
    async () => {
      await client.request('POST', '/api/users/{column}/{value}/tokens/{token}/revoke', {
        path: { column: 'id', value: String(user.id), token: String(id) },
      })
      onClose()
      return { message: translate('users.tokens.revoked', { name }) }
    },
    { keepsError: true },
  )
  return (
    <ConfirmDialog
      open
      title={translate('users.tokens.revoke_title', { name })}
      confirm={translate('users.tokens.revoke')}
      busy={revoke.busy}
      error={revoke.error}
      onConfirm={() => void revoke.run()}
      onClose={onClose}
    >
      {translate('users.tokens.revoke_text')}
    </ConfirmDialog>
  )
}
