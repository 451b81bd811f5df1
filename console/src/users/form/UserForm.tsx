import { Box, Button, Stack } from '@mui/material'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { type Control, Controller, useForm } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { passwordHint } from '../../ui/passwordHint.ts'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { Section } from '../../ui/Section.tsx'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import type { FieldGroup, FieldSpec } from '../fields.ts'
import type { ChangesOf, User } from '../user.ts'
import { changesOf, type Values, valuesOf, withoutSecrets } from './changes.ts'
import { SaveBar } from './SaveBar.tsx'

interface Props {
  groups: FieldGroup[]
  user?: User
  /** @returns what to do after the form is clean */
  onSave: (changes: ChangesOf) => Promise<() => void>
  /** Reloads the user after an error that belongs to no field. */
  onReload?: () => void
  /** Label of a permanent submit button; without it, the button appears with the first change. */
  submit?: string
  children?: ReactNode
}

/** The fields of a user. Typed values survive errors and refetches. */
export const UserForm = ({ groups, user, onSave, onReload, submit, children }: Props) => {
  const translate = useTranslate()
  const [refusal, setRefusal] = useState<unknown>()
  const [next, setNext] = useState<() => void>()
  const { control, formState, handleSubmit, reset, setError } = useForm<Values>({
    values: valuesOf(groups, user),
    resetOptions: { keepDirtyValues: true },
    shouldFocusError: true,
  })
  const { isDirty, dirtyFields, isSubmitting } = formState
  useEffect(() => {
    next?.()
    setNext(undefined)
  }, [next])

  const send = handleSubmit(async (values) => {
    setRefusal(undefined)
    try {
      const then = await onSave(changesOf(values, dirtyFields))
      reset(withoutSecrets(groups, values), { keepDirtyValues: false })
      setNext(() => then)
    } catch (error) {
      const faults = Object.entries((error as { fields?: Record<string, string> }).fields ?? {})
      const own = faults.filter(([name]) => name in values)
      for (const [index, [name, message]] of own.entries()) {
        const words = message.replace(new RegExp(`^${name}\\b`), translate(`users.fields.${name}`))
        setError(name, { type: 'refused', message: words }, { shouldFocus: index === 0 })
      }
      if (own.length === 0) setRefusal(error)
    }
  })

  const isShown = ({ beside }: FieldSpec) => beside?.some((name) => dirtyFields[name]) ?? true

  return (
    <Stack component="form" noValidate onSubmit={(event) => void send(event)} sx={{ gap: 2 }}>
      <UnsavedGuard isDirty={isDirty && next === undefined} />
      <RefusalNotice
        error={refusal}
        action={
          onReload && (refusal as { status?: number } | undefined)?.status === 412 ? (
            <Button
              onClick={() => {
                setRefusal(undefined)
                onReload()
              }}
            >
              {translate('users.form.reload')}
            </Button>
          ) : undefined
        }
      />
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
              <Input key={field.name} field={field} control={control} isNew={user === undefined} />
            ))}
          </Box>
        </Section>
      ))}
      {children}
      <SaveBar
        submit={submit}
        isDirty={isDirty}
        isBusy={isSubmitting}
        onDiscard={() => reset(valuesOf(groups, user), { keepDirtyValues: false })}
      />
    </Stack>
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
  const label = translate(`users.fields.${name}`)
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value = '', onChange, ref }, fieldState: { error } }) => {
        const shared = { label, value, onChange, autoComplete, fault: error?.message, inputRef: ref }
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
