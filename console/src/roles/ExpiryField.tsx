import { TextField } from '@mui/material'
import { useTranslate } from 'react-admin'
import { today } from '../ui/days.ts'

/** The last day of a link; none, for one without an end. */
export const ExpiryField = ({ value, onChange }: { value: string; onChange: (day: string) => void }) => {
  const translate = useTranslate()
  return (
    <TextField
      type="date"
      label={translate('roles.until')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      helperText={translate('roles.until_hint')}
      fullWidth
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: today() } }}
    />
  )
}
