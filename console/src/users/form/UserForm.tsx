import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { type Control, Controller, useController } from 'react-hook-form'
import { useCommands } from '../../ui/commands.ts'
import { Field } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { passwordHint } from '../../ui/passwordHint.ts'
import { CountryField } from '../../ui/places/CountryField.tsx'
import { LanguageField } from '../../ui/places/LanguageField.tsx'
import type { PlaceProps } from '../../ui/places/PlaceField.tsx'
import { ZoneField } from '../../ui/places/ZoneField.tsx'
import { type AfterSave, RecordForm, useRecordForm } from '../../ui/RecordForm.tsx'
import { Section } from '../../ui/Section.tsx'
import type { FieldGroup, FieldSpec } from '../fields.ts'
import { setPasswordOf } from '../setPassword.ts'
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
  /** Where a form with a permanent submit button leads if the user gives up. */
  cancelTo?: string
  children?: ReactNode
}

/** The fields of a user. */
export const UserForm = <U extends User | undefined>(props: Props<U>) => {
  const { groups, user, onSave, onReload, submit, cancelTo, children } = props
  const translate = useTranslate()
  const form = useRecordForm<U, Values>({
    record: user,
    valuesOf: (user) => valuesOf(groups, user),
    save: (changes, filledFrom) => onSave(changesOf(changes), filledFrom),
    afterSave: (values) => withoutSecrets(groups, values),
    ...(onReload && { reload: onReload }),
    labelOf: (name) => translate(`people.fields.${name}`),
  })
  const hasPassword = groups.some(({ id }) => id === 'password')
  useCommands(
    user && hasPassword ? [{ ...setPasswordOf(user.id, translate), run: () => form.focus('password') }] : [],
  )
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
            {fields
              .filter(({ type }) => type !== 'hidden')
              .map((field) => (
                <Input
                  key={field.name}
                  field={field}
                  control={form.control}
                  autoFocus={user === undefined && field === groups[0]?.fields[0]}
                  rule={`users.form.${user === undefined ? 'no_password' : 'their_password'}`}
                />
              ))}
          </Box>
        </Section>
      ))}
      {children}
      <SaveBar
        submit={submit}
        cancelTo={cancelTo}
        isDirty={form.isDirty}
        isBusy={form.isBusy}
        onDiscard={form.discard}
      />
    </RecordForm>
  )
}

interface InputProps {
  field: FieldSpec
  control: Control<Values>
  autoFocus: boolean
  /** Message key: what an empty password means. */
  rule: string
}

const Input = ({
  field: { name, type = 'text', required, autoComplete = 'off' },
  control,
  autoFocus,
  rule,
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
        if (type === 'language') return <LanguageField {...shared} />
        if (type === 'password') {
          const hint = value === '' ? translate(rule) : translate(...passwordHint(value))
          return <PasswordField {...shared} hint={hint} />
        }
        return (
          <Field
            {...shared}
            autoFocus={autoFocus}
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
