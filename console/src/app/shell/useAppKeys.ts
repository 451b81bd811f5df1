import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'react-admin'
import { isTyping, keyOf } from '../../ui/keys/keys.ts'
import { APP_KEYS } from './keys.ts'

/** Whether keys without Ctrl are shortcuts: they can be switched off, for people who type by voice (WCAG 2.1.4). */
export const useSingleKeys = () => useStore('single_keys', true)

const SEARCH = 'main [role=searchbox]'

/** Moves the focus to the page's search. @returns whether it has one */
function focusSearch(): boolean {
  const input = document.querySelector<HTMLInputElement>(SEARCH)
  input?.focus()
  input?.select()
  return input !== null
}

interface Handlers {
  palette: () => void
  list: () => void
}

/** The shortcuts that work on every page. */
export function useAppKeys({ palette, list }: Handlers): void {
  const [hasSingleKeys] = useSingleKeys()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = keyOf(APP_KEYS, event)
    if (key === undefined || event.defaultPrevented) return
    if (key === 'palette') {
      event.preventDefault()
      return palette()
    }
    // A dialog is modal: what is behind it cannot be used.
    if (!hasSingleKeys || isTyping(event) || document.querySelector('[role=dialog]')) return
    if (key === 'list') list()
    else if (!focusSearch()) return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
