import { formatRatio, mixed, type Rgb, ratioOf, toHex } from './colors.ts'

/** Colours of buttons, links and the focus ring. */
export interface Accent {
  accent: string
  /** Under the pointer. */
  strong: string
  /** Of text on it. */
  on: string
}

export interface Logo {
  type: 'image/svg+xml' | 'image/png'
  content: Buffer
}

export interface Brand {
  /** What the product is called. */
  name: string
  light: Accent
  dark: Accent
  logo: Logo | undefined
}

/** Where the logo is served. */
export const LOGO_PATH = '/brand-logo'

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** The grounds that text in the accent stands on: console/src/ui/theme/palettes.ts. */
const LIGHT_GROUND: Rgb = [0xf7, 0xf8, 0xfa]
const DARK_GROUND: Rgb = [0x16, 0x18, 0x1e]

/** WCAG 2.2, 1.4.3. */
const MIN_RATIO = 4.5
/** The dark theme's own accent has about this much. */
const DARK_RATIO = 7
const STEP = 0.02
const HOVER = 0.2

/** As in the console. */
const LIGHT: Accent = { accent: '#3b5bdb', strong: '#2f49b8', on: '#ffffff' }
const DARK: Accent = { accent: '#8ea6ff', strong: '#a9bbff', on: '#10131c' }

/** @param color of the light theme; that of the dark one is made from it */
export function brandOf(name: string, color: Rgb | undefined, logo: Logo | undefined): Brand {
  if (color === undefined) return { name, light: LIGHT, dark: DARK, logo }
  const dark = shadeWith(DARK_RATIO, color, WHITE, DARK_GROUND)
  return {
    name,
    light: { accent: toHex(color), strong: toHex(mixed(color, BLACK, HOVER)), on: '#ffffff' },
    dark: { accent: toHex(dark), strong: toHex(mixed(dark, WHITE, HOVER)), on: '#10131c' },
    logo,
  }
}

/** Why text in this colour, and white text on it, would be hard to read; undefined if it is not. */
export function contrastFault(color: Rgb): string | undefined {
  const ratio = ratioOf(color, LIGHT_GROUND)
  if (ratio >= MIN_RATIO) return undefined
  const fit = toHex(shadeWith(MIN_RATIO, color, BLACK, LIGHT_GROUND))
  return `its contrast with the pages, ${toHex(LIGHT_GROUND)}, is ${formatRatio(ratio)}, and text needs ${MIN_RATIO}:1; ${fit} would do`
}

/** The colour, mixed with another until its contrast with the ground is enough. */
function shadeWith(ratio: number, color: Rgb, other: Rgb, ground: Rgb): Rgb {
  for (let weight = 0; weight < 1; weight += STEP) {
    const shade = mixed(color, other, weight)
    if (ratioOf(shade, ground) >= ratio) return shade
  }
  return other
}

/** The style sheet that gives pages the colours: the page's policy allows none within it. */
export function styleOf({ light, dark }: Brand): string {
  const rules = ({ accent, strong, on }: Accent) =>
    `{ --accent: ${accent}; --accent-strong: ${strong}; --on-accent: ${on} }`
  return [
    `:root ${rules(light)}`,
    `@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) ${rules(dark)} }`,
    `:root[data-theme="dark"] ${rules(dark)}`,
    '',
  ].join('\n')
}
