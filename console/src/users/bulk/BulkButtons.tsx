import {
  CalendarClock,
  CircleCheck,
  CircleSlash,
  RotateCcw,
  ShieldMinus,
  ShieldPlus,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import type { Chosen } from '../../features/bulk/selection.ts'
import { CommandButton } from '../../ui/CommandButton.tsx'
import type { User } from '../user.ts'
import { BulkUsersDialog, type UserAction } from './BulkUsersDialog.tsx'

const ICONS = {
  activate: CircleCheck,
  deactivate: CircleSlash,
  'assign-role': ShieldPlus,
  'remove-role': ShieldMinus,
  'renew-roles': CalendarClock,
  delete: Trash2,
  restore: RotateCcw,
} as const

const GRAVE: readonly UserAction[] = ['deactivate', 'remove-role', 'delete']

interface Props {
  actions: readonly UserAction[]
  chosen: Chosen
  count: number
}

/** Actions on many users that report what they left out. */
export const BulkButtons = ({ actions, chosen, count }: Props) => {
  const translate = useTranslate()
  const may = useMay()
  const { onUnselectItems, filterValues } = useListContext<User>()
  // What was chosen when the button was pressed: the list changes with the run.
  const [asked, setAsked] = useState<Omit<Props, 'actions'> & { action: UserAction; within?: string }>()
  return (
    <>
      {actions
        .filter((each) => may('users', `bulk-${each}`))
        .map((each) => (
          <CommandButton
            key={each}
            variant="outlined"
            icon={ICONS[each]}
            isGrave={GRAVE.includes(each)}
            onClick={() => setAsked({ action: each, chosen, count, within: filterValues.ends_within })}
          >
            {translate(`users.many.${each}.run`)}
          </CommandButton>
        ))}
      {asked && <BulkUsersDialog {...asked} onClose={() => setAsked(undefined)} onDone={onUnselectItems} />}
    </>
  )
}
