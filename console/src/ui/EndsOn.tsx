import { TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { isPast, today } from './days.ts'

interface Props {
  /** A day as inputs have it; empty for no end. */
  value: string
  onChange: (day: string) => void
  /** What is stored, which may be over by now. */
  stored?: string
  /** Where several stand on a page: whose end it is. */
  name?: string
  /** It is left, or Enter is pressed. */
  onDone?: () => void
  hasHint?: boolean
  /** What is wrong with it besides. */
  fault?: string | undefined
  width?: number
}

/** The last day of a link. One that is over is not taken: to end a link at once, one takes it away. */
export const EndsOn = ({ value, onChange, stored, name, onDone, hasHint = false, fault, width }: Props) => {
  const translate = useTranslate()
  // While a year is typed, it is many other years.
  const isWrong = isPast(value) && value !== stored && value > '1000'
  const hint = hasHint ? translate('ui.ends.hint') : undefined
  return (
    <TextField
      type="date"
      label={translate('ui.ends.label')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onDone}
      onKeyDown={onDone && ((event) => event.key === 'Enter' && onDone())}
      error={isWrong || fault !== undefined}
      helperText={isWrong ? translate('ui.ends.past') : (fault ?? hint)}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { min: today(), ...(name !== undefined && { 'aria-label': name }) },
      }}
      {...(width === undefined ? { fullWidth: true } : { sx: { width } })}
    />
  )
}
