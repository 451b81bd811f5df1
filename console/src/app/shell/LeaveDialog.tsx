import { useEffect, useSyncExternalStore } from 'react'
import { useTranslate } from 'react-admin'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { hasUnsavedChanges, subscribeToUnsaved, wouldLose } from '../../ui/unsavedChanges.ts'

/** Asks before navigation loses unsaved changes. One dialog for all pages: the router supports one blocker. */
export const LeaveDialog = () => {
  const translate = useTranslate()
  const isUnsaved = useSyncExternalStore(subscribeToUnsaved, hasUnsavedChanges)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => wouldLose(currentLocation, nextLocation))
  const isBlocked = blocker.state === 'blocked'
  // After a save that navigates, the form reports that it is clean only after the navigation was blocked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the blocker is a new object on each render.
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
