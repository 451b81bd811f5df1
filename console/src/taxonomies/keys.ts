import type { KeyGroup } from '../ui/keys/keys.ts'

export const TREE_KEYS = {
  words: 'taxonomies.keys',
  keys: {
    next: ['ArrowDown'],
    previous: ['ArrowUp'],
    expand: ['ArrowRight'],
    collapse: ['ArrowLeft'],
    first: ['Home'],
    last: ['End'],
    open: ['Enter'],
    select: ['Ctrl+Space'],
    select_down: ['Shift+ArrowDown'],
    select_up: ['Shift+ArrowUp'],
    add: ['N'],
    add_beside: ['Shift+N'],
    rename: ['F2'],
    move: ['M'],
    up: ['Alt+ArrowUp'],
    down: ['Alt+ArrowDown'],
    remove: ['Delete'],
    undo: ['Mod+Z'],
    // The browser's own key for a context menu.
    menu: ['Shift+F10'],
  },
} as const satisfies KeyGroup

export const SEARCH_KEYS = {
  words: 'taxonomies.search_keys',
  keys: { next: ['Enter'], previous: ['Shift+Enter'], leave: ['ArrowDown'] },
} as const satisfies KeyGroup
