import { useTranslate } from 'react-admin'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'

/** Restores users from the trash, with an undo. */
export function useRestoreUsers(ids: number[], then?: () => void) {
  const translate = useTranslate()
  return useAction(async () => {
    for (const id of ids) await client.users.restore(id)
    then?.()
    return {
      message: translate('users.bulk.restored', { smart_count: ids.length }),
      undo: () => client.users.deleteMany(ids),
    }
  })
}
