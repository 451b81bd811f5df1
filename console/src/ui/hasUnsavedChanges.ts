/**
 * Would something be lost if the page went away? Forms that guard what was typed object to a `beforeunload`; this asks
 * them without going.
 */
export function hasUnsavedChanges(): boolean {
  const question = new Event('beforeunload', { cancelable: true })
  return !dispatchEvent(question)
}
