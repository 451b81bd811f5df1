import { useEffect, useRef, useState } from 'react'
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
    close,
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

/**
 * Lets a highlight stay until the text changes or its option is gone. MUI also resets it whenever a field is rendered after
 * its options have changed: Enter would choose the first option, not the one that the arrows had highlighted.
 * @returns props of an `Autocomplete`, which has to close its popup itself
 */
export function useKeptHighlight(text: string): { disableCloseOnSelect: boolean } {
  const rendered = useRef(text)
  useEffect(() => {
    rendered.current = text
  })
  // MUI compares the highlight with the options at each change of this property, and without it at each rendering.
  return { disableCloseOnSelect: rendered.current === text }
}
