import { MenuItem, TextField } from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'

interface Props {
  label: string
  /** Empty for no filter. */
  value: string
  onChange: (value: string) => void
  options: readonly (readonly [value: string, label: string])[]
  onOpen?: () => void
}

/** A filter with a few options, or none of them. */
export const FilterSelect = ({ label, value, onChange, options, onOpen }: Props) => {
  const translate = useTranslate()
  const id = useId()
  return (
    <TextField
      select
      id={id}
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      sx={{ minWidth: 132, flex: { xs: 1, sm: 'none' } }}
      slotProps={{
        inputLabel: { shrink: true, htmlFor: id },
        select: { displayEmpty: true, ...(onOpen && { onOpen }) },
      }}
    >
      <MenuItem value="">{translate('ui.all')}</MenuItem>
      {/* The selected value, before the options are loaded. */}
      {value !== '' && !options.some(([known]) => known === value) && (
        <MenuItem value={value}>{value}</MenuItem>
      )}
      {options.map(([value, name]) => (
        <MenuItem key={value} value={value}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
