import { Button, Stack } from '@mui/material'
import { BooleanInput, required, SaveButton, SelectInput, TextInput, useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx'

/** The editable fields of a role, with the save button. Within a react-admin form. */
export const RoleFields = () => {
  const translate = useTranslate()
  // `helperText={false}`: otherwise react-admin reserves its room by an HTML string, which the content policy forbids.
  const shared = { variant: 'outlined' } as const
  return (
    <Stack sx={{ gap: 1.5, pt: 0.5, maxWidth: 560 }}>
      <TextInput
        {...shared}
        source="name"
        label={translate('roles.name')}
        helperText={false}
        validate={required()}
        slotProps={{ htmlInput: { maxLength: 150 } }}
      />
      <TextInput
        {...shared}
        source="slug"
        label={translate('roles.slug')}
        helperText={translate('roles.slug_hint')}
        slotProps={{ htmlInput: { maxLength: 150, spellCheck: false } }}
      />
      <TextInput
        {...shared}
        source="details"
        label={translate('roles.details')}
        helperText={false}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 255 } }}
      />
      <SelectInput
        {...shared}
        source="type"
        label={translate('roles.type')}
        validate={required()}
        choices={['backend', 'frontend'].map((id) => ({ id, name: translate(`roles.types.${id}`) }))}
        helperText={translate('roles.type_hint')}
      />
      <BooleanInput
        {...shared}
        source="is_active"
        label={translate('roles.active')}
        helperText={translate('roles.active_hint')}
      />
      <Save />
    </Stack>
  )
}

const Save = () => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { isDirty, isSubmitting } = useFormState()
  return (
    <Stack direction="row" sx={{ gap: 1, mt: 2 }}>
      {/* Navigation after a save loses nothing. */}
      <UnsavedGuard isDirty={isDirty && !isSubmitting} />
      <SaveButton icon={null} />
      <Button onClick={() => navigate('/roles')}>{translate('ra.action.cancel')}</Button>
    </Stack>
  )
}
