import { useTrash } from '../features/deletion/useTrash.tsx'

const WORDS = { title: 'users.trashing.title', confirm: 'users.trash', done: 'users.trashing.done' }

export const useUserTrash = (then?: () => void) => useTrash('users', WORDS, then)
