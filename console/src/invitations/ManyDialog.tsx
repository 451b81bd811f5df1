import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useChange } from '../api/useChange.ts'
import { LeftOut } from '../features/bulk/LeftOut.tsx'
import { withoutQuestion } from '../features/bulk/withoutQuestion.ts'
import { useFormatLocale } from '../i18n/format.ts'
import { refusalText } from '../ui/refusal.ts'
import { type Invitation, nameOf, resend, revoke } from './invitation.ts'

export type Action = 'resend' | 'revoke'

const ACTS = { resend, revoke }

interface Props {
  action: Action
  invitations: readonly Invitation[]
  onClose: () => void
  /** When the dialog is closed after a run. */
  onDone: () => void
}

interface Progress {
  done: number
  leftOut: { id: number; name: string; code: string; message: string }[]
}

/** Each by itself: a refusal of one leaves it out. */
async function runEach(
  action: Action,
  invitations: readonly Invitation[],
  translate: (key: string) => string,
): Promise<Progress> {
  const progress: Progress = { done: 0, leftOut: [] }
  for (const invitation of invitations) {
    try {
      await ACTS[action](invitation)
      progress.done += 1
    } catch (error) {
      const message = refusalText(error, translate)
      progress.leftOut.push({ id: invitation.id, name: nameOf(invitation), code: '', message })
    }
  }
  return progress
}

/** Sends invitations again, or revokes them, each by itself, and reports which were left out and why. */
export const ManyDialog = ({ action, invitations, onClose, onDone }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const change = useChange()
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<Progress>()
  const [first] = invitations
  const counted = (count: number) => ({ smart_count: count, count: count.toLocaleString(locale) })
  const title = translate(`invitations.${action}.title`, {
    ...counted(invitations.length),
    name: first ? nameOf(first) : '',
  })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || result) return
    setBusy(true)
    // One change for all: the page refetches once.
    setResult(await change(() => runEach(action, invitations, translate)))
    setBusy(false)
  }
  const close = () => {
    onClose()
    if (result) onDone()
  }
  return (
    <Dialog open onClose={isBusy ? undefined : close} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void onSubmit(event)}>
        <DialogTitle id={id}>{isBusy || result ? withoutQuestion(title) : title}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2 }}>
            <Box {...(result && { role: 'status' })}>
              <Typography variant="body2" color={result ? 'textPrimary' : 'textSecondary'}>
                {result
                  ? [
                      translate(`invitations.${action}.done`, counted(result.done)),
                      result.leftOut.length > 0 && translate('bulk.left_out', counted(result.leftOut.length)),
                    ]
                      .filter(Boolean)
                      .join(' ')
                  : translate(`invitations.${action}.text`)}
              </Typography>
            </Box>
            {!result && invitations.length === 1 && <Quote message={first?.message} />}
            {result && result.leftOut.length > 0 && (
              <LeftOut entries={result.leftOut} pathOf={(each) => `/registrations/${each}`} />
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={close} disabled={isBusy} variant={result ? 'outlined' : 'text'} autoFocus>
            {translate(result ? 'ra.action.close' : 'ra.action.cancel')}
          </Button>
          {!result && (
            <Button
              type="submit"
              variant="contained"
              color={action === 'revoke' ? 'error' : 'primary'}
              loading={isBusy}
            >
              {translate(`invitations.${action}.run`)}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** What the mail of an invitation quotes. Those of several may differ, so it is shown of one only. */
const Quote = ({ message }: { message: string | null | undefined }) => {
  const translate = useTranslate()
  if (!message) return null
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Typography variant="caption" color="textSecondary">
        {translate('invitations.message')}
      </Typography>
      <Typography
        component="blockquote"
        variant="body2"
        sx={{ m: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
      >
        {message}
      </Typography>
    </Stack>
  )
}
