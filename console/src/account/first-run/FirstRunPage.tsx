import { Alert, Button, Link, Stack, Typography } from '@mui/material'
import type { RolecallError } from '@rolecall/client'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { ROOT } from '../../api/root.ts'
import { useServiceFacts } from '../../api/service.ts'
import { client } from '../../api/session.ts'
import { useChange } from '../../api/useChange.ts'
import { Retry, RetryQuery } from '../../ui/Retry.tsx'
import { Card } from '../Card.tsx'
import { NewAccountForm } from '../NewAccountForm.tsx'
import { useSignIn } from '../useSignIn.ts'

/** The code is in the URL fragment: no server, proxy or log sees it. */
const codeOfLink = () => location.hash.slice(1)

/** Opening another link in the same tab changes the fragment only, without a page load. */
function onOtherLink(listener: () => void) {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** The code is used up. */
const isCheck = ([root]: QueryKey) => root === 'setup'

const isRefusal = (error: unknown) => (error as RolecallError | null)?.code === 'setup_refused'

export const FirstRunPage = () => {
  const code = useSyncExternalStore(onOtherLink, codeOfLink)
  return code === '' ? <Refused isWhole={false} /> : <WithCode key={code} code={code} />
}

const WithCode = ({ code }: { code: string }) => {
  const translate = useTranslate()
  const signIn = useSignIn()
  const change = useChange()
  const [isRefused, setRefused] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['setup', code],
    queryFn: ({ signal }) => client.request('POST', '/api/setup/check', { body: { code }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (isRefused || isRefusal(error)) return <Refused isWhole />
  if (error && !data) {
    return (
      <Card title={translate('first-run.title')}>
        <Retry error={error} retry={() => void refetch()} />
      </Card>
    )
  }
  if (!data) return null
  return (
    <Card title={translate('first-run.title')} lead={translate('first-run.lead')}>
      <NewAccountForm
        send={async (account) => {
          try {
            await change(() => client.request('POST', '/api/setup', { body: { code, ...account } }), {
              isGone: isCheck,
            })
          } catch (error) {
            if (!isRefusal(error)) throw error
            return setRefused(true)
          }
          await signIn({ email: account.email, password: account.password }, '/')
        }}
        action={(busy) => (
          <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
            {translate('first-run.submit')}
          </Button>
        )}
      />
    </Card>
  )
}

/** @param isWhole the link has a code, which is wrong or no longer valid */
const Refused = ({ isWhole }: { isWhole: boolean }) => {
  const translate = useTranslate()
  const query = useServiceFacts()
  const { data: facts } = query
  if (!facts) {
    return (
      query.error && (
        <Card title={translate('first-run.refused.title')}>
          <RetryQuery query={query} />
        </Card>
      )
    )
  }
  const next = facts.is_set_up ? 'set_up' : 'not_set_up'
  return (
    <Card title={translate('first-run.refused.title')}>
      <Stack sx={{ gap: 2 }}>
        <Alert severity="error">
          {translate(isWhole ? 'first-run.refused.wrong' : 'first-run.not_whole')}
        </Alert>
        <Typography variant="body2" color="textSecondary">
          {translate(`first-run.refused.${next}`)}
        </Typography>
        {facts.is_set_up && (
          <Link component={RouterLink} to="/login">
            {translate('first-run.refused.sign_in')}
          </Link>
        )}
        <Link href={`${ROOT}docs`}>{translate('first-run.refused.docs')}</Link>
      </Stack>
    </Card>
  )
}
