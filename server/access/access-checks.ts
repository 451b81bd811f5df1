import { chunks } from '../db/queries/chunks.ts'
import type { Ctx } from './context.ts'
import {
  effectivePermissions,
  effectiveRoles,
  hasPermission,
  hasRole,
  SUPER_ADMINISTRATOR,
} from './sql/effective.ts'

/** A check whether a user has a role, or a permission. */
export interface AccessCheck {
  userId: number
  role?: string | undefined
  permission?: string | undefined
}

const pair = (userId: number, slug: string) => `${userId} ${slug}`

/** Checks of users with a thousand roles that take 3 ms. */
const CHECKS_PER_SLICE = 100

/**
 * Runs many checks, with the results of hasRole and hasPermission, in order.
 * @param nextSlice yields to the event loop
 */
export async function runChecks(
  ctx: Ctx,
  questions: readonly AccessCheck[],
  nextSlice: () => Promise<void>,
): Promise<boolean[]> {
  if (!ctx.memory) return runChecksBySql(ctx, questions)
  await ctx.memory.preload([...new Set(questions.map(({ userId }) => userId))])
  const answers: boolean[] = []
  for (let start = 0; start < questions.length; start += CHECKS_PER_SLICE) {
    if (start > 0) await nextSlice()
    const some = questions.slice(start, start + CHECKS_PER_SLICE)
    answers.push(...(await Promise.all(some.map((question) => runCheck(ctx, question)))))
  }
  return answers
}

const runCheck = (ctx: Ctx, { userId, role, permission }: AccessCheck) =>
  role === undefined ? hasPermission(ctx, userId, permission as string) : hasRole(ctx, userId, role)

/** With few statements, for any number of checks. */
async function runChecksBySql(ctx: Ctx, questions: readonly AccessCheck[]): Promise<boolean[]> {
  const userIds = [...new Set(questions.map(({ userId }) => userId))]
  const roles = named(questions.map(({ role }) => role))
  const permissions = named(questions.map(({ permission }) => permission))
  const held = new Set<string>()
  const given = new Set<string>()
  for (const some of chunks(userIds)) {
    for (const row of await heldRoles(ctx, some, [...roles, SUPER_ADMINISTRATOR])) {
      held.add(pair(row.user_id, row.slug))
    }
    if (permissions.length === 0) continue
    for (const row of await heldPermissions(ctx, some, permissions)) given.add(pair(row.user_id, row.slug))
  }
  const existing = await existingPermissions(ctx, permissions)
  return questions.map(({ userId, role, permission }) => {
    if (role !== undefined) return held.has(pair(userId, role))
    const isSuper = held.has(pair(userId, SUPER_ADMINISTRATOR))
    return isSuper ? existing.has(permission as string) : given.has(pair(userId, permission as string))
  })
}

const named = (slugs: (string | undefined)[]) => [...new Set(slugs.filter((slug) => slug !== undefined))]

const heldRoles = (ctx: Ctx, userIds: number[], slugs: string[]) =>
  effectiveRoles(ctx.db, ctx.now())
    .where('user_roles.user_id', 'in', userIds)
    .where('roles.slug', 'in', slugs)
    .select(['user_roles.user_id', 'roles.slug'])
    .execute()

const heldPermissions = (ctx: Ctx, userIds: number[], slugs: string[]) =>
  effectivePermissions(ctx.db, ctx.now())
    .where('user_roles.user_id', 'in', userIds)
    .where('permissions.slug', 'in', slugs)
    .select(['user_roles.user_id', 'permissions.slug'])
    .distinct()
    .execute()

/** The slugs of these that live permissions have. */
export async function existingPermissions(ctx: Ctx, slugs: readonly string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('permissions')
    .where('slug', 'in', slugs)
    .where('deleted_at', 'is', null)
    .select('slug')
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}
