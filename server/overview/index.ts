import { Type } from 'typebox'
import { ref } from '../../contract/fields.ts'
import { MOST_DAYS } from '../../contract/overview.ts'
import type { Slug } from '../../contract/permissions.ts'
import type { Ctx } from '../access/context.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { readActivity } from './activity.ts'
import { readEndingGrants } from './ending-grants.ts'
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
  handle: async ({ ctx, input }) => {
    const { days = DAYS, ending_within: within = ENDING_WITHIN } = input
    const [totals, activity, latest, ending_grants] = await Promise.all([
      readTotals(ctx),
      mayAll(ctx, 'can-read-users', 'can-read-registrations') ? readActivity(ctx, days) : null,
      readLatest(ctx),
      mayAll(ctx, 'can-read-users', 'can-read-roles') ? readEndingGrants(ctx, within) : null,
    ])
    return { data: { totals, activity, latest, ending_grants } }
  },
})

const mayAll = ({ actor }: Ctx, ...slugs: Slug[]) => slugs.every((slug) => actor.grants.has(slug))
