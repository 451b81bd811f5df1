/** Takes the code of a mailed link out of the address bar, so that it is neither read there, nor kept in the history. */
function takeCode(): string {
  const { hash, pathname, search } = location
  if (hash.length < 2) return ''
  history.replaceState(history.state, '', pathname + search)
  return hash.slice(1)
}

/** The code of the link that opened the page, kept in memory only. */
export const linkCode = takeCode()

// Another link that is opened in this tab changes only the fragment: nothing of the former one may remain.
addEventListener('hashchange', () => location.reload())
