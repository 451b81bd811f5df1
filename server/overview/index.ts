import { sql } from 'kysely'
import { Type } from 'typebox'
import { ref } from '../../contract/fields.ts'
import { MOST_DAYS, MOST_SHOWN } from '../../contract/overview.ts'
import type { Slug } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import { addDays } from '../dates.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { dbForCounting } from '../resources/users/members-count.ts'
import { readLatest } from './latest.ts'
import { readTotals } from './totals.ts'

const whole = (maximum: number, fallback: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, default: fallback, description }))

const DAYS = 30
const ENDING_WITHIN = 14

/** The dashboard of an installation's administrators. */
export const overviewEndpoint = defineEndpoint({
  name: 'overview',
  methods: ['GET'],
  path: '/api/overview',
  tag: 'identity',
  summary: 'What there is, and what happened lately',
  description:
    'Totals, sign-ups and sign-ins by the day, the latest changes, and roles that users will soon hold no more: each ' +
    'part as far as the caller may read it, else null.',
  access: 'signed-in',
  effect: 'read',
  input: Type.Object({
    days: whole(MOST_DAYS, DAYS, 'Days of activity, up to today.'),
    ending_within: whole(366, ENDING_WITHIN, 'Days within which the grants end that are told.'),
  }),
  unknown: 'ignore',
  nullIsAbsent: true,
  data: ref('Overview'),
  refusals: [],
  usesRecordCache: true,
  handle: async ({ ctx, input }) => {
    const { days = DAYS, ending_within: within = ENDING_WITHIN } = input
    // One after another: they share one slot for long reads.
    const totals = await readTotals(ctx)
    const seesPeople = mayAll(ctx, 'can-read-users', 'can-read-registrations')
    const activity = seesPeople ? await readActivity(ctx, days) : null
    const latest = await readLatest(ctx)
    const seesGrants = mayAll(ctx, 'can-read-users', 'can-read-roles')
    const ending_grants = seesGrants ? await readEndingGrants(ctx, within) : null
    return { data: { totals, activity, latest, ending_grants } }
  },
})

const mayAll = ({ actor }: Ctx, ...slugs: Slug[]) => slugs.every((slug) => actor.grants.has(slug))

/** Sign-ups and sign-ins per day for the last `count` days including today, in UTC. */
async function readActivity(ctx: Ctx, count: number) {
  const now = ctx.now()
  const days = Array.from({ length: count }, (_, index) => addDays(now, index + 1 - count).slice(0, 10))
  const rows = await ctx.db
    .selectFrom('daily_counts')
    .where('day', '>=', days[0] as string)
    .selectAll()
    .execute()
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return days.map((date) => {
    const { signups = 0, signins = 0 } = byDay.get(date) ?? {}
    const unwritten = ctx.days?.unwritten(date) ?? { signups: 0, signins: 0 }
    return { date, signups: signups + unwritten.signups, signins: signins + unwritten.signins }
  })
}

/** Role links of live users that expire within `days`, soonest first. */
async function readEndingGrants(ctx: Ctx, days: number) {
  const now = ctx.now()
  const until = addDays(now, days)
  const ending = (await dbForCounting(ctx))
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where('user_roles.expires_at', '>', now)
    .where('user_roles.expires_at', '<=', until)
    .where('user_roles.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .where('roles.deleted_at', 'is', null)
  const { total } = await ending.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow()
  const rows = await ending
    .select(['user_roles.expires_at', 'users.id as user_id', 'users.uuid', 'users.name'])
    .select(['roles.id as role_id', 'roles.slug', 'roles.name as role_name'])
    .orderBy('user_roles.expires_at')
    .orderBy('user_roles.id')
    .limit(sql.lit(MOST_SHOWN))
    .execute()
  const list = rows.map(({ user_id, uuid, name, role_id, slug, role_name, expires_at }) => ({
    user: { id: user_id, uuid, name },
    role: { id: role_id, slug, name: role_name },
    expires_at,
  }))
  return { total: Number(total), list }
}
