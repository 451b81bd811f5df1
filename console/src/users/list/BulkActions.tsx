import { CircleCheck, CircleSlash, ShieldMinus, ShieldPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDataProvider, useListContext, useTranslate } from 'react-admin'
import { useMay, useMe } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { useBulkLockReason } from '../../features/grants/useBulkLockReason.ts'
import { useAction } from '../../features/mutations/useAction.tsx'
import { CommandButton } from '../../ui/CommandButton.tsx'
import { useAllMatching } from '../../ui/list/allMatching.ts'
import { BulkButtons } from '../bulk/BulkButtons.tsx'
import { allOf } from '../bulk/selection.ts'
import { RestoreButton } from '../RestoreButton.tsx'
import type { User } from '../user.ts'
import { useUserTrash } from '../useUserTrash.ts'
import { BulkRoleDialog } from './BulkRoleDialog.tsx'

const OF_ALL = ['activate', 'deactivate', 'assign-role', 'remove-role', 'renew-roles', 'delete'] as const

/** Bulk actions, each for all selected users or none. The palette offers them too, so that the keyboard needs not pass all rows. */
export const BulkActions = () => {
  const translate = useTranslate()
  const may = useMay()
  const { data = [], selectedIds, onUnselectItems, filterValues, total = 0 } = useListContext<User>()
  const ids = selectedIds as number[]
  const isSelfAmong = ids.includes(useMe().user.id)
  const beyond = useBulkLockReason(data.filter(({ id }) => ids.includes(id)))
  const reason = isSelfAmong ? translate('users.lock.self_among') : beyond
  const bin = useUserTrash(onUnselectItems)
  const { isAll } = useAllMatching()
  if (isAll) {
    const actions = filterValues.trashed === 'only' ? (['restore'] as const) : OF_ALL
    return <BulkButtons actions={actions} chosen={allOf(filterValues)} count={total} />
  }
  if (filterValues.trashed === 'only') {
    return may('users', 'restore') && <RestoreButton ids={ids} variant="outlined" then={onUnselectItems} />
  }
  return (
    <>
      {may('users', 'update') && <StateButtons ids={ids} beyond={beyond} reason={reason} />}
      {may('roles', 'users.write') && may('roles', 'list') && <RoleButtons ids={ids} beyond={beyond} />}
      <BulkButtons actions={['renew-roles']} chosen={{ ids }} count={ids.length} />
      {may('users', 'delete') && (
        <CommandButton
          reason={reason}
          variant="outlined"
          icon={Trash2}
          isGrave
          loading={bin.busy}
          onClick={() => bin.trash(ids)}
        >
          {translate('users.trash')}
        </CommandButton>
      )}
      {bin.dialog}
    </>
  )
}

interface ButtonsProps {
  ids: number[]
  /** Why the caller may not change one of the users. */
  beyond: string | undefined
}

/** @param reason why they cannot be deactivated */
const StateButtons = ({ ids, beyond, reason }: ButtonsProps & { reason: string | undefined }) => {
  const translate = useTranslate()
  const provider = useDataProvider()
  const { onUnselectItems } = useListContext<User>()
  const setActive = useAction(async (isActive: boolean) => {
    // Undo must not activate users who were inactive before. The selection may reach beyond the page.
    const { data: users } = await provider.getMany<User>('users', { ids })
    const changed = users.filter(({ is_active }) => is_active !== isActive)
    const update = (to: boolean) => client.users.updateMany(changed.map(({ id }) => ({ id, is_active: to })))
    if (changed.length > 0) await update(isActive)
    onUnselectItems()
    const key = isActive ? 'users.bulk.activated' : 'users.bulk.deactivated'
    return {
      message: translate(key, { smart_count: ids.length }),
      undo: changed.length > 0 ? () => update(!isActive) : undefined,
    }
  })
  return (
    <>
      <CommandButton
        reason={beyond}
        variant="outlined"
        icon={CircleCheck}
        disabled={setActive.busy}
        onClick={() => void setActive.run(true)}
      >
        {translate('users.activate')}
      </CommandButton>
      <CommandButton
        reason={reason}
        variant="outlined"
        icon={CircleSlash}
        isGrave
        disabled={setActive.busy}
        onClick={() => void setActive.run(false)}
      >
        {translate('users.deactivate')}
      </CommandButton>
    </>
  )
}

const RoleButtons = ({ ids, beyond }: ButtonsProps) => {
  const translate = useTranslate()
  const { onUnselectItems } = useListContext<User>()
  const [roleAction, setRoleAction] = useState<'give' | 'take'>()
  return (
    <>
      <CommandButton
        reason={beyond}
        variant="outlined"
        icon={ShieldPlus}
        onClick={() => setRoleAction('give')}
      >
        {translate('users.roles.give')}
      </CommandButton>
      <CommandButton
        reason={beyond}
        variant="outlined"
        icon={ShieldMinus}
        isGrave
        onClick={() => setRoleAction('take')}
      >
        {translate('users.roles.take')}
      </CommandButton>
      {roleAction && (
        <BulkRoleDialog
          action={roleAction}
          ids={ids}
          onClose={() => setRoleAction(undefined)}
          onDone={onUnselectItems}
        />
      )}
    </>
  )
}
