import type { KeyboardEvent } from 'react'

/** As long as MUI's lists keep what was typed. */
const TYPING_MS = 500

/** When the last character was typed into a list, and whether the space that is held now belongs to it. */
const typing = { last: Number.NEGATIVE_INFINITY, hasSpace: false }

/** They move, choose or leave: what was typed before is no part of the next word. Shift and dead keys belong to a word. */
const ENDS_WORD = /^(?:Arrow\w+|Enter|Escape|Tab|Home|End|Page\w+)$/

/**
 * Options are found by typing their first letters, and a space chooses the focused one: “Within 30” would choose “Within 7
 * days” at its space. While somebody types, a space is a character like the others.
 */
export const TYPE_AHEAD = {
  onKeyDownCapture: (event: KeyboardEvent) => {
    const { key, timeStamp, ctrlKey, metaKey, altKey } = event
    if (ENDS_WORD.test(key)) typing.last = Number.NEGATIVE_INFINITY
    if (key.length > 1 || ctrlKey || metaKey || altKey) return
    const isTyping = timeStamp - typing.last <= TYPING_MS
    typing.hasSpace = key === ' ' && isTyping
    if (typing.hasSpace) event.preventDefault()
    // A space alone begins no word.
    if (key !== ' ' || isTyping) typing.last = timeStamp
  },
  // Menus choose when the key is released, selects when it is pressed.
  onKeyUpCapture: (event: KeyboardEvent) => {
    if (event.key === ' ' && typing.hasSpace) event.preventDefault()
  },
}
