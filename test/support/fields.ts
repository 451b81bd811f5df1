import { secret } from './secrets.ts'

/** A value, and the code of its refusal. */
type Refused = readonly [value: unknown, code: string]

/**
 * Section 3 of the decisions for a field, written by hand, so that the service's own schemas are checked against it.
 * Values are at the boundaries: the last one that is valid, and the first one that is not.
 */
export interface Field {
  kind: 'text' | 'integer' | 'boolean' | 'time' | 'day' | 'object' | 'list' | 'secret' | 'reference'
  /** Values that are stored as they are sent. */
  storedAsSent: readonly unknown[]
  /** Values stored in another form: the value sent, and the value stored. */
  converted: readonly (readonly [sent: unknown, stored: unknown])[]
  refused: readonly Refused[]
  isRequired: boolean
  isNullable: boolean
  /** Of a reference: the resource of its records, and whether a slug or uuid may name them too. */
  to?: 'users' | 'registrations' | 'taxonomies' | 'taxonomy-types'
  by?: 'id' | 'any'
}

type Values = Partial<Pick<Field, 'storedAsSent' | 'converted'>> & { refused: readonly Refused[] }

const field = (kind: Field['kind'], { storedAsSent = [], converted = [], refused }: Values): Field => ({
  kind,
  storedAsSent,
  converted,
  refused,
  isRequired: false,
  isNullable: true,
})

/** Required in a create, and never null. */
export const required = (field: Field): Field => ({ ...field, isRequired: true, isNullable: false })

/** Not required, since it has a default, and never null. */
export const withDefault = (field: Field): Field => ({ ...field, isNullable: false })

const each = (code: string, ...values: unknown[]): Refused[] => values.map((value) => [value, code])

/** Outside the basic plane: one character, two UTF-16 units, four bytes. */
const SMILE = '🙂'
/** A combining accent: a character of its own, though it is shown on the letter before it. */
const ACCENT = '\u0301'
const NO_TEXT = [5, true, ['a', 'b'], { a: 1 }, 'nul \u0000 inside', 'half a pair \ud83d']

export const text = (max: number): Field =>
  field('text', {
    storedAsSent: [SMILE.repeat(max), 'x'.repeat(max)],
    converted: [['  \tends trimmed\n', 'ends trimmed']],
    refused: [
      ...each('invalid_type', ...NO_TEXT),
      ...each('too_long', 'x'.repeat(max + 1), SMILE.repeat(max + 1), `a${ACCENT.repeat(max)}`),
    ],
  })

export const slug = (max: number): Field =>
  withDefault(
    field('text', {
      storedAsSent: ['a'.repeat(max), '7', 'a-0'],
      refused: [
        ...each('too_long', 'a'.repeat(max + 1)),
        ...each('invalid_format', 'Upper', 'a b', 'a_b', 'é', 'a/b'),
        ...each('invalid_type', ['a'], 5.5),
      ],
    }),
  )

export const choice = (...values: string[]): Field =>
  withDefault(
    field('text', {
      storedAsSent: values,
      refused: [
        ...each('not_allowed', 'nonsense', values.join(',')),
        ...each('invalid_type', 1, [values[0]]),
      ],
    }),
  )

const wordsFor = (stored: boolean, words: unknown[]) => words.map((word) => [word, stored] as const)

export const flag = (): Field =>
  withDefault(
    field('boolean', {
      storedAsSent: [false, true],
      converted: [
        ...wordsFor(false, ['false', '0', 'off', 'no', 0]),
        ...wordsFor(true, ['true', '1', 'on', 'yes', 1]),
      ],
      refused: each('invalid_type', 'maybe', '2', 2, -1, 1.5, [true], {}),
    }),
  )

const NO_INTEGER = ['one', '1.5', '1e2', '0x10', '1 2', 1.5, true, [1], {}]

export const integer = (min: number, max: number): Field =>
  field('integer', {
    storedAsSent: [min, max],
    converted: [
      [String(min), min],
      [` ${max} `, max],
    ],
    refused: [
      ...each('invalid_type', ...NO_INTEGER, '9007199254740992'),
      ...each('out_of_range', min - 1, String(min - 1)),
      ...(max < Number.MAX_SAFE_INTEGER ? each('out_of_range', max + 1, String(max + 1)) : []),
    ],
  })

