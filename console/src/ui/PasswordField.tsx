import { IconButton, InputAdornment } from '@mui/material'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Field, type FieldProps } from './Field.tsx'

/** A password field with a button that shows the password. */
export const PasswordField = (props: Omit<FieldProps, 'type' | 'endAdornment'>) => {
  const translate = useTranslate()
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            aria-label={translate('ui.show_password', { name: props.label })}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={16} />
          </IconButton>
        </InputAdornment>
      }
    />
  )
}
