import { useFormState } from 'react-hook-form'
import { useUnsavedChanges } from './useUnsavedChanges.ts'

interface Props {
  isDirty: boolean
  /** The query string also selects what the page shows. */
  isByQuery?: boolean
}

/** `useUnsavedChanges` as a component, for when only a child knows whether there are changes. */
export const UnsavedGuard = ({ isDirty, isByQuery = false }: Props) => {
  useUnsavedChanges(isDirty, { isByQuery })
  return null
}

/** Guards the surrounding react-admin form, in place of its `warnWhenUnsavedChanges`. */
export const UnsavedChanges = () => {
  const { dirtyFields, isSubmitting } = useFormState()
  // Navigation after a save loses nothing.
  useUnsavedChanges(Object.keys(dirtyFields).length > 0 && !isSubmitting)
  return null
}
