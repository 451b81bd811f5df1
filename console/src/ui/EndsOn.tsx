import { TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { isPast, LAST_DAY, today } from './days.ts'

interface Props {
  /** Value of a date input; empty for no expiry. */
  value: string
  onChange: (day: string) => void
  /** The stored day, which may be in the past. */
  stored?: string
  /** Accessible name, if a page has several of these. */
  name?: string
  /** On blur and on Enter. */
  onDone?: () => void
  hasHint?: boolean
  /** In place of those of a link. */
  label?: string
  hint?: string
  /** Another validation error. */
  fault?: string | undefined
  width?: number
  autoFocus?: boolean
}

/** The expiry date of a link. A past date is rejected: to end a link now, it is removed. */
export const EndsOn = ({
  value,
  onChange,
  stored,
  name,
  onDone,
  hasHint = false,
  label,
  hint: ownHint,
  fault,
  width,
  autoFocus = false,
}: Props) => {
  const translate = useTranslate()
  // While a year is typed, the value passes through other years.
  const isWrong = isPast(value) && value !== stored && value > '1000'
  const hint = hasHint ? translate('ui.ends.hint') : ownHint
  return (
    <TextField
      type="date"
      autoFocus={autoFocus}
      label={label ?? translate('ui.ends.label')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onDone}
      onKeyDown={onDone && ((event) => event.key === 'Enter' && onDone())}
      error={isWrong || fault !== undefined}
      helperText={isWrong ? translate('ui.ends.past') : (fault ?? hint)}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { min: today(), max: LAST_DAY, ...(name !== undefined && { 'aria-label': name }) },
      }}
      {...(width === undefined ? { fullWidth: true } : { sx: { width } })}
    />
  )
}
