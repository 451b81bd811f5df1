import { Button, FormControlLabel, FormHelperText, MenuItem, Stack, Switch } from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { type Control, useController } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { type AfterSave, FormField, RecordForm, useRecordForm } from '../ui/RecordForm.tsx'
import { Section } from '../ui/Section.tsx'
import type { Role } from './role.ts'

interface Values {
  name: string
  slug: string
  details: string
  type: Role['type']
  is_active: boolean
  requires_second_factor: boolean
}

/** An emptied text is null. */
export type RoleChanges = { [K in keyof Values]?: Values[K] | null }

const valuesOf = (role: Role | undefined): Values => ({
  name: role?.name ?? '',
  slug: role?.slug ?? '',
  details: role?.details ?? '',
  // The API's defaults.
  type: role?.type ?? 'backend',
  is_active: role?.is_active ?? true,
  requires_second_factor: role?.requires_second_factor ?? false,
})

interface Props<R extends Role | undefined> {
  /** Undefined for a new role. */
  record: R
  /** False while an older version from a cache is shown: a save waits for the latest. */
  isRead?: boolean
  onSave: (changes: RoleChanges, filledFrom: R) => Promise<AfterSave>
  /** Fetches the role again after somebody else's change. */
  onReload?: () => Promise<unknown>
}

/** The editable fields of a role. */
export const RoleForm = <R extends Role | undefined>({
  record,
  isRead = true,
  onSave,
  onReload,
}: Props<R>) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const labelOf = (name: string) => translate(`roles.${name}`)
  const form = useRecordForm<R, Values>({
    record,
    valuesOf,
    save: (changes, filledFrom) => onSave(withNulls(changes), filledFrom),
    ...(onReload && { reload: onReload }),
    labelOf,
  })
  const textOf = (name: 'name' | 'slug' | 'details' | 'type') => ({
    name,
    control: form.control,
    label: labelOf(name),
  })
  const required = { required: translate('ra.validation.required') }
  return (
    <Section>
      <RecordForm form={form} sx={{ pt: 0.5, maxWidth: 560 }}>
        <FormField
          {...textOf('name')}
          required
          rules={required}
          autoFocus={!record}
          htmlInput={{ maxLength: 150 }}
        />
        <FormField
          {...textOf('slug')}
          {...(record && { required: true, rules: required })}
          hint={translate(record ? 'roles.slug_hint' : 'roles.new_slug_hint')}
          htmlInput={{ maxLength: 150, spellCheck: false }}
        />
        <FormField {...textOf('details')} multiline minRows={2} htmlInput={{ maxLength: 255 }} />
        <FormField {...textOf('type')} required select hint={translate('roles.type_hint')}>
          {(['backend', 'frontend'] as const).map((type) => (
            <MenuItem key={type} value={type}>
              {translate(`roles.types.${type}`)}
            </MenuItem>
          ))}
        </FormField>
        <Flag name="is_active" words="active" control={form.control} />
        <Flag name="requires_second_factor" words="requires_second_factor" control={form.control} />
        <Stack direction="row" sx={{ gap: 1, mt: 1 }}>
          <Button type="submit" variant="contained" disabled={!form.isDirty} loading={form.isBusy || !isRead}>
            {translate('ra.action.save')}
          </Button>
          <Button onClick={() => navigate('/roles')}>{translate('ra.action.cancel')}</Button>
        </Stack>
      </RecordForm>
    </Section>
  )
}

const withNulls = (changes: Partial<Values>): RoleChanges =>
  Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value === '' ? null : value]))

interface FlagProps {
  name: 'is_active' | 'requires_second_factor'
  /** Its label; with `_hint`, what follows. */
  words: string
  control: Control<Values>
}

const Flag = ({ name, words, control }: FlagProps) => {
  const translate = useTranslate()
  const id = useId()
  const { field } = useController({ name, control })
  return (
    <div>
      <FormControlLabel
        label={translate(`roles.${words}`)}
        control={
          <Switch
            checked={field.value}
            onChange={field.onChange}
            slotProps={{ input: { 'aria-describedby': id } }}
          />
        }
      />
      <FormHelperText id={id}>{translate(`roles.${words}_hint`)}</FormHelperText>
    </div>
  )
}
