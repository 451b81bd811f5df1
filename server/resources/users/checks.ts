import { Type } from 'typebox'
import { Check, Question } from '../../../contract/access.ts'
import { ref } from '../../../contract/fields.ts'
import { mapMaybePromise } from '../../access/answers.ts'
import type { Ctx } from '../../access/context.ts'
import { explainPermission } from '../../access/explain/explain.ts'
import { accessToMore } from '../../access/matrix.ts'
import type { Resource } from '../../crud/define/resource.ts'
import { itemsOf, MAX_ITEMS, readItems } from '../../crud/endpoints/bulk-items.ts'
import { selectorOf } from '../../crud/endpoints/route-parts.ts'
import { findNamed } from '../../crud/query/names.ts'
import { findId } from '../../crud/query/selector.ts'
import { forbidden, invalidField } from '../../errors.ts'
import { type Call, defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import type { Fields } from '../../values/fields.ts'
import { reader } from '../../values/validate.ts'
import { canSeeAllRoles, explainParameter } from './reasons.ts'

/** Checks whether users have a role or a permission, and why. */
export const accessChecks = (users: Resource): Endpoint[] => [
  defineEndpoint({
    ...checkEndpoint(users, 'has-role', 'roles', 'role', 'editor'),
    input: Type.Object({}),
    data: Type.Boolean(),
    handle: (call) => checked(call, users, 'hasRole'),
  }),
  defineEndpoint({
    ...checkEndpoint(users, 'has-permission', 'permissions', 'permission', 'can-read-users'),
    input: Type.Object(explainParameter),
    data: Type.Union([Type.Boolean(), ref('Explanation')], {
      description: 'With `explain=true`, why or why not.',
    }),
    handle: (call) => {
      if (call.input.explain !== true) return checked(call, users, 'hasPermission')
      return mapMaybePromise(explained(call, users, call.params.slug as string), (data) => ({ data }))
    },
  }),
  manyChecks(users),
]

/** The answer to one check; without a promise if it is in memory. */
function checked(call: Call, users: Resource, question: 'hasRole' | 'hasPermission') {
  const { ctx, params } = call
  const has = mapMaybePromise(findId(ctx, users, selectorOf(call)), (id) =>
    ctx.access[question](ctx, id, params.slug as string),
  )
  return mapMaybePromise(has, (data) => ({ data }))
}

const checkEndpoint = (users: Resource, name: string, path: string, what: string, slug: string) => ({
  name: `users.${name}`,
  methods: ['GET', 'POST'] as const,
  path: `/api/users/:column/:value/${path}/:slug`,
  tag: 'users',
  summary: `Does a user have a ${what}?`,
  description: `\`data\` is true or false. An unknown ${what} is false; an unknown user is 404.`,
  access: accessToMore(users, name),
  effect: 'read' as const,
  unknown: 'ignore' as const,
  nullIsAbsent: true,
  refusals: [404],
  example: { path: { slug } },
})

/** Also finds soft-deleted users: the deletion is part of the explanation. */
async function explained(call: Call, users: Resource, slug: string) {
  const userId = await findId(call.ctx, users, selectorOf(call), 'true')
  const withinOwnRoles = !canSeeAllRoles(call.ctx, userId)
  return explainPermission(call.ctx, userId, slug, { withinOwnRoles, budget: call.budget() })
}

const manyChecks = (users: Resource): Endpoint =>
  defineEndpoint({
    name: 'users.checks',
    methods: ['POST'],
    path: '/api/checks',
    tag: 'users',
    summary: 'Check many roles and permissions',
    description: `The body is an array of at most ${MAX_ITEMS} questions \`{user, role}\` or \`{user, permission}\`; \`results\` has their answers, in the same order.`,
    access: accessToMore(users, 'checks'),
    effect: 'read',
    input: Type.Object({}),
    unknown: 'refuse',
    items: Question,
    data: Type.Object({ results: Type.Array(ref('CheckResult'), { maxItems: MAX_ITEMS }) }),
    refusals: [],
    handle: async (call) => {
      const items = readItems(itemsOf(call.body), readQuestion)
      const idOf = await findUsers(call.ctx, users, [...new Set(items.map(({ user }) => user))])
      const ids = items.map(({ user }) => idOf(user))
      refuseOthers(call, ids)
      const questions = items.flatMap(({ role, permission }, index) => {
        const userId = ids[index]
        return userId === undefined ? [] : [{ userId, role, permission }]
      })
      const budget = call.budget()
      const answers = (await call.ctx.access.checks(call.ctx, questions, () => budget.nextSlice())).values()
      const results = ids.map((id) => {
        const allowed: boolean | undefined = id === undefined ? undefined : answers.next().value
        return allowed === undefined ? { allowed: false, code: 'unknown_user' } : { allowed }
      })
      return { data: { results } }
    },
  })

type Name = Item['user']

/** An id is its own answer, even if no user has it. Recently used uuids come from the cache; one statement finds the others. */
async function findUsers(
  ctx: Ctx,
  users: Resource,
  names: readonly Name[],
): Promise<(name: Name) => number | undefined> {
  const byName = new Map<Name, number | undefined>()
  const uuids: Name[] = []
  for (const name of names) {
    if (IS_ID.test(String(name))) byName.set(name, Number(name))
    else uuids.push(name)
  }
  const unknown: Name[] = []
  const found = Promise.withResolvers<Awaited<ReturnType<typeof findNamed>>>()
  const ids = uuids.map((name) =>
    ctx.access.userId('named', String(name), () => {
      unknown.push(name)
      return found.promise.then((idOf) => idOf(name))
    }),
  )
  if (unknown.length > 0) findNamed(ctx, users, unknown).then(found.resolve, found.reject)
  for (const [index, id] of (await Promise.all(ids)).entries()) byName.set(uuids[index] as Name, id)
  return (name) => byName.get(name)
}

/** In JavaScript's range of whole numbers. */
const IS_ID = /^[1-9]\d{0,14}$/

interface Item {
  user: string | number
  role?: string
  permission?: string
}

const readCheck = reader(Check, { unknown: 'refuse', nullIsAbsent: true })

/** One question of many. @throws Refusal 422 */
export function readQuestion(item: Fields): Item {
  const check = readCheck(item) as Fields & Item
  if ((check.role === undefined) === (check.permission === undefined)) {
    throw invalidField('role', 'required', say`Name a role or a permission, and not both.`)
  }
  return check
}

/** Every user may check themselves. @throws Refusal 403 for another or an unknown user */
function refuseOthers({ ctx, ownOnly }: { ctx: Ctx; ownOnly: Call['ownOnly'] }, ids: (number | undefined)[]) {
  if (ownOnly && ids.some((id) => id !== ctx.actor.userId)) throw forbidden(ownOnly)
}
