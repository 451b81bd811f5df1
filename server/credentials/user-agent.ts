/** Browsers send up to 200 characters; a longer text is cut off. */
export const MAX_USER_AGENT = 255

const UNSEEN = /[\p{Cc}\p{Cf}]+/gu

/** What a program calls itself in the header `User-Agent`, as it is stored: one short line, or null. */
export function storedUserAgent(header: string | undefined): string | null {
  if (header === undefined) return null
  const line = header.slice(0, MAX_USER_AGENT).replace(UNSEEN, ' ').trim()
  return line === '' ? null : line
}

/** The header as it may wait in memory: a slice of a string keeps all of it, so a long one is copied. */
export const briefHeader = (header: string | undefined): string | undefined =>
  header === undefined || header.length <= MAX_USER_AGENT
    ? header
    : Buffer.from(header.slice(0, MAX_USER_AGENT)).toString()
