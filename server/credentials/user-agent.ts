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

/** From the most particular: Edge also calls itself Chrome, and Chrome calls itself Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * The browser and the system that a header `User-Agent` names, such as `Firefox, Windows`, for mails: anybody can send any
 * header, so nothing of its own words is in this.
 * @returns null if it is no known browser's
 */
export function programIn(header: string | undefined): string | null {
  const text = header?.slice(0, MAX_USER_AGENT) ?? ''
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) => names.find(([sign]) => sign.test(text))?.[1])
  return browser && system ? `${browser}, ${system}` : null
}
