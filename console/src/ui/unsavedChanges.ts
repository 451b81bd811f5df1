/** Something on the page that would be lost with it. */
interface Unsaved {
  /** The page shows something else by its query too. */
  isByQuery: boolean
}

const unsaved = new Set<Unsaved>()
const listeners = new Set<() => void>()

/** The browser's own question, where the tab is closed or loaded anew. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

function changed(): void {
  if (unsaved.size > 0) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
  for (const listener of listeners) listener()
}

/** @returns what takes it back, once it is saved or given up */
export function holdUnsaved(one: Unsaved): () => void {
  unsaved.add(one)
  changed()
  return () => {
    unsaved.delete(one)
    changed()
  }
}

/** Whoever looks at it has said that it may be lost: nothing asks any more. */
export function giveUpUnsaved(): void {
  unsaved.clear()
  changed()
}

export const hasUnsavedChanges = (): boolean => unsaved.size > 0

/** For `useSyncExternalStore`. */
export function subscribeToUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

type Place = Pick<Location, 'pathname' | 'search'>

/** Would a way within the console lose something? */
export const wouldLose = (from: Place, to: Place): boolean =>
  [...unsaved].some(
    ({ isByQuery }) => from.pathname !== to.pathname || (isByQuery && from.search !== to.search),
  )
