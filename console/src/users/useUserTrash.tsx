import { useTranslate } from 'react-admin'
import { useTrash } from '../features/deletion/useTrash.tsx'

export function useUserTrash(then?: () => void) {
  const translate = useTranslate()
  return useTrash(
    'users',
    {
      title: (count) => translate('users.trashing.title', { smart_count: count }),
      confirm: translate('users.trash'),
      done: (count) => translate('users.trashing.done', { smart_count: count }),
    },
    then,
  )
}
