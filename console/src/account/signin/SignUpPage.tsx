import { Button, Link, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useServiceFacts } from '../../api/service.ts'
import { client } from '../../api/session.ts'
import { Retry } from '../../ui/Retry.tsx'
import { Card } from '../Card.tsx'
import { NewAccountForm } from '../NewAccountForm.tsx'
import { useSignIn } from '../useSignIn.ts'

export const SignUpPage = () => {
  const translate = useTranslate()
  const signIn = useSignIn()
  const { data: facts, error, refetch } = useServiceFacts()
  const [registered, setRegistered] = useState<string>()
  if (facts === undefined) {
    return (
      error && (
        <Card title={translate('signin.sign_up_title')}>
          <Retry error={error} retry={refetch} />
        </Card>
      )
    )
  }
  const toSignIn = (
    <Link component={RouterLink} to="/login" sx={{ display: 'inline-block', minHeight: 24 }}>
      {translate('signin.to_sign_in')}
    </Link>
  )
  if (facts.signup === 'closed') {
    return (
      <Card title={translate('signin.closed.title')} lead={translate('signin.closed.text')}>
        {toSignIn}
      </Card>
    )
  }
  if (!facts.is_set_up) {
    return (
      <Card title={translate('signin.sign_up_title')} lead={translate('signin.no_sign_up_yet')}>
        {toSignIn}
      </Card>
    )
  }
  if (registered !== undefined) {
    return (
      <Card
        title={translate('signin.registered.title')}
        lead={translate('signin.registered.text', { email: registered })}
      >
        {toSignIn}
      </Card>
    )
  }
  return (
    <Card title={translate('signin.sign_up_title')} lead={translate(`signin.lead.${facts.signup}`)}>
      <NewAccountForm
        send={async (account) => {
          await client.signUp(account)
          if (facts.signup === 'verify') setRegistered(account.email)
          else await signIn({ email: account.email, password: account.password }, '/')
        }}
        action={(busy) => (
          <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
            {translate('signin.sign_up')}
          </Button>
        )}
      />
      <Typography variant="body2" color="textSecondary" align="center" sx={{ mt: 2 }}>
        {translate('signin.have_account')} {toSignIn}
      </Typography>
    </Card>
  )
}
