/**
 * The JSON Canonicalization Scheme (RFC 8785): equal values have the same text, so that their digests are equal.
 * @throws Error for a value that JSON cannot represent, such as an infinite number or a lone surrogate
 */
export const canonicalJson = (value: unknown): string =>
  // Most values are in order already, and JSON.stringify takes a fifth of the time of sortedJson.
  isCanonical(value) ? JSON.stringify(value) : sortedJson(value)

/** Whether the names of all its objects are in order already, and nothing in it is refused. */
function isCanonical(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  // RFC 8785 writes numbers as JSON.stringify does.
  if (typeof value === 'number') return Number.isFinite(value)
  if (value === null || typeof value === 'boolean') return true
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return Array.from(value).every(isCanonical)
  let last = ''
  for (const name of Object.keys(value)) {
    if (name < last || !name.isWellFormed() || !isCanonical((value as Record<string, unknown>)[name]))
      return false
    last = name
  }
  return true
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${Array.from(value, sortedJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    // RFC 8785 sorts by UTF-16 units, and so does `sort`.
    const members = Object.keys(value)
      .sort()
      .map((name) => `${sortedJson(name)}:${sortedJson((value as Record<string, unknown>)[name])}`)
    return `{${members.join(',')}}`
  }
  if (isCanonical(value)) return JSON.stringify(value)
  throw new Error(`JSON has no ${typeof value === 'string' ? 'text with a lone surrogate' : String(value)}.`)
}
