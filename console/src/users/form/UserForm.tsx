import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { type Control, Controller, useController } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { passwordHint } from '../../ui/passwordHint.ts'
import { CountryField } from '../../ui/places/CountryField.tsx'
import type { PlaceProps } from '../../ui/places/PlaceField.tsx'
import { ZoneField } from '../../ui/places/ZoneField.tsx'
import { type AfterSave, RecordForm, useRecordForm } from '../../ui/RecordForm.tsx'
import { Section } from '../../ui/Section.tsx'
import type { FieldGroup, FieldSpec } from '../fields.ts'
import type { ChangesOf, User } from '../user.ts'
import { changesOf, type Values, valuesOf, withoutSecrets } from './changes.ts'
import { SaveBar } from './SaveBar.tsx'

interface Props<U extends User | undefined> {
  groups: FieldGroup[]
  /** Undefined for a new user. */
  user: U
  /** @param filledFrom the version of the user that the form shows */
  onSave: (changes: ChangesOf, filledFrom: U) => Promise<AfterSave>
  /** Fetches the user again after somebody else's change. */
  onReload?: () => Promise<unknown>
  /** Label of a permanent submit button; without it, the button appears with the first change. */
  submit?: string
  children?: ReactNode
}

/** The fields of a user. */
export const UserForm = <U extends User | undefined>(props: Props<U>) => {
  const { groups, user, onSave, onReload, submit, children } = props
  const translate = useTranslate()
  const form = useRecordForm<U, Values>({
    record: user,
    valuesOf: (user) => valuesOf(groups, user),
    save: (changes, filledFrom) => onSave(changesOf(changes), filledFrom),
    afterSave: (values) => withoutSecrets(groups, values),
    ...(onReload && { reload: onReload }),
    labelOf: (name) => translate(`people.fields.${name}`),
  })
  const isShown = ({ name, type, beside }: FieldSpec) =>
    type !== 'hidden' && (beside?.concat(name).some((each) => form.changed.includes(each)) ?? true)
  return (
    <RecordForm form={form}>
      {groups.map(({ id, fields }) => (
        <Section key={id} title={translate(`users.groups.${id}`)}>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              pt: 0.5,
              gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
            }}
          >
            {fields.filter(isShown).map((field) => (
              <Input key={field.name} field={field} control={form.control} isNew={user === undefined} />
            ))}
          </Box>
        </Section>
      ))}
      {children}
      <SaveBar submit={submit} isDirty={form.isDirty} isBusy={form.isBusy} onDiscard={form.discard} />
    </RecordForm>
  )
}

interface InputProps {
  field: FieldSpec
  control: Control<Values>
  isNew: boolean
}

const Input = ({
  field: { name, type = 'text', required, autoComplete = 'off' },
  control,
  isNew,
}: InputProps) => {
  const translate = useTranslate()
  const label = translate(`people.fields.${name}`)
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value = '', onChange, ref }, fieldState: { error } }) => {
        const shared = { label, value, onChange, autoComplete, fault: error?.message, inputRef: ref }
        if (type === 'country') return <CountryInput {...shared} control={control} />
        if (type === 'zone') return <ZoneField {...shared} />
        if (type === 'password') {
          if (name === 'current_password') {
            return <PasswordField {...shared} hint={translate('users.form.current_password')} />
          }
          const hint =
            value === ''
              ? translate(isNew ? 'users.form.no_password' : 'users.form.same_password')
              : translate(...passwordHint(value))
          return <PasswordField {...shared} hint={hint} />
        }
        return (
          <Field
            {...shared}
            type={type === 'multiline' ? 'text' : type}
            multiline={type === 'multiline'}
            required={required ?? false}
          />
        )
      }}
    />
  )
}

interface CountryProps extends PlaceProps {
  onChange: (name: string) => void
  control: Control<Values>
}

/** Choosing a country sets its codes too. Another text has no code. */
const CountryInput = ({ onChange, control, ...props }: CountryProps) => {
  const { field: code, fieldState } = useController({ name: 'country_code', control })
  const { field: callingCode } = useController({ name: 'country_calling_code', control })
  return (
    <CountryField
      {...props}
      fault={props.fault ?? fieldState.error?.message}
      code={code.value ?? ''}
      onChange={(name, country) => {
        onChange(name)
        code.onChange(country?.code ?? '')
        if (country?.callingCode !== undefined) callingCode.onChange(String(country.callingCode))
      }}
    />
  )
}
