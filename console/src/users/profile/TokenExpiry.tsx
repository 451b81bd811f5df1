import { MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { endOfDay, isPast } from '../../ui/days.ts'
import { EndsOn } from '../../ui/EndsOn.tsx'

const DAY_MS = 86_400_000
/** Days; 0 means no expiry. */
const LIVES = [7, 30, 90, 365, 0] as const

/** When a token expires: after some days, or at the end of a chosen day. */
export interface Expiry {
  life: (typeof LIVES)[number] | 'day'
  /** Empty until one is chosen. */
  day: string
}

export const isExpiryWhole = ({ life, day }: Expiry): boolean =>
  life !== 'day' || (day !== '' && !isPast(day))

/** @returns null for no expiry */
export function expiresAt({ life, day }: Expiry): string | null {
  if (life === 'day') return endOfDay(day)
  return life === 0 ? null : new Date(Date.now() + life * DAY_MS).toISOString()
}

interface Props {
  expiry: Expiry
  onChange: (expiry: Expiry) => void
  fault: string | undefined
}

export const TokenExpiry = ({ expiry: { life, day }, onChange, fault }: Props) => {
  const translate = useTranslate()
  return (
    <>
      <TextField
        select
        label={translate('users.tokens.expires')}
        value={life}
        onChange={(event) => onChange({ life: event.target.value as Expiry['life'], day })}
        error={fault !== undefined && life !== 'day'}
        helperText={life === 'day' ? undefined : fault}
      >
        {LIVES.map((days) => (
          <MenuItem key={days} value={days}>
            {days === 0
              ? translate('users.tokens.no_end')
              : translate('users.tokens.days', { smart_count: days })}
          </MenuItem>
        ))}
        <MenuItem value="day">{translate('users.tokens.other_end')}</MenuItem>
      </TextField>
      {life === 'day' && <EndsOn value={day} onChange={(day) => onChange({ life, day })} fault={fault} />}
    </>
  )
}
