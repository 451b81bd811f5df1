import type { EngineName } from './engines/engine.ts'

/** A target for a figure, on the largest size. */
export type Target = {
  engines: readonly EngineName[]
} & (
  | { of: 'ratio'; names: readonly string[]; atLeast: number }
  | { of: 'rate'; names: readonly string[]; atLeast: number }
  | { of: 'p50'; names: readonly string[]; atMost: number }
  | { of: 'p50 to'; names: readonly string[]; other: string; atMost: number }
  /** The growth of p50 from the smallest size to the largest, for each read. */
  | { of: 'growth'; atMost: number }
  /** How long one request of an operation may hold the event loop. */
  | { of: 'held'; atMost: number }
  | { of: 'ready' | 'idle memory' | 'memory under load' | 'import'; atMost: number }
)

const BOTH = ['sqlite', 'postgres'] as const
const SQLITE = ['sqlite'] as const
const POSTGRES = ['postgres'] as const

const CHECKS = ['has-role by id', 'has-role by email', 'has-permission by id', 'has-permission by email']
const ITEMS = ['user by id', 'user by uuid', 'user by email']

/** Reads from memory, whose floor only sends the bytes: a page of a list, a record by a unique key, what a user holds. */
const PAGES = ['list, with trashed', 'list, sorted by name', 'list, filter eq (indexed)', 'q, common']
const KEYS = ['user by username', 'role by slug', 'registration by uuid']
const HOLDINGS = ['who am I', 'permissions of a user with five roles', 'users of a role']

const THOUSAND = '1,000 checks in one call'

const WRITES = ['create user, without a password', 'update user', 'assign a role to a user']

export const targets: readonly Target[] = [
  { of: 'ratio', names: PAGES, atLeast: 0.4, engines: SQLITE },
  { of: 'ratio', names: PAGES, atLeast: 0.3, engines: POSTGRES },
  { of: 'ratio', names: KEYS, atLeast: 0.6, engines: BOTH },
  { of: 'ratio', names: HOLDINGS, atLeast: 0.3, engines: BOTH },
  { of: 'ratio', names: CHECKS, atLeast: 0.7, engines: BOTH },
  { of: 'rate', names: [THOUSAND], atLeast: 300, engines: BOTH },
  { of: 'rate', names: [`${THOUSAND}, of users half of whom are in memory`], atLeast: 100, engines: BOTH },
  { of: 'rate', names: [`${THOUSAND}, of users none of whom is in memory`], atLeast: 60, engines: BOTH },
  { of: 'ratio', names: ITEMS, atLeast: 0.6, engines: SQLITE },
  { of: 'ratio', names: ITEMS, atLeast: 0.7, engines: POSTGRES },
  {
    of: 'ratio',
    names: ['list of 20', 'list of 20, with a floor that also counts'],
    atLeast: 0.6,
    engines: SQLITE,
  },
  { of: 'p50 to', names: ['q, rare', 'q, common'], other: 'list of 20', atMost: 2, engines: SQLITE },
  { of: 'ratio', names: ['create user, without a password'], atLeast: 0.6, engines: SQLITE },
  { of: 'ratio', names: WRITES, atLeast: 0.7, engines: POSTGRES },
  { of: 'ratio', names: ['sign in'], atLeast: 0.9, engines: BOTH },
  { of: 'p50', names: ['permissions of a user with five roles'], atMost: 2, engines: SQLITE },
  { of: 'growth', atMost: 1.5, engines: SQLITE },
  { of: 'held', atMost: 50, engines: SQLITE },
  { of: 'ready', atMost: 700, engines: SQLITE },
  { of: 'idle memory', atMost: 150, engines: SQLITE },
  { of: 'memory under load', atMost: 400, engines: SQLITE },
  { of: 'import', atMost: 90, engines: SQLITE },
]

const compared = new Set(
  targets.flatMap((target) => (target.of === 'ratio' || target.of === 'rate' ? target.names : [])),
)

/** Whether its throughput is judged; such operations have longer rounds. */
export const isCompared = (name: string): boolean => compared.has(name)
