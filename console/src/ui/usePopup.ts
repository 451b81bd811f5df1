import { useState } from 'react'
import { useTranslate } from 'react-admin'

/**
 * For an `Autocomplete` whose options the service finds: nothing found is not the same as nothing known.
 * @param name of the field, which tells its buttons from those of others
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
      // Where there is an error it is not open, and would not be closed.
      onBlur: close,
    }),
  }
}
