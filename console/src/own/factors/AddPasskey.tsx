import { Typography } from '@mui/material'
import { RolecallError } from '@rolecall/client'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { makePasskey, PasskeyError } from '../../api/passkeys.ts'
import { client } from '../../api/session.ts'
import { useChange } from '../../api/useChange.ts'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import { programOf } from '../../features/sessions/program.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useSubmission } from '../../ui/useSubmission.ts'

interface Props {
  /** @param codes the recovery codes, if it is the account's first factor */
  onAdded: (codes: string[] | null) => void
  onClose: () => void
}

/** Adds a passkey, under a name that tells which device it is on. */
export const AddPasskey = ({ onAdded, onClose }: Props) => {
  const translate = useTranslate()
  const change = useChange()
  const notifier = useNotifier()
  const [name, setName] = useState(useDeviceName())
  const { fieldOf, ...form } = useSubmission(
    async () => {
      const passkey = await makePasskey(await client.newPasskeyOptions())
      const codes = await change(() => client.addPasskey(passkey, name.trim())).catch(refused)
      // Beside the recovery codes it would cover their buttons.
      if (!codes) notifier.done({ message: translate('own.passkey.added', { name: name.trim() }) })
      onAdded(codes)
    },
    { name: translate('factors.name') },
  )
  return (
    <FormDialog
      {...form}
      title={translate('own.passkey.add')}
      submit={translate('own.passkey.next')}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        {translate('own.passkey.explained')}
      </Typography>
      <Field
        {...fieldOf('name')}
        hint={translate('own.passkey.name_hint')}
        value={name}
        onChange={setName}
        autoFocus
        required
      />
    </FormDialog>
  )
}

/** Such as "Firefox on Windows". */
function useDeviceName(): string {
  const translate = useTranslate()
  const program = programOf(navigator.userAgent)
  return program
    ? translate('sessions.program', { browser: program.family, system: program.system })
    : translate('factors.kinds.passkey')
}

/** The service's words name a field that the form does not have. */
function refused(error: unknown): never {
  throw error instanceof RolecallError && error.code === 'invalid_passkey'
    ? new PasskeyError('not_taken', { cause: error })
    : error
}
