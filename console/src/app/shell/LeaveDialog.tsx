import { useEffect, useSyncExternalStore } from 'react'
import { useTranslate } from 'react-admin'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { hasUnsavedChanges, subscribeToUnsaved, wouldLose } from '../../ui/unsavedChanges.ts'

/** Stands between the page and every way out of it while something is not saved. One for all: the router has room for one. */
export const LeaveDialog = () => {
  const translate = useTranslate()
  const isUnsaved = useSyncExternalStore(subscribeToUnsaved, hasUnsavedChanges)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => wouldLose(currentLocation, nextLocation))
  const isBlocked = blocker.state === 'blocked'
  // A save that leads away: the form tells that it is clean only after it has gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the blocker is another at each drawing.
  useEffect(() => {
    if (isBlocked && !isUnsaved) blocker.proceed()
  }, [isBlocked, isUnsaved])
  return (
    <ConfirmDialog
      open={isBlocked && isUnsaved}
      title={translate('ui.unsaved.title')}
      confirm={translate('ui.unsaved.leave')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {translate('ui.unsaved.text')}
    </ConfirmDialog>
  )
}
