/** A guard: changes on the page that would be lost with it. */
interface Unsaved {
  /** Parameters of the query string that select the record, if the path does not. */
  parameters: readonly string[]
  /** A save is under way: a navigation waits for it. */
  isSaving: boolean
}

const unsaved = new Set<Unsaved>()
const listeners = new Set<() => void>()

/** The browser's own question, when the tab is closed or reloaded. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

function changed(): void {
  if (unsaved.size > 0) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
  for (const listener of listeners) listener()
}

/** @returns the function that removes the guard, once the changes are saved or discarded */
export function guardUnsaved(one: Unsaved): () => void {
  unsaved.add(one)
  changed()
  return () => {
    unsaved.delete(one)
    changed()
  }
}

/** Removes all guards after the user has agreed to lose the changes. */
export function discardUnsaved(): void {
  unsaved.clear()
  changed()
}

export const hasUnsavedChanges = (): boolean => unsaved.size > 0

export const isSavingChanges = (): boolean => [...unsaved].some(({ isSaving }) => isSaving)

/** For `useSyncExternalStore`. */
export function subscribeToUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

type Place = Pick<Location, 'pathname' | 'search'>

/** Whether a navigation within the console would lose changes. */
export const wouldLose = (from: Place, to: Place): boolean =>
  [...unsaved].some(
    ({ parameters }) =>
      from.pathname !== to.pathname ||
      parameters.some((name) => parameterOf(from, name) !== parameterOf(to, name)),
  )

const parameterOf = ({ search }: Place, name: string) => new URLSearchParams(search).get(name)
