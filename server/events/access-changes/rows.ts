import { type State, stateAt } from '../../audit/histories.ts'
import type { Held, Point } from './histories.ts'
import type { Moment } from './moments.ts'
import { changeOf, type Place, permissionOf, placeOf } from './places.ts'
import type { Scope } from './scope.ts'

export interface Row {
  place: Place
  /** Of the entry that made the change; 0 for an expiry. */
  number: number
  row: object
}

/** A part of an answer. */
export interface Part {
  rows: Row[]
  /** If the answer ends with this part, the next one continues after this place. */
  end: Place
  endsAnswer: boolean
}

/** Just before a moment, and just after it. */
export interface Points {
  before: Point
  after: Point
}

/** What is gained and lost, as in places; ascending. */
export function changesOf({ selection }: Scope, before: Held, after: Held): number[] {
  const isMeant = (permission: number, roles: readonly number[]) =>
    selection.kind === 'users' ||
    (selection.kind === 'roles' ? roles.includes(selection.id) : permission === selection.id)
  const changes: number[] = []
  for (const [permission, roles] of after)
    if (!before.has(permission) && isMeant(permission, roles)) changes.push(changeOf(permission, false))
  for (const [permission, roles] of before)
    if (!after.has(permission) && isMeant(permission, roles)) changes.push(changeOf(permission, true))
  return changes.sort((one, other) => one - other)
}

interface Whom {
  /** Undefined if the users are counted. */
  user?: { id: number; uuid: string }
  count?: number
  number: number
}

export function rowOf(
  { histories }: Scope,
  moment: Moment,
  { before, after }: Points,
  change: number,
  { user, count, number }: Whom,
): Row {
  const [id, isLost] = permissionOf(change)
  const { uuid, slug, name } = stateAt(
    histories.permissions.get(id),
    (isLost ? before : after).number,
  ) as State
  return {
    place: placeOf(moment, user?.id ?? 0, change),
    number,
    row: {
      at: moment.at,
      change: isLost ? 'lost' : 'gained',
      permission: { id, uuid, slug, name },
      user: user ?? null,
      count_users: count ?? null,
    },
  }
}
