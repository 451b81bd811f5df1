/** Combinations such as `Mod+K`, `Shift+Enter` or `?`; `Mod` is Ctrl, or ⌘ on a Mac. */
export type Combination = string

/**
 * Keys of one part of the console. Handlers take them from here, and so does the list of all shortcuts.
 * Its texts are `title` and the names of the keys, under `words`.
 */
export interface KeyGroup<N extends string = string> {
  words: string
  keys: Readonly<Record<N, readonly Combination[]>>
}

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export const partsOf = (combination: Combination): { key: string; with: string[] } => {
  const parts = combination.split('+')
  return { key: parts.at(-1) as string, with: parts.slice(0, -1) }
}

function isPressed(event: Pressed, combination: Combination): boolean {
  const { key, with: modifiers } = partsOf(combination)
  if (event.key.toLowerCase() !== key.toLowerCase() || event.altKey !== modifiers.includes('Alt'))
    return false
  if ((event.ctrlKey || event.metaKey) !== modifiers.includes('Mod')) return false
  if (modifiers.includes('Mod') && !(isApple ? event.metaKey : event.ctrlKey)) return false
  // Which characters need Shift depends on the keyboard.
  return key.length === 1 || event.shiftKey === modifiers.includes('Shift')
}

/** The name of the group's key that the event is; undefined for none. */
export function keyOf<N extends string>({ keys }: KeyGroup<N>, event: Pressed): N | undefined {
  const names = Object.keys(keys) as N[]
  return names.find((name) => keys[name].some((combination) => isPressed(event, combination)))
}

const TYPED = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'

/** Whether the event's target takes letters itself. */
export const isTyping = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(TYPED) !== null
