import { Alert, Button, Link, Stack, Typography } from '@mui/material'
import type { RolecallError } from '@rolecall/client'
import { useState } from 'react'
import { useLogin, useTranslate } from 'react-admin'
import { ROOT } from '../api/root.ts'
import { client } from '../api/session.ts'
import { Card } from '../ui/Card.tsx'
import { NewAccountForm } from '../ui/NewAccountForm.tsx'

/** The code stands behind the `#`: no server, proxy or log has seen it. */
const codeOfLink = () => location.hash.slice(1)

export const FirstRunPage = () => {
  const translate = useTranslate()
  const login = useLogin()
  const [code] = useState(codeOfLink)
  const [refusal, setRefusal] = useState(code === '' ? translate('first-run.not_whole') : undefined)
  if (refusal !== undefined) return <Refused words={refusal} />
  return (
    <Card title={translate('first-run.title')} lead={translate('first-run.lead')}>
      <NewAccountForm
        send={async (account) => {
          try {
            await client.request('POST', '/api/setup', { body: { code, ...account } })
          } catch (error) {
            const { code: reason, message } = error as RolecallError
            if (reason !== 'setup_refused') throw error
            return setRefusal(message)
          }
          await login({ email: account.email, password: account.password }, '/')
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

const Refused = ({ words }: { words: string }) => {
  const translate = useTranslate()
  return (
    <Card title={translate('first-run.refused.title')}>
      <Stack sx={{ gap: 2 }}>
        <Alert severity="error">{words}</Alert>
        <Typography variant="body2" color="textSecondary">
          {translate('first-run.refused.text')}
        </Typography>
        <Link href={`${ROOT}docs`}>{translate('first-run.refused.docs')}</Link>
      </Stack>
    </Card>
  )
}
