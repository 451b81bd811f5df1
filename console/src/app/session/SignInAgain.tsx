import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { type PasskeyRequestOptions, SecondFactorRequired } from '@rolecall/client'
import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLogout, useTranslate } from 'react-admin'
import { type ChallengeEnd, challengeEnd, isCodeRefused } from '../../api/challengeEnd.ts'
import { useMe } from '../../api/me.ts'
import { PasskeyError, waysOf, whyPasskeysOff } from '../../api/passkeys.ts'
import { useServiceFacts } from '../../api/service.ts'
import { type Ended, endedSession } from '../../api/session.ts'
import { Field } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { discardUnsaved } from '../../ui/unsavedChanges.ts'
import { SecondFactorFields, useSecondFactor } from './SecondFactorFields.tsx'

/** A sign-in dialog above the page whose session has ended: typed text is kept. */
export const SignInAgain = () => {
  const ended = useSyncExternalStore(endedSession.subscribe, endedSession.read)
  return ended ? <Steps {...ended} /> : null
}

/** Another user signed in: the previous user's unsaved changes must not block the reload. */
function discardAndReload(): void {
  discardUnsaved()
  location.reload()
}

/** The password, then a code if the account has a second factor. */
const Steps = (ended: Ended) => {
  const [required, setRequired] = useState<SecondFactorRequired>()
  const [end, setEnd] = useState<ChallengeEnd>()
  if (required) {
    const leave = (why?: ChallengeEnd) => {
      setRequired(undefined)
      setEnd(why)
    }
    return <SecondFactorStep {...ended} required={required} onEnd={leave} />
  }
  return <PasswordStep {...ended} end={end} onRequired={setRequired} />
}

interface PasswordStepProps extends Ended {
  /** Why the sign-in begins again. */
  end: ChallengeEnd | undefined
  onRequired: (required: SecondFactorRequired) => void
}

const PasswordStep = ({ signIn, signInByPasskey, leave, end, onRequired }: PasswordStepProps) => {
  const translate = useTranslate()
  const { user } = useMe()
  const [email, setEmail] = useState(user.email ?? user.username ?? '')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<unknown>()
  const submit = async () => {
    setError(undefined)
    try {
      if (!(await signIn(email, password))) discardAndReload()
    } catch (refusal) {
      if (refusal instanceof SecondFactorRequired) onRequired(refusal)
      else setError(refusal)
    }
  }
  const text = end === undefined ? 'app.session.text' : `app.session.${end}`
  return (
    <StepDialog text={translate(text)} error={error} onSubmit={submit} leave={leave}>
      <Field
        label={translate('app.session.name')}
        value={email}
        onChange={setEmail}
        autoComplete="username"
      />
      <PasswordField
        label={translate('app.session.password')}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        autoFocus
      />
      <PasskeyButton signInByPasskey={signInByPasskey} onError={setError} />
    </StepDialog>
  )
}

/** Whether this page can use passkeys, as far as is known. */
function useHasPasskeys(): boolean {
  const { data } = useServiceFacts()
  return data !== undefined && whyPasskeysOff(data) === undefined
}

interface PasskeyButtonProps extends Pick<Ended, 'signInByPasskey'> {
  onError: (error: unknown) => void
}

const PasskeyButton = ({ signInByPasskey, onError }: PasskeyButtonProps) => {
  const translate = useTranslate()
  const hasPasskeys = useHasPasskeys()
  const asking = useRef<AbortController>(undefined)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => () => asking.current?.abort(), [])
  const start = async () => {
    const own = new AbortController()
    asking.current = own
    setBusy(true)
    onError(undefined)
    try {
      if (!(await signInByPasskey(own.signal))) discardAndReload()
    } catch (error) {
      onError(isCodeRefused(error) ? new PasskeyError('refused', { cause: error }) : error)
    } finally {
      setBusy(false)
    }
  }
  return hasPasskeys ? (
    <Button variant="outlined" loading={isBusy} onClick={() => void start()}>
      {translate('app.session.by_passkey')}
    </Button>
  ) : null
}

interface SecondFactorStepProps extends Ended {
  required: SecondFactorRequired
  /** Back to the password. @param end why, if nobody chose to */
  onEnd: (end?: ChallengeEnd) => void
}

const SecondFactorStep = ({ finish, leave, required, onEnd }: SecondFactorStepProps) => {
  const translate = useTranslate()
  const ways = waysOf(required.factors, useHasPasskeys() && required.passkeyOptions !== undefined)
  const input = useSecondFactor(ways)
  const isPasskey = input.way === 'passkey'
  const [tries, setTries] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async () => {
    setError(undefined)
    // In place of a device that asks for nothing.
    const ended = isPasskey ? challengeEnd(required, 0) : undefined
    if (ended !== undefined) return onEnd(ended)
    setBusy(true)
    try {
      const proof = await input.read(async () => required.passkeyOptions as PasskeyRequestOptions)
      if (!(await finish(required.readChallenge(), proof))) discardAndReload()
    } catch (refusal) {
      const end = isCodeRefused(refusal) ? challengeEnd(required, tries + 1) : undefined
      if (end !== undefined) return onEnd(end)
      if (isCodeRefused(refusal)) setTries(tries + 1)
      setError(isPasskey && isCodeRefused(refusal) ? new PasskeyError('refused') : refusal)
    }
    setBusy(false)
  }
  const isRefused = isCodeRefused(error)
  return (
    <StepDialog
      text={translate('app.session.factor')}
      error={isRefused ? undefined : error}
      onSubmit={submit}
      leave={leave}
      {...(isPasskey && { confirm: translate('app.session.passkey') })}
    >
      <SecondFactorFields
        ways={ways}
        input={input}
        onChange={() => setError(undefined)}
        fault={isRefused ? error.errors.join(' ') : undefined}
        busy={busy}
        onBack={() => onEnd()}
      />
    </StepDialog>
  )
}

interface StepDialogProps {
  text: string
  error: unknown
  onSubmit: () => Promise<void>
  leave: () => void
  /** Of a step without fields, in place of "Sign in". */
  confirm?: string
  children: ReactNode
}

const StepDialog = ({ text, error, onSubmit, leave, confirm, children }: StepDialogProps) => {
  const translate = useTranslate()
  const logout = useLogout()
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React bubbles events through portals to the form behind the dialog.
    event.stopPropagation()
    if (isBusy) return
    setBusy(true)
    await onSubmit()
    setBusy(false)
  }
  return (
    <Dialog open aria-labelledby={id} maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id}>{translate('app.session.title')}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            <Typography variant="body2" color="textSecondary" role="status">
              {text}
            </Typography>
            <RefusalNotice error={error} />
            {children}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button
            onClick={() => {
              discardUnsaved()
              leave()
              logout()
            }}
          >
            {translate('app.session.leave')}
          </Button>
          <Button
            key={confirm}
            type="submit"
            variant="contained"
            loading={isBusy}
            autoFocus={confirm !== undefined}
          >
            {confirm ?? translate('ra.auth.sign_in')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
