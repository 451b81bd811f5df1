import { SUPER_ADMINISTRATOR } from '../../access/grants.ts'
import { isInForce } from '../../access/in-force.ts'
import { type State, statesBetween } from '../../audit/histories.ts'
import { type AccessHistories, isLive } from './histories.ts'
import type { WorkBudget } from './work-budget.ts'

/** From the entry with one number until that with another. */
interface Span {
  from: number
  until: number
}

/**
 * While which entries of one transaction users held which permissions: the intersections of the spans of users, links, roles and
 * permissions. Those of the roles are computed once for all users.
 */
export class HeldSpans {
  readonly #histories: AccessHistories
  readonly #work: WorkBudget
  readonly #first: number
  readonly #last: number
  readonly #at: string
  /** By role, then by permission. */
  readonly #granted = new Map<number, ReadonlyMap<number, Span[]>>()

  /** Of the transaction, and of the state before it. */
  constructor(
    histories: AccessHistories,
    work: WorkBudget,
    { first, last, at }: { first: number; last: number; at: string },
  ) {
    this.#histories = histories
    this.#work = work
    this.#first = first - 1
    this.#last = last
    this.#at = at
  }

  /** The spans in which a user held the permissions, by permission; through different roles, they may overlap. */
  of(user: number, permissions: ReadonlySet<number>): ReadonlyMap<number, Span[]> {
    const { users, links } = this.#histories
    const live = this.#spansOf(users.get(user), isLive)
    const byRole = new Map<number, Span[]>()
    for (const states of links.get(user) ?? []) {
      const inForce = this.#spansOf(states, (link) => isInForce(link, this.#at))
      add(byRole, states[0]?.right_id, overlapsOf(live, inForce))
    }
    const held = new Map<number, Span[]>()
    for (const [role, spans] of byRole) {
      const granted = this.#grantedBy(role)
      this.#work.spend(granted.size)
      const ofLinks = inOrder(spans)
      for (const [permission, ofGrant] of granted)
        if (permissions.has(permission)) add(held, permission, overlapsOf(ofLinks, ofGrant))
    }
    return held
  }

  #grantedBy(role: number): ReadonlyMap<number, Span[]> {
    const known = this.#granted.get(role)
    if (known) return known
    const granted = this.#findGrants(role)
    this.#granted.set(role, granted)
    return granted
  }

  #findGrants(role: number): ReadonlyMap<number, Span[]> {
    const { roles, grants, permissions } = this.#histories
    const isSuper = (state: State) => state.slug === SUPER_ADMINISTRATOR
    const asSuper = this.#spansOf(roles.get(role), (state) => isLive(state) && isSuper(state))
    const asOther = this.#spansOf(roles.get(role), (state) => isLive(state) && !isSuper(state))
    const granted = new Map<number, Span[]>()
    for (const states of grants.get(role) ?? []) {
      const permission = states[0]?.right_id ?? 0
      const ofPermission = permissions.get(permission)
      const inForce = overlapsOf(
        this.#spansOf(states, (link) => isInForce(link, this.#at)),
        this.#spansOf(ofPermission, isLive),
      )
      const linked = overlapsOf(
        this.#spansOf(states, () => true),
        this.#spansOf(ofPermission, ({ deleted_at: at }) => at === null),
      )
      add(granted, permission, [...overlapsOf(asOther, inForce), ...overlapsOf(asSuper, linked)])
    }
    for (const [permission, spans] of granted) granted.set(permission, inOrder(spans))
    return granted
  }

  #spansOf(states: readonly State[] | undefined, isMeant: (state: State) => boolean): Span[] {
    const spans: Span[] = []
    const between = statesBetween(states, this.#first, this.#last)
    this.#work.spend(between.length + 1)
    for (const state of between) {
      if (!isMeant(state)) continue
      const { from, until } = state
      const before = spans.at(-1)
      if (before?.until === from) before.until = until
      else spans.push({ from, until })
    }
    return spans
  }
}

function add(known: Map<number, Span[]>, key: number | null | undefined, spans: readonly Span[]): void {
  if (spans.length === 0 || typeof key !== 'number') return
  const before = known.get(key)
  if (before) before.push(...spans)
  else known.set(key, [...spans])
}

const inOrder = (spans: readonly Span[]) => spans.toSorted((one, other) => one.from - other.from)

/** What two lists have in common; both are in order and have no overlaps of their own. */
function overlapsOf(some: readonly Span[], others: readonly Span[]): Span[] {
  const overlaps: Span[] = []
  let [index, other] = [0, 0]
  for (;;) {
    const [one, two] = [some[index], others[other]]
    if (!one || !two) return overlaps
    const [from, until] = [Math.max(one.from, two.from), Math.min(one.until, two.until)]
    if (from < until) overlaps.push({ from, until })
    if (one.until < two.until) index += 1
    else other += 1
  }
}

/** Where the last of the spans begins, with those before it that it continues. */
export function lastBegin(spans: readonly Span[]): number | undefined {
  let [begin, end]: [number | undefined, number] = [undefined, 0]
  for (const { from, until } of inOrder(spans)) {
    if (begin === undefined || from > end) begin = from
    end = Math.max(end, until)
  }
  return begin
}

/** Where the last of the spans ends. */
export const lastEnd = (spans: readonly Span[]): number | undefined =>
  spans.length === 0 ? undefined : spans.reduce((end, { until }) => Math.max(end, until), 0)
