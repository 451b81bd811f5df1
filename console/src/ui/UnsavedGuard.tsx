import { useEffect } from 'react'
import { useTranslate } from 'react-admin'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface Props {
  isDirty: boolean
  /** The page shows something else by its query too. */
  isByQuery?: boolean
}

/** Asks before what was typed is left behind: within the console, and by closing the tab. One a page. */
export const UnsavedGuard = ({ isDirty, isByQuery = false }: Props) => {
  const translate = useTranslate()
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isDirty && (from.pathname !== to.pathname || (isByQuery && from.search !== to.search)),
  )
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={translate('ui.unsaved.title')}
      confirm={translate('ui.unsaved.leave')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {translate('ui.unsaved.text')}
    </ConfirmDialog>
  )
}
