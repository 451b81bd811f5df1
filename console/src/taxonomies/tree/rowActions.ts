import {
  ArrowDown,
  ArrowUp,
  CircleCheck,
  CircleSlash,
  ClipboardList,
  CornerDownRight,
  FolderInput,
  History,
  type LucideIcon,
  Merge,
  PanelRight,
  PencilLine,
  Plus,
  SquareCheck,
  Trash2,
} from 'lucide-react'
import type { useTranslate } from 'react-admin'

interface Kind {
  icon: LucideIcon
  /** The keyboard shortcut. */
  shortcut?: string
  isGrave?: boolean
}

export interface RowAction extends Kind {
  key: string
  label: string
  act: () => void
}

/** The actions on rows of both trees, by the keys of their labels. */
const KINDS = {
  open: { icon: PanelRight, shortcut: '↵' },
  select: { icon: SquareCheck, shortcut: 'Ctrl ␣' },
  deselect: { icon: SquareCheck, shortcut: 'Ctrl ␣' },
  add_below: { icon: CornerDownRight, shortcut: 'N' },
  add_beside: { icon: Plus, shortcut: '⇧ N' },
  add_list: { icon: ClipboardList },
  add_type_below: { icon: CornerDownRight, shortcut: 'N' },
  rename: { icon: PencilLine, shortcut: 'F2' },
  up: { icon: ArrowUp, shortcut: 'Alt ↑' },
  down: { icon: ArrowDown, shortcut: 'Alt ↓' },
  move: { icon: FolderInput },
  merge: { icon: Merge },
  activate: { icon: CircleCheck },
  deactivate: { icon: CircleSlash },
  history: { icon: History },
  delete: { icon: Trash2, shortcut: 'Del', isGrave: true },
} satisfies Record<string, Kind>

/** An action of a row, unless it is not allowed. */
type Offer = [isAllowed: boolean, key: keyof typeof KINDS, act: () => void]

/** The allowed actions, in their groups. */
export const rowActions = (translate: ReturnType<typeof useTranslate>, groups: Offer[][]): RowAction[][] =>
  groups.map((group) =>
    group
      .filter(([isAllowed]) => isAllowed)
      .map(([, key, act]) => ({ key, label: translate(`taxonomies.actions.${key}`), ...KINDS[key], act })),
  )
