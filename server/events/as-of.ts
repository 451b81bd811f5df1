import { Type } from 'typebox'
import { Question } from '../../contract/access.ts'
import { EMPTY, nullable, ref, time } from '../../contract/fields.ts'
import type { AccessCheck, AsOf } from '../access/answers.ts'
import type { Ctx } from '../access/context.ts'
import type { Requirement } from '../access/guard.ts'
import { accessToMore, accessToRelation } from '../access/matrix.ts'
import { sqlAnswers } from '../access/sql/answers.ts'
import { isPastKind, type PastScope, pastDb, pastSince } from '../audit/past.ts'
import { attributeNamed, columnValue } from '../crud/define/columns.ts'
import type { RelationByLinks } from '../crud/define/relations.ts'
import { nounOf, type Resource, type ResourceRegistry } from '../crud/define/resource.ts'
import { itemsOf, MAX_ITEMS, readItems } from '../crud/endpoints/bulk-items.ts'
import { asContractNames, relationData } from '../crud/endpoints/relation-routes.ts'
import {
  firstSent,
  GET_POST,
  idIn,
  pageRequest,
  selectorOf,
  withColumn,
} from '../crud/endpoints/route-parts.ts'
import { listParameters, perPageOf } from '../crud/query/list-query.ts'
import { UUID } from '../crud/query/names.ts'
import { findId, type Selector } from '../crud/query/selector.ts'
import { from } from '../crud/query/store.ts'
import { chunks } from '../db/queries/chunks.ts'
import { longReadDb } from '../db/queries/long-reads.ts'
import { numberAt } from '../db/queries/numbered-entries.ts'
import { isStorableText } from '../db/queries/texts.ts'
import type { Db } from '../db/tables.ts'
import { invalidField, notFound } from '../errors.ts'
import { type Call, defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { say } from '../messages/say.ts'
import { readQuestion } from '../resources/users/checks.ts'
import { UNSTORABLE } from '../values/coerce.ts'
import type { Fields } from '../values/fields.ts'
import { pageOf, pageSchema } from '../values/page.ts'
import { reader } from '../values/validate.ts'
import { hasSlug, readRelated, shownOf } from './as-of-related.ts'
import { scopeOfUsers } from './as-of-scope.ts'
import { refuseUncertainTime } from './certain-time.ts'

/*
 * Questions about access at a time of the past. They are endpoints of their own on the paths of the questions about now: the
 * parameter `as_of` selects them, and a question without it costs nothing more.
 */

const asOf = {
  as_of: Type.Optional(nullable(time('Answers as it was at this time. Needs `can-read-audit`.'), EMPTY)),
}

const hasTime = ({ as_of: time }: Fields): boolean => time !== undefined && time !== null && time !== ''

const readTime = reader(Type.Object(asOf), { unknown: 'ignore', nullIsAbsent: true })

/** A time of the past. */
interface Moment {
  at: string
  /** The last entry by then. */
  number: number
  db: Db
}

/** @throws Refusal 422 `not_yet`, `before_history`, `clock_behind` */
async function momentOf(ctx: Ctx, sent: Fields): Promise<Moment> {
  const { now } = ctx
  const at = readTime(sent).as_of as string
  if (at > now()) throw invalidField('as_of', 'not_yet', say`as_of must not be in the future.`)
  const reads = await longReadDb(ctx)
  const since = await pastSince(reads)
  if (at < since)
    throw invalidField(
      'as_of',
      'before_history',
      say`The history begins at ${since}: as_of must not be earlier.`,
    )
  const number = await numberAt(reads, at)
  await refuseUncertainTime({ db: reads, now }, 'as_of', number)
  return { at, number, db: reads }
}

/** The rows as they were, and the clock. @param scope of what is asked */
const asOfMoment = ({ at, number, db }: Moment, scope: PastScope): AsOf => ({
  db: pastDb(db, number, scope),
  now: () => at,
})

/** Only readers of the audit trail may ask about the past, also about themselves. Answers contain no contact details. */
const ofAuditors = ({ needs }: Requirement): Requirement => ({
  needs: [...needs, 'can-read-audit'],
  rules: [],
})

/** What the endpoints have in common. */
const common = {
  effect: 'read',
  when: hasTime,
  selectedBy: 'as_of',
  unknown: 'ignore',
  nullIsAbsent: true,
  refusals: [404],
} as const

const PARAMETERS_OF_NOW = ['q', 'sort', 'include', 'trashed', 'filter', 'explain', 'from', 'to']

/** @throws Refusal 422 */
function refuseParametersOfNow(call: Pick<Call, 'sent' | 'filters'>): void {
  const name = firstSent(call, PARAMETERS_OF_NOW)
  if (name !== undefined) throw invalidField(name, 'not_allowed', say`${name} cannot be combined with as_of.`)
}

/** A record that was live at the time. It is named as it is now, or by the id or uuid if it is deleted. @throws Refusal 404 */
async function findPast(
  ctx: Ctx,
  moment: Moment,
  resource: Resource,
  selector: Selector,
): Promise<Fields & { id: number }> {
  const isIdentity = selector.column === 'id' || selector.column === 'uuid'
  const [column, value] = isIdentity
    ? [
        selector.column,
        columnValue(
          attributeNamed(resource, selector.column, 'unknown_column', say`selected`),
          selector.value,
        ),
      ]
    : ['id', await findId(ctx, resource, selector, 'true')]
  const found =
    value === UNSTORABLE
      ? undefined
      : await from(asOfMoment(moment, {}).db, resource.table)
          .where(column, '=', value)
          .where('deleted_at', 'is', null)
          .select(shownOf(resource))
          .executeTakeFirst()
  if (!found) throw notFound(say`No ${nounOf(resource)} that existed at that time matches.`)
  return found
}

const EXAMPLES = { hasRole: 'editor', hasPermission: 'can-read-users' } as const

/** Does a user have a role, or a permission? */
const check = (
  users: Resource,
  name: string,
  path: string,
  what: string,
  question: 'hasRole' | 'hasPermission',
): Endpoint =>
  defineEndpoint({
    ...common,
    name: `users.past-${name}`,
    methods: GET_POST,
    path: `/api/users/:column/:value/${path}/:slug`,
    tag: 'users',
    summary: `Did a user have a ${what}?`,
    description: `With \`as_of\`: whether the user had the ${what} that had this slug then. A user who did not exist then is 404.`,
    access: ofAuditors(accessToMore(users, name)),
    input: Type.Object(asOf),
    data: Type.Boolean(),
    example: { path: { slug: EXAMPLES[question] } },
    handle: async (call) => {
      refuseParametersOfNow(call as Call)
      const moment = await momentOf(call.ctx, call.sent)
      const { id } = await findPast(call.ctx, moment, users, selectorOf(call as Call))
      const slug = call.params.slug as string
      if (!isStorableText(slug)) return { data: false }
      const asked = question === 'hasRole' ? { role: slug } : { permission: slug }
      const [answer] = await answersAt(moment, [{ userId: id, ...asked }])
      return { data: answer === true }
    },
  })

const manyChecks = (users: Resource): Endpoint =>
  defineEndpoint({
    ...common,
    name: 'users.past-checks',
    methods: ['POST'],
    path: '/api/checks',
    tag: 'users',
    summary: 'Check many roles and permissions at a time of the past',
    description: 'With `as_of` in the query: the answers as they were then.',
    access: ofAuditors(accessToMore(users, 'checks')),
    input: Type.Object(asOf),
    unknown: 'refuse',
    items: Question,
    data: Type.Object({ results: Type.Array(ref('CheckResult'), { maxItems: MAX_ITEMS }) }),
    refusals: [],
    handle: async ({ ctx, body, sent }) => {
      const items = readItems(itemsOf(body), readQuestion)
      const moment = await momentOf(ctx, sent)
      const idOf = await usersNamed(
        moment,
        items.map(({ user }) => String(user)),
      )
      const checks = items.map(({ user, role, permission }) => ({
        userId: idOf(String(user)),
        role,
        permission,
      }))
      const answers = await answersAt(moment, checks)
      const results = answers.map((allowed) =>
        allowed === undefined ? { allowed: false, code: 'unknown_user' } : { allowed },
      )
      return { data: { results } }
    },
  })

function answersAt(moment: Moment, checks: readonly AccessCheck[]): Promise<(boolean | undefined)[]> {
  const users = new Set(checks.map(({ userId }) => userId))
  const permissions = new Set(checks.flatMap(({ permission }) => permission ?? []))
  const scope = scopeOfUsers(moment.db, [...users], [...permissions])
  return sqlAnswers.checks(asOfMoment(moment, scope), checks, async () => {})
}

/** The ids of users by id or uuid. An id is returned as it is, whether or not a user has it; an unknown uuid gives 0, the id of no user. */
async function usersNamed(moment: Moment, names: readonly string[]): Promise<(name: string) => number> {
  const uuids = [...new Set(names.map((name) => name.toLowerCase()).filter((name) => UUID.test(name)))]
  const ids = new Map<string, number>()
  const { db } = asOfMoment(moment, {})
  for (const some of chunks(uuids))
    for (const { id, uuid } of await db
      .selectFrom('users')
      .where('uuid', 'in', some)
      .select(['id', 'uuid'])
      .execute())
      ids.set(uuid, id)
  return (name) => ids.get(name.toLowerCase()) ?? idIn(name)
}

/** Tables whose past is kept. */
const isKept = ({ links }: RelationByLinks): boolean => isPastKind(links.table)

function related(registry: ResourceRegistry, resource: Resource): Endpoint[] {
  return Object.entries(resource.relations).flatMap(([name, relation]) => {
    if ((relation.kind !== 'links' && relation.kind !== 'derived') || !isKept(relation)) return []
    const paths = [
      `/api/${resource.name}/:column/:value/${name}`,
      `/api/${resource.name}/:id/relationships/${name}`,
    ]
    return paths.map((path, index) => relatedAt(registry, resource, name, relation, path, index === 0))
  })
}

/** `/api/users/{column}/{value}/roles` and the like, with `as_of`. */
function relatedAt(
  registry: ResourceRegistry,
  resource: Resource,
  name: string,
  relation: RelationByLinks,
  path: string,
  isOfContract: boolean,
): Endpoint {
  const target = registry.named(relation.to)
  const item = hasSlug(resource) ? ref('PastRecord') : ref('PastUser')
  const page = hasSlug(target) ? pageSchema('PastLinkedRecord') : pageSchema('PastLinkedUser')
  return defineEndpoint({
    ...common,
    name: `${resource.name}.past-${isOfContract ? '' : 'relationships-'}${name}`,
    methods: isOfContract ? GET_POST : ['GET'],
    path,
    tag: resource.name,
    summary: `List the ${name} that a ${nounOf(resource)} had`,
    description:
      'With `as_of`: those that it had then, the newest first. Records are shown in short, each with `pivot`, its link at that time.',
    access: ofAuditors(accessToRelation(resource, name, 'read')),
    input: Type.Object({
      ...asOf,
      page: listParameters.page,
      per_page: listParameters.per_page,
      limit: listParameters.limit,
    }),
    ...relationData(resource, name, page, item),
    handle: async (call) => {
      refuseParametersOfNow(call as Call)
      const moment = await momentOf(call.ctx, call.sent)
      const record = await findPast(call.ctx, moment, resource, selectorOf(call as Call))
      const request = { page: call.input.page ?? 1, perPage: perPageOf(call.input) }
      const past = (scope: PastScope): Ctx => ({ ...call.ctx, ...asOfMoment(moment, scope) })
      const related = { target, relation, fromId: record.id }
      const { records, total } = await readRelated(moment.db, past, related, request)
      const page = pageOf(records, total, pageRequest(call as Call, request))
      return { data: asContractNames(call as Call, resource, name, record, page) }
    },
  })
}

/** @returns the endpoints, with those that answer about the past before those of the same paths that answer about now */
export function withAsOf(registry: ResourceRegistry, endpoints: readonly Endpoint[]): Endpoint[] {
  const byPath = Map.groupBy(asOfEndpoints(registry), ({ path }) => path)
  return endpoints.flatMap((endpoint) => {
    const first = byPath.get(endpoint.path) ?? []
    byPath.delete(endpoint.path)
    return [...first, endpoint]
  })
}

const asOfEndpoints = (registry: ResourceRegistry): Endpoint[] =>
  registry.all.flatMap((resource) =>
    [...(resource.name === 'users' ? checks(resource) : []), ...related(registry, resource)].map((endpoint) =>
      withColumn(endpoint, resource),
    ),
  )

const checks = (users: Resource): Endpoint[] => [
  check(users, 'has-role', 'roles', 'role', 'hasRole'),
  check(users, 'has-permission', 'permissions', 'permission', 'hasPermission'),
  manyChecks(users),
]
