import { CHART_KEYS } from '../../dashboard/keys.ts'
import { GRID_KEYS } from '../../matrix/keys.ts'
import { SEARCH_KEYS, TREE_KEYS } from '../../taxonomies/keys.ts'
import type { KeyGroup } from '../../ui/keys/keys.ts'

export const APP_KEYS = {
  words: 'app.keys',
  keys: { palette: ['Mod+K'], search: ['/'], list: ['?'] },
} as const satisfies KeyGroup

/** Every shortcut of the console. A page's keys are a group of its own. */
export const ALL_KEYS: readonly KeyGroup[] = [APP_KEYS, TREE_KEYS, SEARCH_KEYS, GRID_KEYS, CHART_KEYS]
