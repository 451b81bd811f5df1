import { timingSafeEqual } from 'node:crypto'

/** In the same time, wherever they differ. */
export const isSameText = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** What PHP's `trim` takes away, as WordPress does with passwords. */
export const phpTrim = (text: string): string => {
  const isKept = (character: string | undefined) =>
    character !== undefined && !' \t\n\r\0\v'.includes(character)
  let [start, end] = [0, text.length]
  while (start < end && !isKept(text[start])) start++
  while (end > start && !isKept(text[end - 1])) end--
  return text.slice(start, end)
}

/** The digits of crypt(3), which phpass takes over. */
export const SIX_BITS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
