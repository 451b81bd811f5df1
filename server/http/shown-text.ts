/**
 * Characters that nobody sees, for a class of a regular expression: blanks, control characters, what fonts draw nothing
 * for (Unicode's default ignorables, Hangul's fillers among them), Braille's blank and the musical null notehead.
 */
export const UNSEEN = String.raw`\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}\u{1D159}`

const SEEN = new RegExp(`[^${UNSEEN}]`, 'u')
const LINE_BREAK = /[\n\v\f\r\u{85}\u{2028}\u{2029}]/u

/**
 * What a text of one line must, such as a name, where it is more or less than that; undefined where it is not. Joiners and
 * other invisible characters that some script is written with may be in it.
 */
export function mustOfLine(text: string): string | undefined {
  if (LINE_BREAK.test(text)) return 'be one line'
  if (/\p{Cc}/u.test(text)) return 'hold no control characters'
  if (/\p{Bidi_Control}/u.test(text)) return 'hold no marks that turn the direction of writing'
  if (!SEEN.test(text)) return 'hold a character that is seen'
  return undefined
}