export const time = (): Field =>
  field('time', {
    storedAsSent: ['2026-05-04T09:30:00.125Z'],
    converted: [
      ['2026-05-04T09:30:00Z', '2026-05-04T09:30:00.000Z'],
      ['2026-05-04T09:30:00+02:00', '2026-05-04T07:30:00.000Z'],
      ['2026-05-04 09:30:00', '2026-05-04T09:30:00.000Z'],
      ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ],
    refused: each(
      'invalid_type',
      ...['yesterday', '2026-02-30T00:00:00Z', '2026-05-04T25:00:00Z', '04/05/2026', 1_777_887_000, true],
    ),
  })

/** Counted from when the file is loaded: in a run past midnight, it is a day off. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export const pastDay = (): Field =>
  field('day', {
    storedAsSent: ['1815-12-10', '2000-02-29', dayFromNow(0)],
    refused: [
      ...each('invalid_type', '2001-02-29', '2000-2-9', '10.12.1815', '2000-01-01T00:00:00Z', 19_900_101),
      ...each('invalid_format', dayFromNow(2)),
    ],
  })

/** An address of exactly that length. */
const addressOf = (length: number) => {
  const domain = `@${'b'.repeat(61)}.example`
  return 'a'.repeat(length - domain.length) + domain
}

export const address = (): Field =>
  field('text', {
    storedAsSent: ['Mixed.Case+tag@Example.com', "o'brien@example.co.uk", addressOf(150)],
    converted: [[' trimmed@example.com ', 'trimmed@example.com']],
    refused: [
      ...each('too_long', addressOf(151)),
      ...each(
        'invalid_format',
        'no-at.example.com',
        '@example.com',
        'a@',
        'a b@c.de',
        'a@b@c.de',
        'a@-x.com',
      ),
      ...each('invalid_type', ['a@example.com'], 5),
    ],
  })

export const username = (): Field =>
  withDefault(
    field('text', {
      storedAsSent: ['𠀀'.repeat(150), 'élodie', 'Ada.King_9-x@home', 'u'.repeat(150)],
      refused: [
        ...each('too_long', 'u'.repeat(151), '𠀀'.repeat(151)),
        ...each('invalid_format', 'two words', 'semi;colon', SMILE, 'a/b'),
        ...each('invalid_type', ['u'], true),
      ],
    }),
  )

export const phone = (): Field =>
  field('text', {
    storedAsSent: ['0000', '9'.repeat(15)],
    converted: [
      ['+44 20 7946-0958', '442079460958'],
      [' (020) 7946.0958 ', '02079460958'],
      [2079460958, '2079460958'],
    ],
    refused: each(
      'invalid_format',
      '123',
      '+1 2-3',
      '1'.repeat(16),
      '44+2079460958',
      '++442079460958',
      '+',
      '(-)',
      '12345 ext. 6',
      '１２３４５',
    ),
  })

