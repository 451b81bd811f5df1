const [QUOTE, BACKSLASH] = ['"', '\\'].map((character) => character.charCodeAt(0)) as [number, number]
const OPENING = new Set(Array.from('[{', (character) => character.charCodeAt(0)))
const CLOSING = new Set(Array.from(']}', (character) => character.charCodeAt(0)))

/** Is this JSON nested deeper than so many levels? Told of the text, before anything is made of it. */
export function isDeeper(text: string, levels: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfString(text, at)
    else if (OPENING.has(character) && ++depth > levels) return true
    else if (CLOSING.has(character)) depth--
  }
  return false
}

/** Where a string ends that begins here: what stands in it is not structure. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === BACKSLASH) at++
    else if (character === QUOTE) return at
  }
  return text.length
}
