/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** @param text such as `#3b5bdb` or `#36f`. @returns undefined if it is neither */
export function rgbOf(text: string): Rgb | undefined {
  const [, digits] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text) ?? []
  if (digits === undefined) return undefined
  const width = digits.length / 3
  const channel = (index: number) => {
    const part = digits.slice(index * width, (index + 1) * width)
    return Number.parseInt(width === 1 ? part + part : part, 16)
  }
  return [channel(0), channel(1), channel(2)]
}

export const toHex = (color: Rgb): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** @param weight of the other colour, from 0 to 1 */
export const mixed = (color: Rgb, other: Rgb, weight: number): Rgb =>
  [0, 1, 2].map((index) => {
    const [one, another] = [color[index] as number, other[index] as number]
    return Math.round(one + (another - one) * weight)
  }) as unknown as Rgb

/** WCAG 2.2: the relative luminance, from 0 to 1. */
function luminanceOf(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2: the contrast of two colours, from 1 to 21. */
export function ratioOf(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Rounded down: what is too little must not look like enough. */
export const formatRatio = (ratio: number): string => `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`
