import { Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../../api/session.ts'
import { useChange } from '../../api/useChange.ts'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useSubmission } from '../../ui/useSubmission.ts'
import { QrCode } from './QrCode.tsx'

interface Props {
  /** @param codes the recovery codes, if it is the account's first factor */
  onAdded: (codes: string[] | null) => void
  onClose: () => void
}

interface Prepared {
  secret: string
  uri: string
  qr: string
}

/** Adds an authenticator app: its name, then the QR code and the first code. */
export const AddApp = ({ onAdded, onClose }: Props) => {
  const translate = useTranslate()
  const [name, setName] = useState(translate('factors.kinds.totp'))
  const [prepared, setPrepared] = useState<Prepared>()
  const back = () => setPrepared(undefined)
  return prepared ? (
    <Confirm name={name} prepared={prepared} onBack={back} onAdded={onAdded} onClose={onClose} />
  ) : (
    <Name name={name} setName={setName} onPrepared={setPrepared} onClose={onClose} />
  )
}

interface NameProps {
  name: string
  setName: (name: string) => void
  onPrepared: (prepared: Prepared) => void
  onClose: () => void
}

const Name = ({ name, setName, onPrepared, onClose }: NameProps) => {
  const translate = useTranslate()
  const { fieldOf, ...form } = useSubmission(
    async () =>
      onPrepared(await client.request('POST', '/api/me/factors/totp', { body: { name: name.trim() } })),
    { name: translate('factors.name') },
  )
  return (
    <FormDialog
      {...form}
      title={translate('own.app.add')}
      submit={translate('own.app.next')}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        {translate('own.app.explained')}
      </Typography>
      <Field
        {...fieldOf('name')}
        hint={translate('own.factors.name_hint')}
        value={name}
        onChange={setName}
        autoFocus
        required
      />
    </FormDialog>
  )
}

interface ConfirmProps extends Props {
  name: string
  prepared: Prepared
  onBack: () => void
}

const Confirm = ({ name, prepared: { secret, uri, qr }, onBack, onAdded, onClose }: ConfirmProps) => {
  const translate = useTranslate()
  const change = useChange()
  const notifier = useNotifier()
  const [code, setCode] = useState('')
  const { fieldOf, ...form } = useSubmission(
    async () => {
      const { recovery_codes: codes } = await change(() =>
        client.request('POST', '/api/me/factors/totp/confirm', { body: { code } }),
      )
      // Beside the recovery codes it would cover their buttons.
      if (!codes) notifier.done({ message: translate('own.app.added', { name: name.trim() }) })
      onAdded(codes)
    },
    { code: translate('own.code') },
  )
  return (
    <FormDialog
      {...form}
      title={translate('own.app.scan')}
      submit={translate('own.app.confirm')}
      onClose={onClose}
      other={
        <Button onClick={onBack} sx={{ mr: 'auto' }}>
          {translate('own.app.back')}
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary">
        {translate('own.app.scan_explained')}
      </Typography>
      <QrCode svg={qr} label={translate('own.app.qr')} />
      <Button variant="outlined" component="a" href={uri}>
        {translate('own.app.open')}
      </Button>
      <CopyField label={translate('own.app.secret')} value={secret} />
      <Field
        {...fieldOf('code')}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={translate('own.app.code_hint')}
        autoFocus
        required
      />
    </FormDialog>
  )
}
