import { IconButton, InputAdornment, TextField } from '@mui/material'
import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useDebounced } from './useDebounced.ts'

interface Props {
  value: string
  onChange: (value: string) => void
  label: string
  autoFocus?: boolean
}

/** Searches while the user types. */
export const SearchInput = ({ value, onChange, label, autoFocus = false }: Props) => {
  const translate = useTranslate()
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  useEffect(() => {
    // Take over outside changes, such as a saved filter. A typed value that is echoed late must not undo later typing.
    if (value !== reported.current) setTyped(value)
    reported.current = value
  }, [value])
  const debounced = useDebounced(typed)
  const report = useEffectEvent(() => {
    if (debounced === reported.current) return
    reported.current = debounced
    onChange(debounced)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports a text once, however often the caller renders.
  useEffect(() => report(), [debounced])
  return (
    <TextField
      type="text"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      placeholder={label}
      autoFocus={autoFocus}
      slotProps={{
        htmlInput: { 'aria-label': label, role: 'searchbox', autoComplete: 'off', spellCheck: false },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search size={16} aria-hidden />
            </InputAdornment>
          ),
          endAdornment: typed !== '' && (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={translate('ra.action.clear_input_value')}
                onClick={() => setTyped('')}
              >
                <X size={15} />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
      sx={{ width: { xs: '100%', sm: 280 } }}
    />
  )
}
