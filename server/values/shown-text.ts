import { type Message, say } from '../messages/say.ts'
/**
 * Characters that nobody sees, for a class of a regular expression: blanks, control characters, what fonts draw nothing
 * for (Unicode's default ignorables, Hangul's fillers among them), and signs without ink: Braille's blank, the musical
 * null notehead, Egyptian blanks and Khitan's filler.
 */
export const UNSEEN = String.raw`\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}\u{1D159}\u{13441}\u{13442}\u{16FE4}`

const SEEN = new RegExp(`[^${UNSEEN}]`, 'u')
const LINE_BREAK = /[\n\v\f\r\u{85}\u{2028}\u{2029}]/u

/**
 * What a text must be to be shown as one line, such as a name; undefined where it is. Joiners, and other invisible
 * characters that scripts and emoji are written with, may be in it.
 */
export function mustOfLine(text: string): Message | undefined {
  if (LINE_BREAK.test(text)) return say`be one line`
  if (/\p{Cc}/u.test(text)) return say`contain no control characters`
  if (/\p{Bidi_Control}/u.test(text)) return say`contain no characters that change the text direction`
  if (!SEEN.test(text)) return say`contain a visible character`
  return undefined
}
