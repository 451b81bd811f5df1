import { fold, wordsOf } from '../../ui/words.ts'

/** The matched parts of a text and those between them. */
export function partsOf(text: string, q: string) {
  const characters = [...text]
  // Each folded unit with the number of its character: `ß` folds to two.
  const origins = characters.flatMap((character, index) => Array<number>(fold(character).length).fill(index))
  const folded = characters.map(fold).join('')
  const isMatched = characters.map(() => false)
  for (const word of wordsOf(q)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      isMatched.fill(true, origins[at], (origins[at + word.length - 1] as number) + 1)
    }
  }
  const parts: { start: number; part: string; isMatch: boolean }[] = []
  for (const [start, character] of characters.entries()) {
    const isMatch = isMatched[start] ?? false
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.part += character
    else parts.push({ start, part: character, isMatch })
  }
  return parts
}
