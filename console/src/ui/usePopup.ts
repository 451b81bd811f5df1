import { useState } from 'react'
import { useTranslate } from 'react-admin'

/**
 * Popup props of an `Autocomplete` that searches the service: after a failed search, it must not say "No results".
 * @param name of the field, for the accessible names of its buttons
 */
export function usePopup(name: string) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return {
    isOpen,
    /** @param error of the search */
    propsFor: (error: unknown) => ({
      openText: translate('ui.pick.open', { name }),
      closeText: translate('ui.pick.close', { name }),
      clearText: translate('ui.pick.clear', { name }),
      open: isOpen && !error,
      onOpen: () => setOpen(true),
      onClose: close,
      // With an error the popup is not shown, and would not be closed.
      onBlur: close,
    }),
  }
}
