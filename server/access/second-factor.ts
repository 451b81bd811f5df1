import { OWN_PERMISSIONS } from '../../contract/permissions.ts'
import { Refusal } from '../errors.ts'
import { say } from '../messages/say.ts'

/**
 * Who needs a second factor, as REQUIRE_SECOND_FACTOR says: holders of roles that require one; holders of permissions of the
 * service itself too; everyone. Each covers all whom the one before it covers.
 */
export const FACTOR_POLICIES = ['roles', 'administrators', 'everyone'] as const
export type FactorPolicy = (typeof FACTOR_POLICIES)[number]

/** How the user of a sign-in stands to the policy now. */
export interface FactorStanding {
  /** The narrowest policy that covers the user. */
  coveredBy: FactorPolicy
  /** A second factor of the account was part of the sign-in, or was proved with its token since. */
  isProven: boolean
}

/** What decides that, beside the token. */
export interface FactorOwner {
  hasFactor: boolean
  coveredBy: FactorPolicy
}

interface Caller {
  factor: FactorStanding | null
}

const OWN_SLUGS: ReadonlySet<string> = new Set(OWN_PERMISSIONS.map(({ slug }) => slug))

/** Whether a permission makes its holders administrators. */
export const isAdministrative = (slug: string): boolean => OWN_SLUGS.has(slug)

export const narrowestPolicy = (held: { requiringRole: boolean; administrative: boolean }): FactorPolicy =>
  held.requiringRole ? 'roles' : held.administrative ? 'administrators' : 'everyone'

/** Whether the user of a sign-in needs a second factor now. False for tokens made by hand. */
export const needsFactor = ({ factor }: Caller, policy: FactorPolicy): boolean =>
  factor !== null && FACTOR_POLICIES.indexOf(factor.coveredBy) <= FACTOR_POLICIES.indexOf(policy)

/** Whether the token may only add a factor to its account. */
export const mustEnrol = (actor: Caller, policy: FactorPolicy): boolean =>
  actor.factor?.isProven === false && needsFactor(actor, policy)

/** @param policy undefined where everybody may call. @throws Refusal 403 */
export function refuseUntilEnrolled(actor: Caller, policy: FactorPolicy | undefined): void {
  if (policy !== undefined && mustEnrol(actor, policy)) throw enrolmentRequired()
}

export const enrolmentRequired = () =>
  new Refusal(
    403,
    'second_factor_enrolment_required',
    say`Your account needs a second factor, and this sign-in was without one. Add one with POST /api/me/factors/totp, or send a code of yours to POST /api/reauthenticate.`,
  )
