import { Box, Button } from '@mui/material'
import type { SecondFactorProof } from '@rolecall/client'
import { useTranslate } from 'react-admin'
import { Field } from '../../ui/Field.tsx'

interface Props {
  proof: SecondFactorProof
  onChange: (proof: SecondFactorProof) => void
  fault: string | undefined
  /** The account has recovery codes. */
  hasRecovery: boolean
  /** To the password, where a sign-in begins with it. */
  onBack?: () => void
}

/** A code of the authenticator app, or a recovery code. */
export const SecondFactorFields = ({ proof, onChange, fault, hasRecovery, onBack }: Props) => {
  const translate = useTranslate()
  const isRecovery = 'recovery_code' in proof
  return (
    <>
      {isRecovery ? (
        <Field
          key="recovery"
          label={translate('app.session.recovery_code')}
          value={proof.recovery_code}
          onChange={(value) => onChange({ recovery_code: value })}
          fault={fault}
          autoComplete="off"
          autoFocus
        />
      ) : (
        <Field
          key="code"
          label={translate('app.session.code')}
          value={'code' in proof ? proof.code : ''}
          onChange={(value) => onChange({ code: value })}
          fault={fault}
          hint={translate('app.session.code_hint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {hasRecovery && (
          <Button onClick={() => onChange(isRecovery ? { code: '' } : { recovery_code: '' })}>
            {translate(isRecovery ? 'app.session.use_app' : 'app.session.use_recovery')}
          </Button>
        )}
        {onBack && <Button onClick={onBack}>{translate('app.session.back')}</Button>}
      </Box>
    </>
  )
}
