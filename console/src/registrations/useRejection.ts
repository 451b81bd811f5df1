import { useTrash } from '../features/deletion/useTrash.tsx'

const WORDS = {
  title: 'registrations.rejection.title',
  confirm: 'registrations.reject',
  done: 'registrations.rejection.done',
  named: 'registrations.rejection.named',
  named_undone: 'registrations.rejection.named_undone',
}

/** Rejecting a registration moves it to the trash. */
export const useRejection = (then?: () => void) => useTrash('registrations', WORDS, then)
