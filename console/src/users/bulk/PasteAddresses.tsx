import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import { ClipboardPaste } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay, useMe } from '../../api/me.ts'
import { addressesIn, unreadableIn } from '../../features/people/addresses.ts'
import { useFormatLocale } from '../../i18n/format.ts'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { BulkUsersDialog, type UserAction } from './BulkUsersDialog.tsx'

const ACTIONS: readonly UserAction[] = ['assign-role', 'remove-role', 'renew-roles', 'activate', 'deactivate']

/** The most addresses of one call. */
const MOST = 1000

/** An action on the users whose addresses are pasted. */
export const PasteAddresses = () => {
  const translate = useTranslate()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const seesContacts = useMe().permissions.includes('can-see-users-contact-details')
  const actions = ACTIONS.filter((action) => may('users', `bulk-${action}`))
  if (!seesContacts || actions.length === 0) return null
  return (
    <>
      <CommandButton variant="outlined" icon={ClipboardPaste} onClick={() => setOpen(true)}>
        {translate('users.paste.run')}
      </CommandButton>
      {isOpen && <PasteDialog actions={actions} onClose={() => setOpen(false)} />}
    </>
  )
}

interface Props {
  actions: UserAction[]
  onClose: () => void
}

const PasteDialog = ({ actions, onClose }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const id = useId()
  const [text, setText] = useState('')
  const [action, setAction] = useState(actions[0] as UserAction)
  const [emails, setEmails] = useState<string[]>()
  const { addresses: found } = addressesIn(text)
  const unreadable = unreadableIn(text)
  const isTooMany = found.length > MOST
  const counted = { smart_count: found.length, count: found.length.toLocaleString(locale) }
  const key = isTooMany ? 'too_many' : found.length === 0 ? 'none' : 'found'
  const notes = [
    translate('users.paste.hint'),
    translate(`users.paste.${key}`, counted),
    unreadable.length > 0 && translate('people.unreadable', { parts: unreadable.join(', ') }),
  ]
  if (emails) {
    return (
      <BulkUsersDialog
        action={action}
        chosen={{ emails }}
        count={emails.length}
        onClose={onClose}
        onDone={() => undefined}
      />
    )
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (found.length > 0 && !isTooMany) setEmails(found)
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <form onSubmit={onSubmit}>
        <DialogTitle id={id}>{translate('users.paste.title')}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>
            <TextField
              label={translate('users.paste.field')}
              value={text}
              onChange={(event) => setText(event.target.value)}
              multiline
              minRows={6}
              maxRows={12}
              autoFocus
              error={isTooMany}
              helperText={notes.filter(Boolean).join(' ')}
            />
            <TextField
              select
              label={translate('users.paste.action')}
              value={action}
              onChange={(event) => setAction(event.target.value as UserAction)}
            >
              {actions.map((each) => (
                <MenuItem key={each} value={each}>
                  {translate(`users.many.${each}.run`)}
                </MenuItem>
              ))}
            </TextField>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={found.length === 0 || isTooMany}>
            {translate('users.paste.next')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
