/** Nothing where nothing is in it. */
export const metaText = (meta: object): string =>
  Object.keys(meta).length === 0 ? '' : JSON.stringify(meta, null, 2)

/** @returns undefined where the text is no JSON object */
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
