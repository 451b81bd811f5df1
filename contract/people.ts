import { Type } from 'typebox'
import * as f from './fields.ts'

/** ISO 3166-1 alpha-2. */
export const COUNTRY_CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

export const email = f.email('Unique, without regard to case.')
export const username = Type.String({
  minLength: 1,
  maxLength: 150,
  pattern: '^[\\p{L}\\p{N}._@-]+$',
  description:
    "Letters of one script, digits, `.`, `_`, `-` and `@`. Unique, without regard to case. No number, no UUID, and an email address only where it is one's own: it then changes with the email. Defaults to the email's local part.",
  examples: ['ada'],
})

/** What a person says of themselves: everyone may set these on their own record. */
export const profile = {
  display_name: f.nullable(f.line(50, { examples: ['Ada'] })),
  title: f.nullable(f.line(200, { examples: ['Countess'] })),
  designation: f.nullable(f.line(200, { examples: ['Analyst'] })),
  first_name: f.line(150, { examples: ['Ada'] }),
  middle_name: f.nullable(f.line(255)),
  last_name: f.nullable(f.line(150, { examples: ['Lovelace'] })),
  gender: f.nullable(f.line(15)),
  country_calling_code: f.nullable(f.integer(1, 999, { examples: [44] })),
  phone: f.nullable(
    Type.String({
      format: 'phone',
      pattern: '^\\+?[ ().-]*([0-9][ ().-]*){4,15}$',
      description:
        '4 to 15 digits; a `+` before them, spaces, dashes, dots and parentheses are taken, and not kept.',
      examples: ['2079460958', '+44 20 7946 0958'],
    }),
  ),
  bio: f.nullable(f.text(10_000)),
  timezone: f.nullable(
    Type.String({
      format: 'timezone',
      maxLength: 64,
      description: 'A name of the IANA time zone database.',
      examples: ['Europe/London'],
    }),
  ),
  language: f.nullable(
    Type.String({
      format: 'language',
      maxLength: 35,
      description: 'Of the mails that they get: a language tag (BCP 47).',
      examples: ['en-GB'],
    }),
  ),
  alternate_email: f.nullable(f.email('A second address. Need not be unique.'), {
    examples: ['ada@example.org'],
  }),
  avatar_url: f.nullable(
    f.webAddress('http or https, at most 2,048 characters.', 'https://example.com/ada.png'),
  ),
  birth: f.nullable(
    Type.String({
      format: 'past-date',
      description: 'Day of birth, not in the future.',
      examples: ['1815-12-10'],
    }),
  ),
  country: f.nullable(f.line(255, { examples: ['United Kingdom'] })),
  country_code: f.nullable(f.choice(COUNTRY_CODES, { description: 'ISO 3166-1 alpha-2.', examples: ['GB'] })),
}

/** What is kept of the phone, and answered. */
export const keptPhone = f.nullable(
  Type.String({
    format: 'phone',
    pattern: '^[0-9]{4,15}$',
    description: '4 to 15 digits.',
    examples: ['2079460958'],
  }),
)

/** Of a registration: only an invitation may be without a name. */
export const keptFirstName = Type.String({
  maxLength: 150,
  description: 'Empty while somebody is invited whose name is not known yet.',
  examples: ['Ada'],
})

/** How the account came to be: only administrators set these. */
export const origin = {
  activation_code_sent_at: f.nullable(f.time('When the activation code was sent.'), f.EMPTY),
  activated_ip: f.nullable(f.ip('Address from which the account was activated.'), f.EMPTY),
  invited_by: f.nullable(f.id('Id of the user who sent the invitation.'), f.EMPTY),
  invited_at: f.nullable(f.time('When the invitation was sent.'), f.EMPTY),
  invited_for_key: f.nullable(f.text(255)),
  invited_for_value: f.nullable(f.text(255)),
  user_id: f.nullable(f.id('Id of the user that came of the registration.'), f.EMPTY),
  user_created_at: f.nullable(f.time('When that user was created.'), f.EMPTY),
  created_ip: f.nullable(f.ip("Address it was created from. Defaults to the caller's.")),
  registration_id: f.nullable(f.id('Id of the registration that it came of.'), f.EMPTY),
  meta: f.meta,
}

/** Computed: not settable. */
export const computedName = {
  name: Type.String({
    description: 'Display name, else first, middle and last name joined.',
    examples: ['Ada'],
  }),
}

export const activationCode = {
  activation_code: f.nullable(f.secret(255, 'Code that proves the email address.')),
}
