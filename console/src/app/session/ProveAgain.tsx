import { Typography } from '@mui/material'
import { useState, useSyncExternalStore } from 'react'
import { useTranslate } from 'react-admin'
import { type AskedProof, askedProof } from '../../api/proof.ts'
import { client } from '../../api/session.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { useSubmission } from '../../ui/useSubmission.ts'
import { SecondFactorFields } from './SecondFactorFields.tsx'
import { useOwnProof } from './useOwnProof.ts'

/** A dialog above the page that asks for a proof that it is the user, if a change needs a recent one. */
export const ProveAgain = () => {
  const asked = useSyncExternalStore(askedProof.subscribe, askedProof.read)
  return asked ? <ProofDialog {...asked} /> : null
}

/** A second factor if the account has one, else the password. */
const ProofDialog = ({ done, cancel }: AskedProof) => {
  const translate = useTranslate()
  const { query, isReady, hasFactor, isPasskey, ways, input, field, prove } = useOwnProof()
  const [password, setPassword] = useState('')
  const labels = {
    password: translate('app.session.password'),
    code: translate('app.session.code'),
    recovery_code: translate('app.session.recovery_code'),
  }
  const { fieldOf, ...form } = useSubmission(async () => {
    if (!isReady) return
    await (hasFactor ? prove() : client.reauthenticate({ password }))
    done()
  }, labels)
  const explained = isPasskey ? 'by_passkey' : hasFactor ? 'by_factor' : 'by_password'
  return (
    <FormDialog
      {...form}
      title={translate('app.proof.title')}
      submit={translate(isReady && isPasskey ? 'app.session.passkey' : 'app.proof.confirm')}
      focusSubmit={isReady && isPasskey}
      onClose={cancel}
    >
      {isReady ? (
        <>
          <Typography variant="body2" color="textSecondary">
            {translate(`app.proof.${explained}`)}
          </Typography>
          {hasFactor ? (
            <SecondFactorFields ways={ways} input={input} fault={fieldOf(field).fault} busy={form.busy} />
          ) : (
            <PasswordField
              {...fieldOf('password')}
              value={password}
              onChange={setPassword}
              autoComplete="current-password"
              autoFocus
              required
            />
          )}
        </>
      ) : query.error ? (
        <RetryQuery query={query} />
      ) : (
        <Loading />
      )}
    </FormDialog>
  )
}
