import { useState } from 'react'

/** For an `Autocomplete` whose options the service finds: nothing found is not the same as nothing known. */
export function usePopup() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return {
    isOpen,
    /** @param error of the search */
    propsFor: (error: unknown) => ({
      open: isOpen && !error,
      onOpen: () => setOpen(true),
      onClose: close,
      // Where there is an error it is not open, and would not be closed.
      onBlur: close,
    }),
  }
}
