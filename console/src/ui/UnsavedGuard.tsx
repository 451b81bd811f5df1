import { useEffect } from 'react'
import { useTranslate } from 'react-admin'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from './ConfirmDialog.tsx'

/** Asks before a page with unsaved changes is left: by a link, the browser's buttons or its window. */
export const UnsavedGuard = ({ isDirty }: { isDirty: boolean }) => {
  const translate = useTranslate()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
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
