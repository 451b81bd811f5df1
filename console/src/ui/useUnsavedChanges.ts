import { useEffect } from 'react'
import { holdUnsaved } from './unsavedChanges.ts'

interface Options {
  /** The page shows something else by its query too. */
  isByQuery?: boolean
}

/**
 * Asks before what is not saved is left behind: by a link, the browser's buttons, another language, a sign-out, or by
 * closing the tab. A page may have several; a save may lead away in the same moment as `isDirty` ends.
 */
export function useUnsavedChanges(isDirty: boolean, { isByQuery = false }: Options = {}): void {
  useEffect(() => (isDirty ? holdUnsaved({ isByQuery }) : undefined), [isDirty, isByQuery])
}
