import packed from 'virtual:common-passwords'
import { DIGITS, fingerprintOf, LONG_GAP } from './fingerprints.ts'

const fingerprints = unpack(packed)

function unpack(text: string): Set<number> {
  const found = new Set<number>()
  let last = 0
  let gap = 0
  for (let at = 0; at < text.length; at += 2) {
    const part = DIGITS.indexOf(text[at] as string) * DIGITS.length + DIGITS.indexOf(text[at + 1] as string)
    gap += part
    if (part === LONG_GAP) continue
    last += gap
    found.add(last)
    gap = 0
  }
  return found
}

/** Whether the service refuses a password as too common. About one other password in a thousand is reported too. */
export const isCommon = (password: string): boolean => fingerprints.has(fingerprintOf(password))
