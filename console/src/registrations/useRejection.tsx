import { useTranslate } from 'react-admin'
import { useTrash } from '../features/deletion/useTrash.tsx'

/** Rejecting a registration moves it to the trash. */
export function useRejection(then?: () => void) {
  const translate = useTranslate()
  return useTrash(
    'registrations',
    {
      title: (count) => translate('registrations.rejection.title', { smart_count: count }),
      confirm: translate('registrations.reject'),
      done: (count) => translate('registrations.rejection.done', { smart_count: count }),
    },
    then,
  )
}
