import { Type } from 'typebox'
import { EMPTY, nullable, ref, reference, time } from '../../../contract/fields.ts'
import { EXPIRED, MOST_ACCESS_CHANGES, MOST_LISTED_USERS } from '../../../contract/past.ts'
import type { Ctx } from '../../access/context.ts'
import { may } from '../../access/matrix.ts'
import { pastSince } from '../../audit/past.ts'
import { nounOf, type Resource, type ResourceRegistry } from '../../crud/define/resource.ts'
import { listParameters, PER_PAGE } from '../../crud/query/list-query.ts'
import { namesTemplate, UUID } from '../../crud/query/names.ts'
import { from } from '../../crud/query/store.ts'
import { longReadDb } from '../../db/queries/long-reads.ts'
import { numberAt } from '../../db/queries/numbered-entries.ts'
import { invalidField, notFound } from '../../errors.ts'
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts'
import { say } from '../../messages/say.ts'
import { refuseUncertainTime } from '../certain-time.ts'
import { justBefore } from './moments.ts'
import type { Place } from './places.ts'
import { readAccessChanges } from './read.ts'
import type { Selection } from './scope.ts'

const SELECTED = { user: 'users', role: 'roles', permission: 'permissions' } as const

const named = (what: string, example: string) =>
  Type.Optional(reference(`Changes of the access ${what}. Exactly one of the three is needed.`, example))

export const accessChangesEndpoint = (registry: ResourceRegistry): Endpoint =>
  defineEndpoint({
    name: 'audit.access-changes',
    tag: 'audit',
    access: may(['can-read-audit', 'can-read-users', 'can-read-roles', 'can-read-permissions']),
    effect: 'read',
    methods: ['GET'],
    path: '/api/access-changes',
    summary: 'Who gained and lost which permissions',
    description:
      'Changes of effective permissions, the oldest first: a user who has a permission through two roles and loses one of them has ' +
      `lost nothing. The cause is the action of the entry, or \`${EXPIRED}\`. A change that concerns over ${MOST_LISTED_USERS} users has ` +
      'one row for each permission, with `count_users`. Times: from ≤ at < to. A page may be short or empty: if there is more, ' +
      '`next` is not null.',
    input: Type.Object({
      user: named('of this user: an id or a uuid', '42'),
      role: named('through this role: an id, a uuid or a slug', 'editor'),
      permission: named('to this permission: an id, a uuid or a slug', 'can-read-users'),
      from: Type.Optional(time('At this time or later. Default: since changes are known.')),
      to: Type.Optional(time('Before this time. Default: now.')),
      after: Type.Optional(
        nullable(Type.String({ maxLength: 100, description: '`next` of the page before.' }), EMPTY),
      ),
      per_page: listParameters.per_page,
    }),
    unknown: 'ignore',
    nullIsAbsent: true,
    data: Type.Object({
      changes: Type.Array(ref('AccessChange'), { maxItems: MOST_ACCESS_CHANGES }),
      next: nullable(
        Type.String({ description: 'Send it as `after` for the next page. Null on the last one.' }),
        EMPTY,
      ),
    }),
    refusals: [404],
    handle: async ({ ctx, input, budget }) => {
      const db = await longReadDb(ctx)
      const after = input.after == null ? undefined : placeIn(input.after)
      const { from, to } = await timesOf({ ...ctx, db }, input)
      const selection = await selected({ ...ctx, db }, registry, input)
      const window = { from, to, after, limit: input.per_page ?? PER_PAGE }
      const { rows, next } = await readAccessChanges(db, selection, window, budget())
      return { data: { changes: rows, next: next ? textOf(next) : null } }
    },
  })

interface Times {
  from?: string | undefined
  to?: string | undefined
}

/** @throws Refusal 422 `before_history`, `not_yet`, `out_of_range`, `clock_behind` */
async function timesOf({ db, now }: Ctx, { from: asked, to = now() }: Times) {
  const since = await pastSince(db)
  const from = asked ?? since
  if (from < since)
    throw invalidField(
      'from',
      'before_history',
      say`The history begins at ${since}: from must not be earlier.`,
    )
  if (to > now()) throw invalidField('to', 'not_yet', say`to must not be in the future.`)
  if (from > to) throw invalidField('from', 'out_of_range', say`from must not be after to.`)
  await refuseUncertainTime({ db, now }, 'to', await numberAt(db, justBefore(to)))
  return { from, to }
}

type Names = Partial<Record<keyof typeof SELECTED, string | number | undefined>>

/** @throws Refusal 404, 422 */
async function selected(ctx: Ctx, registry: ResourceRegistry, names: Names): Promise<Selection> {
  const given = Object.entries(SELECTED).flatMap(([field, kind]) => {
    const name = names[field as keyof Names]
    return name === undefined ? [] : [{ kind, name }]
  })
  const [one] = given
  if (!one || given.length > 1)
    throw invalidField('user', 'required', say`Name exactly one user, role or permission.`)
  const resource = registry.named(one.kind)
  const id = (await currentId(ctx, resource, one.name)) ?? (await deletedId(ctx, one.kind, String(one.name)))
  if (id === undefined) throw notFound(say`No ${nounOf(resource)} matches.`)
  return { kind: one.kind, id }
}

/** Of a record that is not deleted for good, as it is named now. */
async function currentId(
  { db }: Ctx,
  resource: Resource,
  name: string | number,
): Promise<number | undefined> {
  const { values, where } = namesTemplate(resource, [name])
  if (Object.keys(values).length === 0) return undefined
  const row = await from(db, resource.table)
    .where(where(values))
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Of a record that is deleted for good, by its id or uuid. */
async function deletedId({ db }: Ctx, kind: Selection['kind'], name: string): Promise<number | undefined> {
  const isUuid = UUID.test(name)
  if (!isUuid && !/^\d{1,15}$/.test(name)) return undefined
  const row = await db
    .selectFrom('past_versions')
    .where('kind', '=', kind)
    .where((eb) => (isUuid ? eb('uuid', '=', name.toLowerCase()) : eb('record_id', '=', Number(name))))
    .select('record_id')
    .limit(1)
    .executeTakeFirst()
  return row?.record_id
}

const textOf = ({ at, number, user, change }: Place): string =>
  [Date.parse(at), number, user, change].join('-')

/** @throws Refusal 422 */
function placeIn(text: string): Place {
  const [ms, number, user, change] = /^\d{1,15}(-\d{1,16}){3}$/.test(text) ? text.split('-').map(Number) : []
  if (ms === undefined || number === undefined || user === undefined || change === undefined)
    throw invalidField('after', 'malformed', say`after must be the value of next in a former answer.`)
  return { at: new Date(ms).toISOString(), number, user, change }
}
