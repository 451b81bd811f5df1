import { useTrash } from '../features/deletion/useTrash.tsx'

const WORDS = {
  title: 'registrations.rejection.title',
  confirm: 'registrations.reject',
  done: 'registrations.rejection.done',
}

/** Rejecting a registration moves it to the trash. */
export const useRejection = (then?: () => void) => useTrash('registrations', WORDS, then)
