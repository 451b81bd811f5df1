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
import { CommandButton } from '../../ui/CommandButton.tsx'
import type { User } from '../user.ts'
import { BulkUsersDialog, type UserAction } from './BulkUsersDialog.tsx'
import type { Chosen } from './selection.ts'

const ICONS = {
  activate: CircleCheck,
  deactivate: CircleSlash,
  'assign-role': ShieldPlus,
  'remove-role': ShieldMinus,
  'renew-roles': CalendarClock,
  delete: Trash2,
  restore: RotateCcw,
} as const

interface Props {
  actions: readonly UserAction[]
  chosen: Chosen
  count: number
}

/** Actions on many users that report what they left out. */
export const BulkButtons = ({ actions, chosen, count }: Props) => {
  const translate = useTranslate()
  const may = useMay()
  const { onUnselectItems } = useListContext<User>()
  const [action, setAction] = useState<UserAction>()
  return (
    <>
      {actions
        .filter((each) => may('users', `bulk-${each}`))
        .map((each) => (
          <CommandButton key={each} variant="outlined" icon={ICONS[each]} onClick={() => setAction(each)}>
            {translate(`users.many.${each}.run`)}
          </CommandButton>
        ))}
      {action && (
        <BulkUsersDialog
          action={action}
          chosen={chosen}
          count={count}
          onClose={() => setAction(undefined)}
          onDone={onUnselectItems}
        />
      )}
    </>
  )
}
