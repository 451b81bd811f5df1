/** Empty for an empty object. */
export const metaText = (meta: object): string =>
  Object.keys(meta).length === 0 ? '' : JSON.stringify(meta, null, 2)

/** @returns undefined unless the text is a JSON object */
export function metaOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
