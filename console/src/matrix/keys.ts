import type { KeyGroup } from '../ui/keys/keys.ts'

export const GRID_KEYS = {
  words: 'matrix.keys',
  keys: {
    move: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
    page: ['PageUp', 'PageDown'],
    row: ['Home', 'End'],
    ends: ['Mod+Home', 'Mod+End'],
    toggle: [' '],
    open: ['Enter'],
  },
} as const satisfies KeyGroup
