import { type Message, say } from '../messages/say.ts'
/**
 * Invisible characters, for a class of a regular expression: blanks, control characters, Unicode's default ignorables
 * (Hangul fillers among them), and characters with empty glyphs: the Braille blank, the musical null notehead, Egyptian
 * blanks and the Khitan filler.
 */
export const INVISIBLE = String.raw`\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}\u{1D159}\u{13441}\u{13442}\u{16FE4}`

const VISIBLE = new RegExp(`[^${INVISIBLE}]`, 'u')
const LINE_BREAK = /[\n\v\f\r\u{85}\u{2028}\u{2029}]/u

/**
 * The rule that a single-line text, such as a name, breaks; undefined if it is valid. Allows joiners and other invisible
 * characters that scripts and emoji need.
 */
export function singleLineFault(text: string): Message | undefined {
  if (LINE_BREAK.test(text)) return say`be one line`
  if (/\p{Cc}/u.test(text)) return say`contain no control characters`
  if (/\p{Bidi_Control}/u.test(text)) return say`contain no characters that change the text direction`
  if (!VISIBLE.test(text)) return say`contain a visible character`
  return undefined
}
