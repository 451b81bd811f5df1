import { Button, Link, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { useServiceFacts } from '../../api/service.ts'
import { Field } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { useSubmission } from '../../ui/useSubmission.ts'
import { Card } from '../Card.tsx'
import { useSignIn } from '../useSignIn.ts'

/** The page that required the sign-in. */
interface Came {
  nextPathname?: string
  nextSearch?: string
}

export const SignInPage = () => {
  const translate = useTranslate()
  const signIn = useSignIn()
  const { nextPathname = '/', nextSearch = '' } = (useLocation().state ?? {}) as Came
  const query = useServiceFacts()
  const { data: facts } = query
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const labels = { email: translate('signin.email'), password: translate('signin.password') }
  const { busy, error, fieldOf, onSubmit } = useSubmission(
    () => signIn({ email: email.trim(), password }, nextPathname + nextSearch),
    labels,
  )
  return (
    <Card
      title={translate('signin.title')}
      lead={facts?.is_set_up === false && translate('signin.not_set_up')}
    >
      <Stack component="form" onSubmit={onSubmit} noValidate sx={{ gap: 2 }}>
        <RefusalNotice error={error} next={null} />
        <Field {...fieldOf('email')} value={email} onChange={setEmail} autoComplete="username" autoFocus />
        <PasswordField
          {...fieldOf('password')}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
        />
        <Button type="submit" variant="contained" size="large" loading={busy} fullWidth>
          {translate('ra.auth.sign_in')}
        </Button>
        {!facts && !error && <RetryQuery query={query} />}
        {facts?.is_set_up && facts.signup !== 'closed' && (
          <Typography variant="body2" color="textSecondary" align="center">
            {translate('signin.no_account')}{' '}
            <Link component={RouterLink} to="/signup" sx={{ display: 'inline-block', minHeight: 24 }}>
              {translate('signin.sign_up')}
            </Link>
          </Typography>
        )}
      </Stack>
    </Card>
  )
}
