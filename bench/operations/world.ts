import { hasFiveRoles, permissionSlug, roleSlug } from '../data/access.ts'
import { TOKENS } from '../data/build.ts'
import { isInForce, isTrashed, nameOf, phoneOf, registrationUuid, userId, userUuid } from '../data/people.ts'
import { below } from '../data/random.ts'
import type { Shape } from '../data/shape.ts'

/** The content of a database of this shape, known without a query. Users are identified by their number, from 1. */
export interface World {
  shape: Shape
  token: string
  /** This many different live users, spread over all. */
  live(count: number): number[]
  /** Users who are live, active and have five roles. */
  withFiveRoles(count: number): number[]
  id(user: number): number
  uuid(user: number): string
  email(user: number): string
  username(user: number): string
  phone(user: number): string | null
  registrationUuid(registration: number): string
  roles(count: number): string[]
  permissions(count: number): string[]
}

export function worldOf(shape: Shape): World {
  const sample = (count: number, purpose: number, isOne: (number: number) => boolean) => {
    const found = new Set<number>()
    for (let turn = 0; found.size < count && turn < count * 100; turn++) {
      const number = 1 + below(shape.users, turn, purpose)
      if (isOne(number)) found.add(number)
    }
    return [...found]
  }
  const slugs = (count: number, all: number, purpose: number, slugOf: (number: number) => string) =>
    Array.from({ length: count }, (_, turn) => slugOf(below(all, turn, purpose)))
  return {
    shape,
    token: TOKENS.super,
    live: (count) => sample(count, 61, (number) => !isTrashed(number)),
    withFiveRoles: (count) => sample(count, 62, (number) => hasFiveRoles(number) && isInForce(number)),
    id: userId,
    uuid: (number) => userUuid(number, shape),
    email: (number) => nameOf(number, shape).email,
    username: (number) => nameOf(number, shape).username,
    phone: phoneOf,
    registrationUuid: (number) => registrationUuid(number, shape),
    roles: (count) => slugs(count, shape.roles, 63, roleSlug),
    permissions: (count) => slugs(count, shape.permissions, 64, permissionSlug),
  }
}
