import type { Ctx } from '../../access/context.ts'
import { type AnyRow, nounOf, type Resource } from '../../crud/define/resource.ts'
import { anyTable, from } from '../../crud/query/store.ts'
import { fold } from '../../db/queries/texts.ts'
import { conflict, type Detail, invalid, invalidField } from '../../errors.ts'
import { type Message, say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'

/** Scripts in everyday use: https://www.unicode.org/reports/tr31/#Table_Recommended_Scripts */
const SCRIPTS =
  'Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'
    .split(' ')
    .map((name) => ({
      name,
      has: new RegExp(`\\p{Script=${name}}`, 'u'),
      uses: new RegExp(`\\p{Script_Extensions=${name}}`, 'u'),
    }))

/** Scripts that one language mixes, apart from Latin. */
const WRITTEN_TOGETHER = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Bopomofo'],
  ['Han', 'Hangul'],
]

/** Scripts whose letters can be mistaken for Latin ones. `Other`: rarely used scripts, such as Cherokee. */
const LIKE_LATIN = ['Armenian', 'Cyrillic', 'Greek', 'Other']

function scriptsOf(text: string): Set<string> {
  const letters = [...text].filter(
    (character) => /\p{L}/u.test(character) && !/\p{Script=Common}/u.test(character),
  )
  return new Set(letters.map((letter) => SCRIPTS.find(({ has }) => has.test(letter))?.name ?? 'Other'))
}

/** "Moderately restrictive": https://www.unicode.org/reports/tr39/#Restriction_Level_Detection */
function mixesScripts(text: string): boolean {
  const scripts = scriptsOf(text)
  if (scripts.size <= 1) return false
  const hasLatin = scripts.delete('Latin')
  const others = [...scripts]
  if (WRITTEN_TOGETHER.some((some) => others.every((script) => some.includes(script)))) return false
  return !(hasLatin && others.length === 1 && !LIKE_LATIN.includes(others[0] as string))
}

/** Whether digits, or letters without a script such as `ー`, belong to none of the scripts of the letters. */
function mixesSigns(text: string): boolean {
  const scripts = scriptsOf(text)
  const used = SCRIPTS.filter(({ name }) => scripts.has(name))
  const signs = [...text].filter((character) => SIGN.test(character) && !ASCII.test(character))
  return scripts.size > 0 && signs.some((sign) => !used.some(({ uses }) => uses.test(sign)))
}

