import { Alert, Button, Stack } from '@mui/material'
import { AtSign, KeyRound, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { StatusChip } from '../features/status/StatusChip.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Section } from '../ui/Section.tsx'
import { ChangeAddress } from './ChangeAddress.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { EnterCode } from './EnterCode.tsx'
import { type PendingCode, usePendingCode } from './pendingCode.ts'
import { SettingLine } from './SettingLine.tsx'
import type { User } from './user.ts'

interface Props {
  user: User
  /** Nothing but the verification of the address. */
  isVerification?: boolean
}

/** What one signs in with: the address, which is changed and verified by mailed codes, and the password. */
export const SignInSettings = ({ user, isVerification = false }: Props) => {
  const translate = useTranslate()
  const [stored, setPending] = usePendingCode(user)
  const pending = isVerification && stored?.isNew ? undefined : stored
  const [open, setOpen] = useState<'password' | 'email' | 'code'>()
  const close = () => setOpen(undefined)
  const onAsked = (code: PendingCode) => {
    setPending(code)
    setOpen('code')
  }
  const isVerified = user.email_verified_at !== null
  const verification = useAction(async () => {
    const { request } = await client.request('POST', '/api/email/verify', {})
    onAsked({ email: user.email ?? '', request, isNew: false, askedAt: Date.now() })
    return { message: translate('own.mailed', { email: user.email }) }
  })
  return (
    <Section title={translate('own.sign_in')}>
      <Stack sx={{ gap: 2 }}>
        {pending && (
          <Pending code={pending} onEnter={() => setOpen('code')} onDrop={() => setPending(null)} />
        )}
        <SettingLine
          label={translate('people.fields.email')}
          value={
            <>
              {user.email} <StatusChip status={isVerified ? 'verified' : 'unverified'} />
            </>
          }
        >
          {!isVerified && (
            <CommandButton
              variant="outlined"
              icon={MailCheck}
              command="own.verify_email"
              loading={verification.busy}
              onClick={() => void verification.run()}
            >
              {translate('own.verify_email')}
            </CommandButton>
          )}
          {!isVerification && (
            <CommandButton
              variant="outlined"
              icon={AtSign}
              command="own.change_email"
              onClick={() => setOpen('email')}
            >
              {translate('own.change_email')}
            </CommandButton>
          )}
        </SettingLine>
        {!isVerification && <PasswordLine onChange={() => setOpen('password')} />}
      </Stack>
      {open === 'password' && <ChangePassword user={user} onClose={close} />}
      {open === 'email' && <ChangeAddress pending={pending} onAsked={onAsked} onClose={close} />}
      {open === 'code' && pending && (
        <EnterCode
          key={pending.request}
          code={pending}
          // A change of the address needs the password again.
          onResend={() => (pending.isNew ? setOpen('email') : void verification.run())}
          isResending={verification.busy}
          onConfirmed={() => {
            setPending(null)
            close()
          }}
          onClose={close}
        />
      )}
    </Section>
  )
}

const PasswordLine = ({ onChange }: { onChange: () => void }) => {
  const translate = useTranslate()
  return (
    <SettingLine label={translate('people.fields.password')} value="••••••••">
      <CommandButton
        variant="outlined"
        icon={KeyRound}
        command="own.change_password"
        words={translate('own.password_words')}
        onClick={onChange}
      >
        {translate('own.change_password')}
      </CommandButton>
    </SettingLine>
  )
}

interface PendingProps {
  code: PendingCode
  onEnter: () => void
  onDrop: () => void
}

/** What is still to be done with the mail that was sent. */
const Pending = ({ code: { email, isNew }, onEnter, onDrop }: PendingProps) => {
  const translate = useTranslate()
  return (
    <Alert
      severity="info"
      role="note"
      action={
        <>
          <Button onClick={onEnter}>{translate('own.type_code')}</Button>
          <Button onClick={onDrop}>{translate('own.drop')}</Button>
        </>
      }
    >
      {translate(isNew ? 'own.pending_change' : 'own.pending_verification', { email })}
    </Alert>
  )
}
