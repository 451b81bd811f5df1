import { RotateCcw } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { restoreMany } from '../features/bulk/restoring.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { CommandButton } from '../ui/CommandButton.tsx'

interface Props {
  ids: number[]
  variant: 'contained' | 'outlined'
  /** Why the button is locked. */
  reason?: string | undefined
  then?: () => void
}

/** Restores users from the trash, with an undo. */
export const RestoreButton = ({ ids, then, ...props }: Props) => {
  const translate = useTranslate()
  const { busy, run } = useAction(async () => {
    await restoreMany('users', ids)
    then?.()
    return {
      message: translate('users.bulk.restored', { smart_count: ids.length }),
      undo: () => client.users.deleteMany(ids),
    }
  })
  return (
    <CommandButton {...props} icon={RotateCcw} loading={busy} onClick={() => void run()}>
      {translate('users.restore')}
    </CommandButton>
  )
}
