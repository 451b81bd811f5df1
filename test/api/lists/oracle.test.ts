// Engines: SQLite, PostgreSQL
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { makeActor } from '../../support/actors.ts'
import { type Item, next } from '../../support/factories.ts'
import { fc } from '../../support/seeds.ts'
import { ids, useService } from '../../support/suite.ts'

/** The results of lists, compared with an oracle that examines every user. */

const { service, call } = useService()

/** Texts that case folding, patterns, FTS5's query language or encodings may get wrong. */
const PIECES = [
  ...[
    'a',
    'b',
    'n',
    'an',
    'A',
    ' ',
    '-',
    '7',
    '.',
    'ß',
    'İ',
    'ı',
    'Σ',
    'ς',
    'é',
    'e\u0301',
    'e',
    'Ł',
    'l',
    'ø',
    's',
    'Ä',
    'i',
    'Þ',
    'Ễ',
    'ж',
    '漢',
    '漢字',
    '🙂',
    '👩‍👩',
  ],
  ...[
    '%',
    '_',
    '\\',
    '"',
    "'",
    '*',
    '(',
    ')',
    '{',
    '}',
    '^',
    ':',
    '+',
    ',',
    'AND',
    'OR',
    'NOT',
    'NEAR',
    'or',
  ],
]
const text = (maxLength: number) =>
  fc
    .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength })
    .map((pieces) => pieces.join('').trim())
    .filter((text) => text !== '')

const person = fc.record(
  { first_name: text(6), middle_name: text(3), last_name: text(6), display_name: text(5), title: text(4) },
  { requiredKeys: ['first_name'] },
)
type Person = typeof person extends fc.Arbitrary<infer T> ? T : never

/** Changes of users, who are given by number, one after the other. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('update' as const), of: fc.nat(), person }),
  fc.record({
    kind: fc.constantFrom('delete' as const, 'restore' as const, 'destroy' as const),
    of: fc.nat(),
  }),
)

const SORTS = ['id', 'id:desc', 'first_name', 'first_name:desc', 'email:desc'] as const
const question = fc.record({
  /** The user a part of whose text is searched, unless it is another text. */
  of: fc.nat(),
  from: fc.nat(),
  length: fc.integer({ min: 1, max: 7 }),
  /** Another part of that text, before the first one. */
  second: fc.option(fc.record({ from: fc.nat(), length: fc.integer({ min: 1, max: 4 }) }), {
    nil: undefined,
  }),
  other: text(3),
  isOther: fc.boolean(),
  by: fc.constantFrom('q', 'q', 'first_name', 'last_name', 'name', 'email', 'username', 'title'),
  trashed: fc.constantFrom('false', 'false', 'true', 'only'),
  sort: fc.constantFrom(undefined, undefined, ...SORTS),
  inactive: fc.boolean(),
  perPage: fc.integer({ min: 1, max: 9 }),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

const everyone = (): Promise<Item[]> =>
  service().connection.db.selectFrom('users').selectAll().orderBy('id', 'desc').execute()

const present = (parts: unknown[]) => parts.filter((part) => part != null)

/** The texts of a user that this parameter searches. */
function textsOf(user: Item, by: Question['by'], seesContacts: boolean): string[] {
  if (by !== 'q') return present([user[by]]) as string[]
  const { first_name: first, middle_name: middle, last_name: last, display_name: display } = user
  const names = [
    present([first, last]).join(' '),
    ...(middle == null ? [] : [present([first, middle, last]).join(' ')]),
    ...present([display]),
  ] as string[]
  return [...names, ...(seesContacts ? [user.email] : [])]
}

const wordsIn = (term: string) => term.split(/\s+/).filter((word) => word !== '')

/** For the pieces of these tests, which have no other marks. */
const withoutAccents = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøłđςıþ]/g, (letter) => SPELLED[letter] as string)

const SPELLED: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ς: 'σ', ı: 'i', þ: 'th' },
}

const bytes = (value: string) => Buffer.from(value).toString('hex')

