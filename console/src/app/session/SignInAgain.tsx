import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react'
import { useLogout, useTranslate } from 'react-admin'
import { useMe } from '../../api/me.ts'
import { type Ended, endedSession } from '../../api/session.ts'
import { Field } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { discardUnsaved } from '../../ui/unsavedChanges.ts'

/** A sign-in dialog above the page whose session has ended: typed text is kept. */
export const SignInAgain = () => {
  const ended = useSyncExternalStore(endedSession.subscribe, endedSession.read)
  return ended ? <Form {...ended} /> : null
}

/** Another user signed in: the previous user's unsaved changes must not block the reload. */
function discardAndReload(): void {
  discardUnsaved()
  location.reload()
}

const Form = ({ signIn, leave }: Ended) => {
  const translate = useTranslate()
  const { user } = useMe()
  const logout = useLogout()
  const id = useId()
  const [email, setEmail] = useState(user.email ?? user.username ?? '')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React bubbles events through portals to the form behind the dialog.
    event.stopPropagation()
    setBusy(true)
    setError(undefined)
    try {
      if (!(await signIn(email, password))) return discardAndReload()
    } catch (refusal) {
      setError(refusal)
    }
    setBusy(false)
  }
  return (
    <Dialog open aria-labelledby={id} maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id}>{translate('app.session.title')}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            <Typography variant="body2" color="textSecondary">
              {translate('app.session.text')}
            </Typography>
            <RefusalNotice error={error} />
            <Field
              label={translate('signin.email')}
              value={email}
              onChange={setEmail}
              autoComplete="username"
            />
            <PasswordField
              label={translate('signin.password')}
              value={password}
              onChange={setPassword}
              autoComplete="current-password"
              autoFocus
            />
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
          <Button type="submit" variant="contained" loading={isBusy}>
            {translate('ra.auth.sign_in')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
