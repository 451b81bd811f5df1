import { useState } from 'react'

/** Runs a dialog's action once and closes the dialog; after an error it stays open. */
export function useDialogAction(onClose: () => void) {
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const run = async (act: () => Promise<unknown>, then?: () => void) => {
    setBusy(true)
    setError(undefined)
    try {
      await act()
      onClose()
      then?.()
    } catch (refused) {
      setError(refused)
      setBusy(false)
    }
  }
  return { error, busy, run }
}
