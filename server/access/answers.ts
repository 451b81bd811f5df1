import type { Db } from '../db/tables.ts'
import type { Actor, StoredToken } from './actor.ts'
import type { Grants } from './grants.ts'

/** What may be at hand, or has to be waited for. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Applies a function at once if the value is no promise. Plain `await` in its place, on the whole path of a check from memory,
 * took 6 to 9 % more processor time for each check (32.9 instead of 31.0 µs, medians of 120 alternating runs of both).
 */
export const mapMaybePromise = <T, U>(
  value: MaybePromise<T>,
  use: (value: T) => MaybePromise<U>,
): MaybePromise<U> => (value instanceof Promise ? value.then(use) : use(value))

/** What answers are taken from: the rows that `db` sees, and the time. Every `Ctx` is one. */
export interface AsOf {
  readonly db: Db
  readonly now: () => string
}

/** A check whether a user has a role, or a permission. */
export interface AccessCheck {
  userId: number
  role?: string | undefined
  permission?: string | undefined
}

/** The questions about access: answered by SQL (`sql/answers.ts`), and outside transactions from the cache (`memory/memory.ts`). */
export interface AccessAnswers {
  /** The same answers with the cache brought up to date, for a request that runs for long. */
  current: () => AccessAnswers
  /**
   * The caller that a token authenticates now, with their grants.
   * @param hash of the token @returns undefined if it is unknown or expired, or its user or maker is not live and active
   */
  authority: (asOf: AsOf, hash: string) => MaybePromise<Actor | undefined>
  /** The same for a known token. @param asOf a transaction that has just begun, which may be another one than that of earlier answers */
  authorityInTransaction: (asOf: AsOf, token: StoredToken) => MaybePromise<Actor | undefined>
  /** Ids of the roles that the users' grants follow from: perhaps out of date, so lock them and read them again. */
  rolesToLock: (asOf: AsOf, userIds: readonly number[]) => Promise<number[]>
  /** All grants of the user now. */
  grants: (asOf: AsOf, userId: number) => MaybePromise<Grants>
  /** Whether the user is live and active and holds the role now. False for an unknown slug. */
  hasRole: (asOf: AsOf, userId: number, slug: string) => MaybePromise<boolean>
  /** Whether a role in force grants it, or the user is a super administrator and it exists. False for an unknown slug. */
  hasPermission: (asOf: AsOf, userId: number, slug: string) => MaybePromise<boolean>
  /**
   * Many checks, with the results of hasRole and hasPermission, in order; undefined where no live user has the id.
   * @param nextSlice yields to the event loop
   */
  checks: (
    asOf: AsOf,
    checks: readonly AccessCheck[],
    nextSlice: () => Promise<void>,
  ) => Promise<(boolean | undefined)[]>
  /**
   * Ids of the permissions of the user's roles now, highest first. Undefined for super administrators and for users who
   * are not in memory: the caller then selects the ids by SQL.
   */
  permissionIds: (asOf: AsOf, userId: number) => MaybePromise<number[] | undefined>
  /** How many roles the user holds now; undefined if the user is not in memory. */
  countRoles: (asOf: AsOf, userId: number) => MaybePromise<number | undefined>
  /** The id of the live user with a unique value. @param load reads it */
  userId: (
    column: string,
    value: string,
    load: () => Promise<number | undefined>,
  ) => MaybePromise<number | undefined>
  /**
   * A value for each id that follows only from roles, permissions and the links between them.
   * @param name of the kind of value @param load computes it for some of the ids, in order
   */
  derived: <Value extends NonNullable<unknown>>(
    name: string,
    ids: readonly number[],
    load: (ids: readonly number[]) => Promise<Value[]>,
  ) => Promise<Value[]>
}
