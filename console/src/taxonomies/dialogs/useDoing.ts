import { useState } from 'react'

/** Does what a dialog asks, once, and closes it; it stays open with what was refused. */
export function useDoing(onClose: () => void) {
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
