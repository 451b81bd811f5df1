import { useEffect } from 'react'
import { guardUnsaved } from './unsavedChanges.ts'

interface Props {
  isDirty: boolean
  isSaving?: boolean
  /** The query string also selects what the page shows. */
  isByQuery?: boolean
}

/**
 * Asks before unsaved changes are lost: by a link, the browser's buttons, a language change, a sign-out or closing the
 * tab. A page may have several guards. A save may navigate away in the same moment in which `isDirty` becomes false.
 */
export const UnsavedGuard = ({ isDirty, isSaving = false, isByQuery = false }: Props) => {
  useEffect(
    () => (isDirty ? guardUnsaved({ isByQuery, isSaving }) : undefined),
    [isDirty, isByQuery, isSaving],
  )
  return null
}