function expected(users: Item[], asked: Question, term: string, seesContacts: boolean): number[] {
  const { by, trashed, sort = 'id:desc', inactive } = asked
  const matching = users.filter((user) => {
    const isIn = trashed === 'true' || (user.deleted_at !== null) === (trashed === 'only')
    const texts = textsOf(user, by, seesContacts)
    const contains = (part: string, fold: (text: string) => string) =>
      texts.some((each) => fold(each).includes(fold(part)))
    const isId = (word: string) => /^\d+$/.test(word) && Number(word) === user.id
    const isFound =
      by === 'q'
        ? wordsIn(term).every((word) => contains(word, withoutAccents) || isId(word))
        : contains(term, (text) => text.toLowerCase())
    return isIn && isFound && (!inactive || user.is_active === false)
  })
  const [column, direction] = sort.split(':') as [string, string?]
  const key = (user: Item) => (column === 'id' ? '' : bytes(user[column === 'email' ? 'email_key' : column]))
  const inOrder = matching.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id))
  return ids(direction === 'desc' ? inOrder.reverse() : inOrder)
}

/** A part of a user's text, or another text. */
function termOf(users: Item[], { by, of, from, length, second, other, isOther }: Question): string {
  const texts = textsOf(users[of % users.length], by, true)
  const partOf = (from: number, length: number) => {
    const characters = [...(texts[from % texts.length] ?? other)]
    const start = from % characters.length
    return characters
      .slice(start, start + length)
      .join('')
      .trim()
  }
  const before = second && by === 'q' ? `${partOf(second.from, second.length)} ` : ''
  const term = `${before}${isOther ? other : partOf(from, length)}`.trim()
  return term === '' ? other : term
}

async function apply(made: number[], step: typeof change extends fc.Arbitrary<infer T> ? T : never) {
  const id = made[step.of % made.length]
  if (step.kind === 'destroy') return call('DELETE', `/api/users/${id}`)
  const json = step.kind === 'update' ? { ...step.person, is_active: step.of % 2 === 0 } : {}
  return call('POST', `/api/users/id/${id}/${step.kind}`, { json })
}

describe('a list', () => {
  let reader: string
  before(async () => {
    reader = (await makeActor(service(), ['can-read-users'])).token
  })

  const emailOf = ({ first_name: first }: Person) =>
    `${first.replaceAll(/[^a-z]/gi, '')}${next()}@example.com`

  async function assertFound(asked: Question): Promise<void> {
    const users = await everyone()
    const term = termOf(users, asked)
    const seesContacts = asked.by === 'email' || asked.of % 3 > 0
    const token = seesContacts ? service().token : reader
    const { by, trashed, sort, inactive, perPage } = asked
    if (!seesContacts && sort?.startsWith('email')) return
    const query = {
      ...(by === 'q' ? { q: term } : { [`filter[${by}]`]: `like:${term}` }),
      ...(inactive && { status: 'inactive' }),
      ...(sort && { sort }),
      trashed,
      per_page: String(perPage),
    }
    const wanted = expected(users, asked, term, seesContacts)
    const pages = Math.max(1, Math.ceil(wanted.length / perPage))
    for (const page of new Set([1, Math.ceil(pages / 2), pages, pages + 1])) {
      const { status, body } = await call('GET', '/api/users', {
        query: { ...query, page: String(page) },
        token,
      })
      const shown = JSON.stringify({ ...query, page })
      assert.equal(status, 200, shown)
      assert.equal(body.data.list.total, wanted.length, shown)
      assert.deepEqual(ids(body.data.list.data), wanted.slice((page - 1) * perPage, page * perPage), shown)
    }
  }

  it('finds what the oracle finds, after any writes', async () => {
    const world = fc.record({
      people: fc.array(person, { minLength: 1, maxLength: 5 }),
      changes: fc.array(change, { maxLength: 5 }),
      questions: fc.array(question, { minLength: 6, maxLength: 10 }),
    })
    await fc.assert(
      fc.asyncProperty(world, async ({ people, changes, questions }) => {
        const made: number[] = []
        for (const fields of people) {
          const json = { ...fields, email: emailOf(fields) }
          const { status, body } = await call('POST', '/api/users/create', { json })
          assert.equal(status, 201, JSON.stringify(body))
          made.push(body.data.item.id)
        }
        for (const asked of questions) await assertFound(asked)
        for (const step of changes) await apply(made, step)
        for (const asked of questions) await assertFound(asked)
      }),
      { numRuns: 25 },
    )
  })

  it('finds texts that are longer than the index supports', async () => {
    const long = 'ab '.repeat(45).trim()
    const { body } = await call('POST', '/api/users/create', {
      json: { email: 'long@example.com', first_name: long },
    })
    const other = `${long.slice(0, 100)}x`
    const found = async (q: string) => (await call('GET', '/api/users', { query: { q } })).body.data.list
    assert.deepEqual(ids((await found(long)).data), [body.data.item.id])
    assert.equal((await found(other)).total, 0)
  })
})
