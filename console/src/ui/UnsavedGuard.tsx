import { useEffect } from 'react'
import { guardUnsaved } from './unsavedChanges.ts'

const NONE: readonly string[] = []

interface Props {
  isDirty: boolean
  isSaving?: boolean
  /** Parameters of the query string that select the record, if the path does not; a constant. */
  parameters?: readonly string[]
}

/**
 * Asks before unsaved changes are lost: by a link, the browser's buttons, a language change, a sign-out or closing the
 * tab. A page may have several guards. A save may navigate away in the same moment in which `isDirty` becomes false.
 */
export const UnsavedGuard = ({ isDirty, isSaving = false, parameters = NONE }: Props) => {
  useEffect(
    () => (isDirty ? guardUnsaved({ parameters, isSaving }) : undefined),
    [isDirty, parameters, isSaving],
  )
  return null
}
