/**
 * The JSON Canonicalization Scheme (RFC 8785): equal values have the same text, so that their digests are equal.
 * @throws Error for a value that JSON cannot represent, such as an infinite number or a lone surrogate
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return canonicalText(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`JSON has no number ${value}.`)
    // RFC 8785 requires the format of ECMAScript.
    return JSON.stringify(value)
  }
  if (value === null || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value !== 'object') throw new Error(`JSON has no ${typeof value}.`)
  // Written as one text: lists of parts would take a third longer, for each entry of the audit trail.
  let text = ''
  const add = (part: string) => {
    text += text === '' ? part : `,${part}`
  }
  if (Array.isArray(value)) {
    for (const each of value) add(canonicalJson(each))
    return `[${text}]`
  }
  // RFC 8785 sorts by UTF-16 units, and so does `sort`.
  for (const name of Object.keys(value).sort())
    add(`${canonicalText(name)}:${canonicalJson((value as Record<string, unknown>)[name])}`)
  return `{${text}}`
}

function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new Error('JSON has no text with a lone surrogate.')
  return JSON.stringify(text)
}
