import type { KeyGroup } from '../ui/keys/keys.ts'

export const CHART_KEYS = {
  words: 'dashboard.keys',
  keys: { day: ['ArrowLeft', 'ArrowRight'], open: ['Enter'] },
} as const satisfies KeyGroup
