import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../../api/session.ts'
import { useChange } from '../../api/useChange.ts'
import { endOfDay, isPast } from '../../ui/days.ts'
import { EndsOn } from '../../ui/EndsOn.tsx'
import { Field } from '../../ui/Field.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { useSubmission } from '../../ui/useSubmission.ts'
import type { User } from '../user.ts'
import { Secret } from './Secret.tsx'
import { EVERYTHING, type Scope, TokenScope } from './TokenScope.tsx'

const DAY_MS = 86_400_000
const endAfter = (days: number) => (days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString())
/** Days; 0 means no expiry. */
const LIVES = [7, 30, 90, 365, 0] as const
type Life = (typeof LIVES)[number] | 'day'

/** Creates a token and shows its secret, which cannot be shown again. */
// Over 80 lines: the fields of one form, and the secret in its place.
export const NewToken = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const translate = useTranslate()
  const change = useChange()
  const id = useId()
  const [name, setName] = useState('')
  const [life, setLife] = useState<Life>(30)
  const [day, setDay] = useState('')
  const [scope, setScope] = useState<Scope>(EVERYTHING)
  const [secret, setSecret] = useState<string>()
  const labels = {
    name: translate('users.tokens.name'),
    expires_at: translate('users.tokens.expires'),
    permissions: translate('users.tokens.choose'),
  }
  const [isTried, setTried] = useState(false)
  const isWhole = (life !== 'day' || (day !== '' && !isPast(day))) && (scope.isAll || scope.chosen.length > 0)
  const { busy, error, fieldOf, onSubmit } = useSubmission(async () => {
    setTried(true)
    if (!isWhole) return
    const made = await change(() =>
      client.request('POST', '/api/users/{column}/{value}/tokens/create', {
        path: { column: 'id', value: String(user.id) },
        body: {
          name: name.trim(),
          expires_at: life === 'day' ? endOfDay(day) : endAfter(life),
          ...(!scope.isAll && { permissions: scope.chosen.map(({ slug }) => slug) }),
        },
      }),
    )
    setSecret(made.item.api_token)
  }, labels)
  const { fault: endFault } = fieldOf('expires_at')
  const { fault: scopeFault } = fieldOf('permissions')
  return (
    // Only the button closes the dialog, because the token is not shown again.
    <Dialog
      open
      onClose={secret === undefined ? onClose : undefined}
      aria-labelledby={id}
      maxWidth="sm"
      fullWidth
    >
      <form onSubmit={onSubmit} noValidate>
        <DialogTitle id={id}>{translate('users.tokens.new')}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>
            <RefusalNotice error={error} />
            {secret === undefined ? (
              <>
                <Field
                  {...fieldOf('name')}
                  hint={translate('users.tokens.name_hint')}
                  value={name}
                  onChange={setName}
                  autoFocus
                  required
                />
                <TextField
                  select
                  label={translate('users.tokens.expires')}
                  value={life}
                  onChange={(event) => setLife(event.target.value as Life)}
                  error={endFault !== undefined && life !== 'day'}
                  helperText={life === 'day' ? undefined : endFault}
                >
                  {LIVES.map((life) => (
                    <MenuItem key={life} value={life}>
                      {life === 0
                        ? translate('users.tokens.no_end')
                        : translate('users.tokens.days', { smart_count: life })}
                    </MenuItem>
                  ))}
                  <MenuItem value="day">{translate('users.tokens.other_end')}</MenuItem>
                </TextField>
                {life === 'day' && (
                  <EndsOn
                    value={day}
                    onChange={setDay}
                    fault={
                      endFault ?? (isTried && day === '' ? translate('users.tokens.choose_day') : undefined)
                    }
                  />
                )}
                <TokenScope
                  user={user}
                  scope={scope}
                  onChange={setScope}
                  fault={
                    scopeFault ??
                    (isTried && scope.chosen.length === 0 ? translate('users.tokens.choose_one') : undefined)
                  }
                />
              </>
            ) : (
              <>
                <Alert severity="warning">{translate('users.tokens.once')}</Alert>
                <Secret value={secret} />
              </>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          {secret === undefined ? (
            <>
              <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
              <Button type="submit" variant="contained" loading={busy}>
                {translate('users.tokens.make')}
              </Button>
            </>
          ) : (
            <Button variant="contained" onClick={onClose}>
              {translate('users.tokens.kept')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
