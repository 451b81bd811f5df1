import { TextField } from '@mui/material'
import type { ReactNode, Ref } from 'react'

export interface FieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Validation error. */
  fault?: string | undefined
  hint?: ReactNode
  type?: string
  autoComplete?: string
  autoFocus?: boolean
  /** On focus the text is selected: typing replaces it. */
  isSelected?: boolean
  required?: boolean
  endAdornment?: ReactNode
  multiline?: boolean
  inputMode?: 'numeric'
  /** For callers that set the focus. */
  inputRef?: Ref<HTMLInputElement>
}

/** A labelled text field. */
export const Field = ({
  label,
  value,
  onChange,
  fault,
  hint,
  type = 'text',
  autoComplete,
  autoFocus,
  isSelected = false,
  required,
  endAdornment,
  multiline = false,
  inputMode,
  inputRef,
}: FieldProps) => (
  <TextField
    label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    type={type}
    error={fault !== undefined}
    helperText={fault ?? hint}
    autoFocus={autoFocus ?? false}
    {...(isSelected && { onFocus: ({ target }) => target.select() })}
    required={required ?? false}
    fullWidth
    multiline={multiline}
    inputRef={inputRef}
    slotProps={{
      htmlInput: { autoComplete, inputMode },
      ...(type === 'date' && { inputLabel: { shrink: true } }),
      input: { endAdornment },
    }}
  />
)
