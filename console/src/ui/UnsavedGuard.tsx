import { useFormState } from 'react-hook-form'
import { useUnsavedChanges } from './useUnsavedChanges.ts'

interface Props {
  isDirty: boolean
  /** The page shows something else by its query too. */
  isByQuery?: boolean
}

/** `useUnsavedChanges` for where only a part of what is drawn knows whether something changed. */
export const UnsavedGuard = ({ isDirty, isByQuery = false }: Props) => {
  useUnsavedChanges(isDirty, { isByQuery })
  return null
}

/** Guards the react-admin form that it stands in, instead of that form's `warnWhenUnsavedChanges`. */
export const UnsavedChanges = () => {
  const { dirtyFields, isSubmitting } = useFormState()
  // What a save leads to is no leaving.
  useUnsavedChanges(Object.keys(dirtyFields).length > 0 && !isSubmitting)
  return null
}
