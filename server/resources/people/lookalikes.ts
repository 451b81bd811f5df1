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
export const withoutLookalikes = (text: string): string =>
  Array.from(text, (letter) => LIKENESS.get(letter) ?? LIKENESS.get(letter.toLowerCase()) ?? letter).join('')
