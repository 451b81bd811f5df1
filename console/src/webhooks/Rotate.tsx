import { Alert, MenuItem, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useChange } from '../api/useChange.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { useSubmission } from '../ui/useSubmission.ts'
import { Secret } from './Secret.tsx'
import { changesOf, rotationEndOf, selectorOf, type Webhook } from './webhook.ts'

/** The service's default first; at most its limit. */
const HOURS = [24, 1, 72, 168, 0] as const
const HOURS_OF_DAY = 24

interface Props {
  webhook: Webhook
  onClose: () => void
}

/** Replaces the secret, and shows the new one. */
export const Rotate = ({ webhook, onClose }: Props) => {
  const translate = useTranslate()
  const change = useChange()
  const [hours, setHours] = useState<number>(HOURS[0])
  const [secret, setSecret] = useState<string>()
  const { busy, error, fieldOf, onSubmit } = useSubmission(
    async () => {
      const made = await change(
        () =>
          client.request('POST', '/api/webhooks/{column}/{value}/rotate', {
            path: selectorOf(webhook.id),
            body: { overlap_hours: hours },
          }),
        changesOf(webhook),
      )
      setSecret(made.secret)
    },
    { overlap_hours: translate('webhooks.rotate.overlap') },
  )
  if (secret !== undefined) return <Secret secret={secret} onClose={onClose} />
  const { label, fault } = fieldOf('overlap_hours')
  const nameOfHours = (hours: number) => {
    if (hours === 0) return translate('webhooks.rotate.at_once')
    const isDays = hours % HOURS_OF_DAY === 0
    return translate(`webhooks.rotate.${isDays ? 'days' : 'hours'}`, {
      smart_count: isDays ? hours / HOURS_OF_DAY : hours,
    })
  }
  return (
    <FormDialog
      title={translate('webhooks.rotate.title')}
      submit={translate('webhooks.rotate.confirm')}
      busy={busy}
      error={error}
      onSubmit={onSubmit}
      onClose={onClose}
      focusSubmit
    >
      <Typography variant="body2" color="textSecondary">
        {translate('webhooks.rotate.text')}
      </Typography>
      {rotationEndOf(webhook) !== undefined && (
        <Alert severity="warning">{translate('webhooks.rotate.again')}</Alert>
      )}
      <TextField
        select
        label={label}
        value={hours}
        onChange={(event) => setHours(Number(event.target.value))}
        error={fault !== undefined}
        helperText={fault}
      >
        {HOURS.toSorted((one, other) => one - other).map((hours) => (
          <MenuItem key={hours} value={hours}>
            {nameOfHours(hours)}
          </MenuItem>
        ))}
      </TextField>
    </FormDialog>
  )
}
