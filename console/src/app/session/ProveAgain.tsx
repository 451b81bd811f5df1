import { Typography } from '@mui/material'
import type { SecondFactorProof } from '@rolecall/client'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useTranslate } from 'react-admin'
import { type AskedProof, askedProof } from '../../api/proof.ts'
import { client } from '../../api/session.ts'
import { ownFactorsQuery } from '../../features/factors/ownFactors.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { useSubmission } from '../../ui/useSubmission.ts'
import { SecondFactorFields } from './SecondFactorFields.tsx'

/** A dialog above the page that asks for a proof that it is the user, if a change needs a recent one. */
export const ProveAgain = () => {
  const asked = useSyncExternalStore(askedProof.subscribe, askedProof.read)
  return asked ? <ProofDialog {...asked} /> : null
}

/** A second factor if the account has one, else the password. */
const ProofDialog = ({ done, cancel }: AskedProof) => {
  const translate = useTranslate()
  const query = useQuery(ownFactorsQuery)
  const [password, setPassword] = useState('')
  const [proof, setProof] = useState<SecondFactorProof>({ code: '' })
  const { data } = query
  const hasFactor = data !== undefined && data.factors.length > 0
  const labels = {
    password: translate('app.session.password'),
    code: translate('app.session.code'),
    recovery_code: translate('app.session.recovery_code'),
  }
  const { fieldOf, ...form } = useSubmission(async () => {
    if (!data) return
    await client.reauthenticate(hasFactor ? proof : { password })
    done()
  }, labels)
  return (
    <FormDialog
      {...form}
      title={translate('app.proof.title')}
      submit={translate('app.proof.confirm')}
      onClose={cancel}
    >
      {data ? (
        <>
          <Typography variant="body2" color="textSecondary">
            {translate(hasFactor ? 'app.proof.by_factor' : 'app.proof.by_password')}
          </Typography>
          {hasFactor ? (
            <SecondFactorFields
              proof={proof}
              onChange={setProof}
              fault={fieldOf('code' in proof ? 'code' : 'recovery_code').fault}
              hasRecovery={data.recovery_codes_left > 0}
            />
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
