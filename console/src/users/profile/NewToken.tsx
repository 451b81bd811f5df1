import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../../api/session.ts'
import { useChange } from '../../api/useChange.ts'
import { CopyField } from '../../ui/CopyField.tsx'
import { Field } from '../../ui/Field.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { useSubmission } from '../../ui/useSubmission.ts'
import type { User } from '../user.ts'
import { type Expiry, expiresAt, isExpiryWhole, TokenExpiry } from './TokenExpiry.tsx'
import { EVERYTHING, type Scope, TokenScope } from './TokenScope.tsx'

/** Creates a token and shows its secret, which cannot be shown again. */
export const NewToken = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const translate = useTranslate()
  const id = useId()
  const [secret, setSecret] = useState<string>()
  const [isCreating, setCreating] = useState(false)
  return (
    // Only the button closes the dialog, because the token is not shown again. While it is created, nothing does.
    <Dialog
      open
      onClose={secret === undefined && !isCreating ? onClose : undefined}
      aria-labelledby={id}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={id}>{translate('users.tokens.new')}</DialogTitle>
      {secret === undefined ? (
        <TokenForm user={user} onCreating={setCreating} onCreated={setSecret} onClose={onClose} />
      ) : (
        <>
          <DialogContent>
            <Stack sx={{ gap: 2, pt: 1 }}>
              <Alert severity="warning">{translate('users.tokens.once')}</Alert>
              <CopyField label={translate('users.tokens.secret')} value={secret} />
            </Stack>
          </DialogContent>
          <DialogActions>
            <Button variant="contained" onClick={onClose}>
              {translate('users.tokens.kept')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

interface FormProps {
  user: User
  /** @param isCreating false once there is an answer */
  onCreating: (isCreating: boolean) => void
  onCreated: (secret: string) => void
  onClose: () => void
}

const TokenForm = ({ user, onCreating, onCreated, onClose }: FormProps) => {
  const translate = useTranslate()
  const change = useChange()
  const [name, setName] = useState('')
  const [expiry, setExpiry] = useState<Expiry>({ life: 30, day: '' })
  const [scope, setScope] = useState<Scope>(EVERYTHING)
  const labels = {
    name: translate('users.tokens.name'),
    expires_at: translate('users.tokens.expires'),
    permissions: translate('users.tokens.choose'),
  }
  const [isTried, setTried] = useState(false)
  const isWhole = isExpiryWhole(expiry) && (scope.isAll || scope.chosen.length > 0)
  const { busy, error, fieldOf, onSubmit } = useSubmission(async () => {
    setTried(true)
    if (!isWhole) return
    onCreating(true)
    try {
      const made = await change(() =>
        client.request('POST', '/api/users/{column}/{value}/tokens/create', {
          path: { column: 'id', value: String(user.id) },
          body: {
            name: name.trim(),
            expires_at: expiresAt(expiry),
            ...(!scope.isAll && { permissions: scope.chosen.map(({ slug }) => slug) }),
          },
        }),
      )
      onCreated(made.item.api_token)
    } finally {
      onCreating(false)
    }
  }, labels)
  const { fault: endFault } = fieldOf('expires_at')
  const { fault: scopeFault } = fieldOf('permissions')
  return (
    <form onSubmit={onSubmit} noValidate>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>
          <RefusalNotice error={error} />
          <Field
            {...fieldOf('name')}
            hint={translate('users.tokens.name_hint')}
            value={name}
            onChange={setName}
            autoFocus
            required
          />
          <TokenExpiry
            expiry={expiry}
            onChange={setExpiry}
            fault={
              endFault ??
              (isTried && expiry.life === 'day' && expiry.day === ''
                ? translate('users.tokens.choose_day')
                : undefined)
            }
          />
          <TokenScope
            user={user}
            scope={scope}
            onChange={setScope}
            fault={
              scopeFault ??
              (isTried && scope.chosen.length === 0 ? translate('users.tokens.choose_one') : undefined)
            }
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {translate('ra.action.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={busy}>
          {translate('users.tokens.make')}
        </Button>
      </DialogActions>
    </form>
  )
}
