/** Letters that Unicode does not decompose, as they are typed on a keyboard without them. The same as the service's. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ə: 'e',
  ſ: 's',
  ς: 'σ',
}

const BEYOND_ASCII = /[^\0-\x7f]/gu
const ACCENTS = /[\u0300-\u036f]/g

/** Without case and accents, as the service's search compares texts. */
export const fold = (text: string): string =>
  text.toLowerCase().replace(BEYOND_ASCII, (character) => {
    const decomposed = character.normalize('NFD')
    const base = decomposed.replace(ACCENTS, '')
    return SPELLED[base] ?? (base === decomposed ? character : base)
  })

export const wordsOf = (q: string): string[] => fold(q).split(/\s+/).filter(Boolean)

/** Whether the text contains each word, in any order, as the service's search decides it. */
export function containsWords(text: string, q: string): boolean {
  const folded = fold(text)
  return wordsOf(q).every((word) => folded.includes(word))
}
