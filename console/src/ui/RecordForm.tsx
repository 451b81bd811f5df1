import { Stack, type SxProps, TextField, type TextFieldProps } from '@mui/material'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type Control,
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseControllerProps,
  type UseFormProps,
  useController,
  useForm,
} from 'react-hook-form'
import { RefusalNotice } from './RefusalNotice.tsx'
import { isStale } from './refusal.ts'
import { UnsavedGuard } from './UnsavedGuard.tsx'

/**
 * What to do after a save, such as a navigation once the form is clean.
 * @param isClean false if something was typed during the save
 */
export type AfterSave = (isClean: boolean) => void

interface Options<R, V extends FieldValues> extends Pick<UseFormProps<V>, 'mode'> {
  /** The latest version; undefined for a new record. */
  record: R
  /** What the inputs show of a record. */
  valuesOf: (record: R) => V
  save: (changes: Partial<V>, filledFrom: R) => Promise<AfterSave>
  /** The inputs' values after a save, if they are not the saved ones. */
  afterSave?: (values: V) => V
  /** Fetches the latest version after a 412. */
  reload?: () => Promise<unknown>
  labelOf: (name: string) => string
}

interface RecordFormState<V extends FieldValues> {
  control: Control<V>
  /** Names of the fields with unsaved changes. */
  changed: string[]
  isDirty: boolean
  isBusy: boolean
  /** Whether no field breaks a rule of its own; in mode `onChange`. */
  isSound: boolean
  discard: () => void
  focus: (name: Path<V>) => void
  submit: () => Promise<void>
  refusal: unknown
  reload: (() => Promise<void>) | undefined
}

/**
 * The state of a form that edits a record. Typed values survive errors and refetches. A refetched record replaces the one that
 * the form was filled from, unless somebody else has changed a field that the user is changing too: then a save sends the ETag
 * of the version that the user saw, and is refused instead of overwriting theirs.
 */
export function useRecordForm<R, V extends FieldValues>({
  record,
  valuesOf,
  save,
  afterSave = (values) => values,
  reload,
  labelOf,
  mode = 'onSubmit',
}: Options<R, V>): RecordFormState<V> {
  const [filledFrom, setFilledFrom] = useState(record)
  /** The latest record replaces this one in any case: the user has saved their changes of it, or asked for the latest. */
  const [outdated, setOutdated] = useState<R>()
  const [refusal, setRefusal] = useState<unknown>()
  const [next, setNext] = useState<() => void>()
  const form = useForm<V>({ defaultValues: valuesOf(record) as DefaultValues<V>, mode })
  const { control, formState, getValues, handleSubmit, reset, resetDefaultValues, setError, setValue } = form
  const { isDirty, dirtyFields, isSubmitting, errors } = formState
  const changed = Object.entries(dirtyFields).flatMap(([name, isChanged]) => (isChanged ? [name] : []))
  useEffect(() => {
    // The version that a save makes may be fetched before the save ends: until then its changes count as unsaved.
    if (record === filledFrom || isSubmitting) return
    const [before, after] = [valuesOf(filledFrom), valuesOf(record)]
    if (filledFrom !== outdated && changed.some((name) => before[name] !== after[name])) return
    reset(after, { keepDirtyValues: true, keepFieldsRef: true })
    setFilledFrom(record)
    if (isStale(refusal)) setRefusal(undefined)
  })
  useEffect(() => {
    if (!isDirty && isStale(refusal)) setRefusal(undefined)
  }, [isDirty, refusal])
  useEffect(() => {
    next?.()
    setNext(undefined)
  }, [next])

  const submit = handleSubmit(async (values) => {
    setRefusal(undefined)
    try {
      const changes = Object.fromEntries(changed.map((name) => [name, values[name]]))
      const then = await save(changes as Partial<V>, filledFrom)
      const saved = afterSave(values)
      // What was typed during the save stays, as an unsaved change of the version that the save made.
      const names = Object.keys(values) as Path<V>[]
      const kept = names.filter((name) => getValues(name) === values[name])
      for (const name of kept) setValue(name, saved[name])
      resetDefaultValues(saved)
      setOutdated(filledFrom)
      setNext(() => () => then(kept.length === names.length))
    } catch (error) {
      const faults = Object.entries((error as { fields?: Record<string, string> }).fields ?? {})
      const own = faults.filter(([name]) => name in values)
      for (const [index, [name, message]] of own.entries()) {
        const words = message.replace(new RegExp(`^${name}\\b`), labelOf(name))
        setError(name as Path<V>, { type: REFUSED, message: words }, { shouldFocus: index === 0 })
      }
      if (own.length === 0) setRefusal(error)
    }
  })
  return {
    control,
    changed,
    isDirty: isDirty && next === undefined,
    isBusy: isSubmitting,
    isSound: Object.values(errors).every((error) => error?.type === REFUSED),
    discard: () => {
      setRefusal(undefined)
      reset(valuesOf(filledFrom))
    },
    focus: form.setFocus,
    submit,
    refusal,
    reload:
      reload &&
      (async () => {
        try {
          await reload()
          setOutdated(filledFrom)
          setRefusal(undefined)
        } catch (error) {
          setRefusal(error)
        }
      }),
  }
}

/** The type of an error from the service, at the field that it names. */
const REFUSED = 'refused'

interface FormProps<V extends FieldValues> {
  form: RecordFormState<V>
  /** Parameters of the query string that select the record, if the path does not; a constant. */
  parameters?: readonly string[]
  sx?: SxProps
  children: ReactNode
}

/** A form with the service's refusal above its fields, which asks before unsaved changes are lost. */
export const RecordForm = <V extends FieldValues>({ form, parameters, sx, children }: FormProps<V>) => {
  const { refusal, reload } = form
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) notice.current?.focus()
  }, [refusal])
  return (
    <Stack
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
      sx={{ gap: 2, ...sx }}
    >
      <UnsavedGuard isDirty={form.isDirty} isSaving={form.isBusy} {...(parameters && { parameters })} />
      <RefusalNotice ref={notice} error={refusal} onReload={reload} />
      {children}
    </Stack>
  )
}

type InputProps<V extends FieldValues> = UseControllerProps<V> &
  Pick<
    TextFieldProps,
    'label' | 'required' | 'autoFocus' | 'multiline' | 'minRows' | 'maxRows' | 'select' | 'children' | 'sx'
  > & {
    hint?: ReactNode
    htmlInput?: object
  }

/** A text field of a form. */
export const FormField = <V extends FieldValues>({
  name,
  control,
  rules,
  hint,
  htmlInput,
  ...props
}: InputProps<V>) => {
  const { field, fieldState } = useController({ name, control, rules } as UseControllerProps<V>)
  const { ref, ...shared } = field
  return (
    <TextField
      {...props}
      {...shared}
      inputRef={ref}
      error={fieldState.error !== undefined}
      helperText={fieldState.error?.message ?? hint}
      slotProps={{ htmlInput }}
    />
  )
}
