import { useEffect, useSyncExternalStore } from 'react'
import { useTranslate } from 'react-admin'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { hasUnsavedChanges, isSavingChanges, subscribeToUnsaved, wouldLose } from '../../ui/unsavedChanges.ts'

/** Asks before navigation loses unsaved changes. One dialog for all pages: the router supports one blocker. */
export const LeaveDialog = () => {
  const translate = useTranslate()
  const isUnsaved = useSyncExternalStore(subscribeToUnsaved, hasUnsavedChanges)
  const isSaving = useSyncExternalStore(subscribeToUnsaved, isSavingChanges)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => wouldLose(currentLocation, nextLocation))
  const isBlocked = blocker.state === 'blocked'
  // A navigation during a save, or by one, continues once the form is clean.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the blocker is a new object on each render.
  useEffect(() => {
    if (isBlocked && !isUnsaved) blocker.proceed()
  }, [isBlocked, isUnsaved])
  return (
    <ConfirmDialog
      open={isBlocked && isUnsaved && !isSaving}
      title={translate('ui.unsaved.title')}
      confirm={translate('ui.unsaved.leave')}
      cancel={translate('ui.unsaved.stay')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {translate('ui.unsaved.text')}
    </ConfirmDialog>
  )
}
