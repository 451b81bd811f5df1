import { at } from './people.ts'
import { mix, percent, uuidOf } from './random.ts'
import type { Shape } from './shape.ts'
import { TYPES } from './words.ts'

const FIRST_MS = Date.UTC(2022, 7, 1)
const ROOTS_OF_A_TYPE = 20
const CHILDREN_OF_A_TERM = 7

export const typeRow = (number: number) => ({
  id: number + 1,
  ...times(number, 5),
  name: TYPES[number],
  slug: TYPES[number],
  // Cities are in countries.
  parent_id: number === 1 ? 1 : null,
  is_active: true,
  meta: {},
})

const times = (number: number, purpose: number) => {
  const created_at = at(FIRST_MS + number * 1000)
  return { uuid: uuidOf(FIRST_MS + number * 1000, number, purpose), created_at, updated_at: created_at }
}

/** Numbers start at 0; each type has its own trees of about fifty terms each. */
export function termRow(number: number) {
  const type = number % TYPES.length
  const rank = Math.floor(number / TYPES.length)
  const parent = rank < ROOTS_OF_A_TYPE ? null : Math.floor((rank - ROOTS_OF_A_TYPE) / CHILDREN_OF_A_TERM)
  return {
    id: number + 1,
    ...times(number, 6),
    name: `${TYPES[type]} ${rank.toString(36)}`,
    slug: termSlug(number),
    parent_id: parent === null ? null : parent * TYPES.length + type + 1,
    is_active: true,
    meta: {},
    type_id: type + 1,
    excerpt: percent(30, number, 41) ? 'A term among others.' : null,
  }
}

export const termSlug = (number: number): string =>
  `${TYPES[number % TYPES.length]}-${Math.floor(number / TYPES.length).toString(36)}`

/** Some users have terms; a few terms have many users, most have few. */
export function termsOfUser(number: number, { terms }: Shape): number[] {
  if (!percent(30, number, 42)) return []
  const chosen = [43, 44].map((purpose) => Math.floor(terms * (mix(number, purpose) / 2 ** 32) ** 3))
  return [...new Set(chosen)]
}
