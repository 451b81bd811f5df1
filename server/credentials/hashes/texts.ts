import { timingSafeEqual } from 'node:crypto'

/** Takes the same time wherever the texts differ. */
export const isSameText = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** PHP's `trim`, which WordPress applies to passwords. */
export const phpTrim = (text: string): string => {
  const isKept = (character: string | undefined) =>
    character !== undefined && !' \t\n\r\0\v'.includes(character)
  let [start, end] = [0, text.length]
  while (start < end && !isKept(text[start])) start++
  while (end > start && !isKept(text[end - 1])) end--
  return text.slice(start, end)
}

/** The base-64 alphabet of crypt(3), also used by phpass. */
export const CRYPT_DIGITS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
