import { Button, Stack, TextField, Typography } from '@mui/material'
import { CircleX } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { addressesIn, unreadableIn } from '../features/people/addresses.ts'
import { useFormatLocale } from '../i18n/format.ts'

/** The most of one call. */
export const MOST = 1000

/** What the service said about an address. */
export interface Fault {
  address: string
  message: string
}

interface Props {
  text: string
  onChange: (text: string) => void
  faults: readonly Fault[]
  /** The addresses with faults are taken out of the text. */
  onLeaveOut: () => void
}

/** The pasted addresses, with what is wrong with them. */
export const Addresses = ({ text, onChange, faults, onLeaveOut }: Props) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const { addresses, repeated } = addressesIn(text)
  const unreadable = unreadableIn(text)
  const isTooMany = addresses.length > MOST
  const counted = { smart_count: addresses.length, count: addresses.length.toLocaleString(locale) }
  const key = isTooMany ? 'too_many' : addresses.length === 0 ? 'no_address' : 'found'
  const notes = [
    translate(`invitations.${key}`, counted),
    repeated.length > 0 && translate('invitations.repeated', { addresses: repeated.join(', ') }),
    unreadable.length > 0 && translate('people.unreadable', { parts: unreadable.join(', ') }),
  ]
  return (
    <Stack sx={{ gap: 1.5, pt: 0.5 }}>
      <TextField
        label={translate('invitations.addresses')}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        multiline
        minRows={4}
        maxRows={12}
        autoFocus
        fullWidth
        error={isTooMany || faults.length > 0}
        helperText={`${translate('invitations.addresses_hint')} ${notes.filter(Boolean).join(' ')}`}
      />
      {faults.length > 0 && (
        <Stack role="alert" sx={{ gap: 1, alignItems: 'flex-start' }}>
          <Typography variant="body2" sx={{ fontWeight: 550 }}>
            {translate('invitations.nobody_invited')}
          </Typography>
          <Stack
            component="ul"
            tabIndex={0}
            aria-label={translate('invitations.faults')}
            sx={{
              m: 0,
              p: 0,
              gap: 0.75,
              listStyle: 'none',
              maxHeight: 240,
              overflowY: 'auto',
              width: '100%',
            }}
          >
            {faults.map(({ address, message }) => (
              <Stack key={address} component="li" direction="row" sx={{ gap: 1, color: 'error.main' }}>
                <CircleX size={17} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
                <Typography variant="body2" color="textPrimary" sx={{ overflowWrap: 'anywhere' }}>
                  <strong>{address}</strong> – {message}
                </Typography>
              </Stack>
            ))}
          </Stack>
          <Button variant="outlined" onClick={onLeaveOut}>
            {translate('invitations.leave_out', { smart_count: faults.length })}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}
