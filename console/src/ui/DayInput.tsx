import { TextField } from '@mui/material'
import { LAST_DAY } from './days.ts'

interface Props {
  label: string
  /** Empty for no day. */
  value: string | undefined
  onChange: (day: string) => void
}

/** A day to filter by. */
export const DayInput = ({ label, value = '', onChange }: Props) => (
  <TextField
    type="date"
    label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: LAST_DAY } }}
    sx={{ width: 148 }}
  />
)