const webPage = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`

export const webAddress = (): Field =>
  field('text', {
    storedAsSent: ['http://example.com:8080/a?b=c#d', webPage(2048)],
    refused: [
      ...each('too_long', webPage(2049)),
      ...each(
        'invalid_format',
        'example.com',
        'ftp://example.com/',
        'javascript:alert(1)',
        'https://',
        'https://a b',
      ),
    ],
  })

/** Where events are sent. */
export const receiverAddress = (): Field =>
  field('text', {
    storedAsSent: ['http://example.com:8080/a?b=c', webPage(2048)],
    refused: [
      ...each('too_long', webPage(2049)),
      ...each(
        'invalid_format',
        ...['example.com', 'ftp://example.com/', 'https://', 'https://a b', 'file:///etc/passwd'],
        ...['https://user@example.com/', 'https://user:password@example.com/', 'https://example.com/#a'],
      ),
    ],
  })

export const eventPatterns = (): Field =>
  field('list', {
    storedAsSent: [['*'], ['users.*', 'signin'], ['users.roles.*', 'taxonomy-types.create']],
    converted: [
      ['users.*,roles.update', ['users.*', 'roles.update']],
      [['roles.*', 'roles.*'], ['roles.*']],
    ],
    refused: [
      ...each('invalid_type', 5, {}, [5], true),
      ...each('invalid_format', ['users.'], ['*.update'], ['Users.*'], ['users.*.add'], ['a b']),
      // They would select nothing.
      ...each('invalid_format', ['user.*'], ['users'], ['roles.*', 'updates.users']),
    ],
  })

export const timezone = (): Field =>
  field('text', {
    storedAsSent: ['UTC', 'Pacific/Auckland', 'Europe/London'],
    refused: each('invalid_format', 'Europe/Atlantis', 'London', '+02:00', 'GMT plus two'),
  })

export const language = (): Field =>
  field('text', {
    storedAsSent: ['en', 'fr-CA', 'zh-Hant-TW', `en-x-${'abcdefgh-'.repeat(3)}abc`],
    refused: [
      ...each('invalid_format', 'x', 'English please', 'en_GB', 'en-', 'e', 'fr-CA,en'),
      ...each('too_long', `en-x-${'abcdefgh-'.repeat(3)}abcd`),
    ],
  })

export const ip = (): Field =>
  field('text', {
    storedAsSent: ['203.0.113.7', '2001:db8::7'],
    refused: each('invalid_format', '203.0.113.256', '203.0.113', 'localhost', '2001:db8:::7'),
  })

export const countryCode = (): Field =>
  field('text', {
    storedAsSent: ['DE', 'GB'],
    converted: [['fr', 'FR']],
    refused: each('not_allowed', 'XX', 'GBR', 'G'),
  })

/** An object whose JSON is of exactly that many bytes. */
const metaOf = (bytes: number) => ({ a: 'x'.repeat(bytes - 8) })
/** Nested objects, with that many levels. */
const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })
const KIB_64 = 64 * 1024

export const meta = (): Field =>
  withDefault(
    field('object', {
      storedAsSent: [
        metaOf(KIB_64),
        nested(100),
        {},
        { most: Number.MAX_SAFE_INTEGER, less: -0.1 },
        { plan: 'pro', seats: { max: 5 }, tags: ['a', 'b'] },
      ],
      converted: [['{"plan":"basic"}', { plan: 'basic' }]],
      refused: [
        ...each('too_long', metaOf(KIB_64 + 1)),
        ...each('too_deep', nested(101), `${'{"a":'.repeat(9000)}{}${'}'.repeat(9000)}`),
        ...each(
          'out_of_range',
          { a: 2 ** 53 },
          { a: [{ b: -1e30 }] },
          '{"a":1e400}',
          '{"a":12345678901234567890}',
        ),
        ...each('invalid_type', '{"__proto__":{"a":1}}'),
        ...each('invalid_type', '{"plan":', '[1]', '5', 'text', [1], 5, true),
      ],
    }),
  )

/** Write-only, and a secret. */
export const hidden = (max: number): Field =>
  field('secret', {
    storedAsSent: [secret('s'.repeat(max))],
    refused: [...each('too_long', secret('t'.repeat(max + 1))), ...each('invalid_type', ['a'], 5.5)],
  })

export const password = (): Field =>
  field('secret', {
    storedAsSent: [
      secret('  zq7 ends kept  '),
      secret('🔑'.repeat(8)),
      secret('🗝'.repeat(128)),
      secret('zq7!-pw8'),
    ],
    refused: [
      ...each('too_short', secret('zq7!-pw'), secret('🔒'.repeat(7))),
      ...each('too_long', secret('🔓'.repeat(129))),
      ...each('common_password', 'password', 'Password1'),
      ...each('invalid_type', 12_345_678, ['zq7!-pw8']),
    ],
  })

/** Names another record: by its id, or (`any`) by its slug or uuid too. */
export const reference = (to: NonNullable<Field['to']>, by: NonNullable<Field['by']>): Field => ({
  ...field('reference', {
    refused: [
      ...(by === 'id' ? each('invalid_type', 'no-id', 1.5) : each('not_found', 'no-such-slug')),
      ...each('not_found', 987_654_321, '987654321'),
      ...each('invalid_type', [1], true),
    ],
  }),
  to,
  by,
})