/** Excludes the letters for a glottal stop or an ayn in Hawaiian, Uzbek and transliterations. */
const SIGN = /\p{Nd}|〇|(?=\p{L})(?![ʻʼʾʿ])\p{Script=Common}/u
/** `〇` is the zero of Chinese names and years. */
const NUMBER_WITHOUT_DIGITS = /(?!〇)[\p{Nl}\p{No}]/u
/** Stretches a word in Arabic; it has no sound. */
const TATWEEL = '\u0640'
const ASCII = /^[\x21-\x7e]*$/
const NUMBER = /^(?:\p{N}+|[-+]?\d+(?:\.0*)?(?:e\d+)?|0x[\da-f]+)$/iu
const UUID = /^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/i
const EMAIL = /^[^@]+@[^@]+\.[^@]+$/
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Letters that can be mistaken for ASCII, lower case first: those that Unicode lists as confusable with it
 * (https://www.unicode.org/Public/security/17.0.0/confusables.txt), small capitals, and letters with a dot too many or too
 * few. Excluded are `æ`, `œ` and `þ`, which people tell apart. A new version of Unicode may add some.
 */
const LIKE_ASCII =
  'a:ɑᴀ b:ʙƅꞵ c:ᴄ d:ᴅ e:ᴇꬲ f:ƒꜰꞙꬵẝ g:ɡɢƍᶃ h:ʜ i:ıɩɪİ j:ȷᴊʝ k:ᴋ l:ʟǀ m:ᴍ n:ɴ o:ᴏᴑꬽ p:ᴘƿ q:ꞯ r:ʀꭇꭈ s:ꜱƽ t:ᴛ u:ᴜʋꞟꭎꭒ v:ᴠ w:ᴡɯ ' +
  'x:ꭓ y:ʏɣᶌỿꭚ z:ᴢ 2:ƨꝛ 3:ʒȝɜꝫ 8:ȣ 9:ꝯ _:ˍ !:ǃ aa:ꜳ ao:ꜵ au:ꜷ av:ꜹꜻ ay:ꜽ dz:ʣ ll:ǁ ls:ʪ lz:ʫ oo:ꝏ tf:ꝷ ts:ʦ tz:ꜩ ue:ᵫ uo:ꭣ'

/** Rare letters that can be mistaken for other letters without a mark. */
const LIKE_LETTERS = 'ə:ǝ ø:ꬾ ɔ:ᴐↄ ɵ:ꝋ ʃ:ꭍ'

const LIKENESS = new Map(
  `${LIKE_ASCII} ${LIKE_LETTERS}`.split(' ').flatMap((likeness) => {
    const [plain = '', letters = ''] = likeness.split(':')
    return [...letters].map((letter) => [letter, plain] as const)
  }),
)

/** Replaces lookalikes by the letters that readers take them for. */
const withoutLookalikes = (text: string): string =>
  Array.from(text, (letter) => LIKENESS.get(letter) ?? LIKENESS.get(letter.toLowerCase()) ?? letter).join('')

/** The rule that a username breaks, if it could be mistaken for another username or an id. Completes "username must …". */
function usernameRequirement(username: string): Message | undefined {
  if (NUMBER.test(username)) return say`not be a bare number, which is taken for an id`
  if (UUID.test(username)) return say`not be a UUID, which is taken for an id`
  if (!LETTER_OR_DIGIT.test(username)) return say`contain a letter or a digit`
  if (ASCII.test(username)) return undefined
  if (/\p{Default_Ignorable_Code_Point}/u.test(username)) return say`contain no invisible characters`
  const plain = username.normalize('NFKC')
  if (plain !== username) return say`contain no compatibility characters; write ${plain}`
  const letters = withoutLookalikes(username)
  if (letters !== username) return say`contain no lookalike letters; write ${letters}`
  if (username.includes(TATWEEL)) return say`contain no silent letters`
  if (NUMBER_WITHOUT_DIGITS.test(username)) return say`contain no numerals other than digits`
  if (mixesSigns(username)) return say`use digits and signs of the same script as its letters`
  if (/[0-9]/.test(username) && /(?![0-9])\p{Nd}/u.test(username)) return say`use digits of one script`
  if (mixesScripts(username)) return say`use letters of one script, not lookalikes of several`
  return undefined
}

/** Whether a username is allowed for a new account or a change. Existing usernames stay. */
export const isAllowedUsername = (username: string): boolean => usernameRequirement(username) === undefined

export function usernameFaults(username: string): Detail[] {
  const must = usernameRequirement(username)
  return must === undefined
    ? []
    : [{ field: 'username', code: 'not_allowed', message: say`username must ${must}.` }]
}

/** @param row the stored record, for an update @throws Refusal 422 */
export function refuseDisallowedUsername(given: Fields, row?: AnyRow): void {
  const { username } = given
  if (typeof username !== 'string' || username === row?.username) return
  const faults = usernameFaults(username)
  if (faults.length > 0) throw invalid(faults)
  refuseForeignAddress(username, given.email ?? row?.email)
}

/** Whether a username is an email address other than this one. */
export const isForeignAddress = (username: string, email: unknown): boolean =>
  EMAIL.test(username) && !(typeof email === 'string' && fold(email) === fold(username))

/**
 * An email address as a username must be the account's own, as the address's owner may sign up later. Accounts are not
 * looked up, so the response does not reveal whether one exists. @throws Refusal 422
 */
function refuseForeignAddress(username: string, email: unknown): void {
  if (!isForeignAddress(username, email)) return
  throw invalidField(
    'username',
    'not_allowed',
    say`username must not be an email address other than the user's own.`,
  )
}

/**
 * A username that is older than the rule against addresses may equal another account's email by now. Such a username does
 * not block a sign-in, where the email wins, but it cannot be restored. @throws Refusal 409
 */
export async function refuseUsernameThatIsEmail(
  ctx: Ctx,
  resource: Resource,
  { username }: Fields,
  row?: AnyRow,
): Promise<void> {
  const isLikeEmail = typeof username === 'string' && username.includes('@')
  if (isLikeEmail && (await isEmailOfAnother(ctx, resource, username, row)))
    throw conflict('username_taken', say`This is the email of another ${nounOf(resource)}.`, 'username')
}

async function isEmailOfAnother(
  ctx: Ctx,
  { table }: Resource,
  username: string,
  row: AnyRow | undefined,
): Promise<boolean> {
  const eb = anyTable()
  const others = row === undefined ? [] : [eb('id', '!=', row.id)]
  const another = await from(ctx.db, table)
    .where(eb.and([eb('email_key', '=', fold(username)), eb('deleted_at', 'is', null), ...others]))
    .select('id')
    .executeTakeFirst()
  return another !== undefined
}
