import { useTrash } from '../features/deletion/useTrash.tsx'

const WORDS = {
  title: 'users.trashing.title',
  confirm: 'users.trash',
  done: 'users.trashing.done',
  named: 'users.trashing.named',
  named_undone: 'users.trashing.named_undone',
}

/** @param shown the user whose page it is: what belongs to them is not read again once they are in the trash */
export const useUserTrash = (then?: () => void, shown?: number) =>
  useTrash('users', WORDS, then, { isGone: ([what, id]) => what === 'users' && id === shown })
