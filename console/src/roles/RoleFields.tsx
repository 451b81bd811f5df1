import { Button, FormControlLabel, FormHelperText, MenuItem, Stack, Switch, TextField } from '@mui/material'
import { required, useInput, useTranslate, ValidationError } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'

/** The editable fields of a role, with the save button. Within a form of ra-core. */
export const RoleFields = () => {
  const translate = useTranslate()
  return (
    <Stack sx={{ gap: 2, pt: 0.5, maxWidth: 560 }}>
      <Text source="name" isRequired maxLength={150} />
      <Text source="slug" hint={translate('roles.slug_hint')} maxLength={150} />
      <Text source="details" isMultiline maxLength={255} />
      <Text source="type" isRequired hint={translate('roles.type_hint')} choices={['backend', 'frontend']} />
      <Active />
      <Save />
    </Stack>
  )
}

const isRequiredField = required()

interface TextProps {
  source: 'name' | 'slug' | 'details' | 'type'
  hint?: string
  isRequired?: boolean
  isMultiline?: boolean
  maxLength?: number
  choices?: string[]
}

const Text = ({ source, hint, isRequired = false, isMultiline = false, maxLength, choices }: TextProps) => {
  const translate = useTranslate()
  const { field, fieldState } = useInput({ source, ...(isRequired && { validate: isRequiredField }) })
  const { message } = fieldState.error ?? {}
  return (
    <TextField
      label={translate(`roles.${source}`)}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={message !== undefined}
      helperText={message === undefined ? hint : <ValidationError error={message} />}
      required={isRequired}
      multiline={isMultiline}
      {...(isMultiline && { minRows: 2 })}
      select={choices !== undefined}
      slotProps={{ htmlInput: { maxLength, spellCheck: source !== 'slug' } }}
    >
      {choices?.map((choice) => (
        <MenuItem key={choice} value={choice}>
          {translate(`roles.types.${choice}`)}
        </MenuItem>
      ))}
    </TextField>
  )
}

const Active = () => {
  const translate = useTranslate()
  const { id, field } = useInput({ source: 'is_active', type: 'checkbox' })
  return (
    <div>
      <FormControlLabel
        label={translate('roles.active')}
        control={
          <Switch
            checked={Boolean(field.value)}
            onChange={(_event, isActive) => field.onChange(isActive)}
            slotProps={{ input: { 'aria-describedby': id } }}
          />
        }
      />
      <FormHelperText id={id}>{translate('roles.active_hint')}</FormHelperText>
    </div>
  )
}

const Save = () => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { isDirty, isSubmitting } = useFormState()
  return (
    <Stack direction="row" sx={{ gap: 1, mt: 1 }}>
      {/* Navigation after a save loses nothing. */}
      <UnsavedGuard isDirty={isDirty && !isSubmitting} />
      <Button type="submit" variant="contained" disabled={!isDirty} loading={isSubmitting}>
        {translate('ra.action.save')}
      </Button>
      <Button onClick={() => navigate('/roles')}>{translate('ra.action.cancel')}</Button>
    </Stack>
  )
}
