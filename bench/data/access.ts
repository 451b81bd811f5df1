import { at } from './people.ts'
import { below, mix, percent, uuidOf } from './random.ts'
import type { Shape } from './shape.ts'
import { DEPARTMENTS, MODULES, POSITIONS, REGIONS, SECTIONS, VERBS } from './words.ts'

const FIRST_MS = Date.UTC(2022, 5, 1)

const wordAt = (words: readonly string[], index: number) => words[index % words.length] as string
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Numbers start at 0; each gets another combination of the words. */
const roleWords = (number: number) => [
  wordAt(REGIONS, number),
  wordAt(DEPARTMENTS, Math.floor(number / REGIONS.length)),
  wordAt(POSITIONS, Math.floor(number / (REGIONS.length * DEPARTMENTS.length))),
]

export const roleSlug = (number: number): string => roleWords(number).join('-')

const permissionWords = (number: number) => ({
  module: wordAt(MODULES, number),
  section: wordAt(SECTIONS, Math.floor(number / MODULES.length)),
  verb: wordAt(VERBS, Math.floor(number / (MODULES.length * SECTIONS.length))),
})

export function permissionSlug(number: number): string {
  const { module, section, verb } = permissionWords(number)
  return `can-${verb}-${section}-of-${module}`
}

const record = (number: number, purpose: number) => {
  const created_at = at(FIRST_MS + number * 60_000)
  return {
    uuid: uuidOf(FIRST_MS + number * 60_000, number, purpose),
    created_at,
    updated_at: created_at,
    is_active: true,
  }
}

export const roleRow = (number: number) => ({
  ...record(number, 3),
  name: roleWords(number).map(capital).join(' '),
  slug: roleSlug(number),
  details: percent(50, number, 31) ? 'One of many.' : null,
  type: percent(20, number, 32) ? 'frontend' : 'backend',
})

export function permissionRow(number: number) {
  const { module, section, verb } = permissionWords(number)
  return {
    ...record(number, 4),
    name: `${capital(verb)} ${section} of ${module}`,
    slug: permissionSlug(number),
    module,
    section,
    details: null,
  }
}

const linked = at(FIRST_MS)
export const link = { is_active: true, expires_at: null, created_at: linked, updated_at: linked }

/** The roles of a user besides "registered": one user in seven has one, one in twenty has five. */
export function rolesOfUser(number: number, { roles }: Shape): number[] {
  const count = hasFiveRoles(number) ? 5 : number % 7 === 3 ? 1 : 0
  const first = below(roles, number, 33)
  const step = 1 + (mix(number, 34) % Math.max(1, Math.floor(roles / 5) - 1))
  return Array.from({ length: Math.min(count, roles) }, (_, index) => (first + index * step) % roles)
}

export const hasFiveRoles = (number: number): boolean => number % 20 === 1
