/** PostgreSQL refuses a statement that has a text with U+0000, and none is stored, so no record contains such a text. */
export const isStorableText = (text: string): boolean => !text.includes('\0')

/** Folds case for case-insensitive comparison; the SQL function `fold` does the same. */
export const fold = (text: string): string => text.toLowerCase()

const BEYOND_ASCII = /[^\0-\x7f]/gu

/** Accents, points and harakat. Not the vowel signs of other scripts: they distinguish words. */
const ACCENTS =
  /[\p{Mn}&&[\p{Script=Inherited}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]/gv

/** Letters that Unicode does not decompose, as they are typed on a keyboard without them. */
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

/** A character without its accents; a syllable of Korean, which Unicode decomposes too, stays whole. */
function withoutAccents(character: string): string {
  const decomposed = character.normalize('NFD')
  const base = decomposed.replaceAll(ACCENTS, '')
  return SPELLED[base] ?? (base === decomposed ? character : base)
}

/**
 * Folds case and accents, for `q`: `Łukasz` becomes `lukasz`. Each character is folded by itself, so that the folded text
 * contains the folded parts of the text. Migration 0019 has folded earlier rows with it.
 */
export const foldForSearch = (text: string): string => fold(text).replaceAll(BEYOND_ASCII, withoutAccents)
