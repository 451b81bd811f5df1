import Bowser from 'bowser'

/** What a header `User-Agent` tells of a program. */
interface Program {
  /** Such as `Firefox 142`. */
  browser: string
  /** Such as `Firefox`. */
  family: string
  /** Without a version: browsers send made-up ones. */
  system: string
}

/** @returns undefined if it is no browser's */
export function programOf(userAgent: string): Program | undefined {
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name || !os.name) return undefined
  const [version] = browser.version?.split('.') ?? []
  const family = browser.name
  return { browser: [family, version].filter(Boolean).join(' '), family, system: os.name }
}
