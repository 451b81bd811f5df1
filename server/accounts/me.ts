import { Type } from 'typebox'
import { type Scope, scope } from '../../contract/access.ts'
import { MOST_LISTED, ref } from '../../contract/fields.ts'
import { UserInShort } from '../../contract/users.ts'
import type { StoredToken } from '../access/actor.ts'
import { asOwner, type Ctx } from '../access/context.ts'
import { Grants } from '../access/grants.ts'
import { isOwnRecordOpen, type Requirement } from '../access/guard.ts'
import { accessTo, accessToRelation, type ResourceAccess } from '../access/matrix.ts'
import { mustEnrol } from '../access/second-factor.ts'
import { livePermissionSlugs, rolesInForce } from '../access/sql/effective.ts'
import { type AnswerBudget, type Embedding, sizeOf, sizeOfAll } from '../capacity/answer-budget.ts'
import type { Config } from '../config/config.ts'
import { tokenOf } from '../credentials/tokens.ts'
import { type ResourceRegistry, resourceNamed } from '../crud/define/resource.ts'
import { nextExpiry } from '../crud/query/list-ids.ts'
import { readById } from '../crud/read/read.ts'
import { tokenEnded, unauthenticated } from '../errors.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { textOf } from '../http/response/answer-text.ts'
import { say } from '../messages/say.ts'
import type { Fields } from '../values/fields.ts'
import type { ReadRecord } from '../values/read-record.ts'

/** Maps a row of the access matrix to the caller's access. @param isWrite whether the operation writes */
type Evaluate<T> = (row: Requirement, isWrite: boolean) => T

const READ_OPERATIONS = new Set([
  ...['list', 'read', 'has-role', 'has-permission', 'checks', 'tokens', 'factors'],
  ...['grants', 'tree'],
])

const mapEntries = <T, U>(entries: Record<string, T>, map: (value: T, name: string) => U) =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, map(value, name)]))

/** An entry for each resource, by name. */
const forEach = <T>({ all }: ResourceRegistry, map: (access: ResourceAccess) => T): Record<string, T> =>
  Object.fromEntries(all.map(({ name, access }) => [name, map(access)]))

/** The access to every operation and relation of a resource. */
const evaluateAll = <T>({ actions, more, relations }: ResourceAccess, evaluate: Evaluate<T>) => ({
  operations: mapEntries({ ...actions, ...more }, (row, name) => evaluate(row, !READ_OPERATIONS.has(name))),
  relations: mapEntries(relations, ({ read, write }) => ({
    read: evaluate(read, false),
    ...(write && { write: evaluate(write, true) }),
  })),
})

const maySchema = ({ operations, relations }: ReturnType<typeof evaluateAll<typeof scope>>) =>
  Type.Object({
    operations: Type.Object(operations),
    relations: Type.Object(mapEntries(relations, (relation) => Type.Object(relation))),
  })

const me = (registry: ResourceRegistry) =>
  Type.Object({
    user: Type.Unsafe<object>({
      anyOf: [ref('User'), UserInShort],
      description: 'In short where somebody else made the token and it may not read users.',
    }),
    token: ref('Token'),
    roles: Type.Array(ref('RoleInForce'), { maxItems: MOST_LISTED, description: 'Those that count now.' }),
    permissions: Type.Array(Type.String(), {
      maxItems: MOST_LISTED,
      description: 'Slugs of all they may do now, with this token.',
      examples: [['can-read-users']],
    }),
    must_enrol_second_factor: Type.Boolean({
      description:
        'They need a second factor, and this sign-in was without one: the token may only add one, so that `permissions` is ' +
        'empty.',
    }),
    is_mail_sent: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description:
        'False while mails are written as files, since no mail server is set. Null without `can-manage-mail`.',
      examples: [null],
    }),
    may: Type.Object(
      forEach(registry, (access) => maySchema(evaluateAll(access, () => scope))),
      { description: 'For each resource, how far their leave goes.' },
    ),
  })

type MeConfig = Pick<Config, 'mailUrl' | 'requireSecondFactor'>

/** The caller and their access: what a client needs to decide which buttons to show. */
export const meEndpoint = (registry: ResourceRegistry, config: MeConfig): Endpoint =>
  defineEndpoint({
    name: 'me',
    methods: ['GET'],
    path: '/api/me',
    tag: 'identity',
    summary: 'Who am I, and what may I do?',
    description: 'The caller, their roles and permissions in force, and for each resource what they may do.',
    access: 'signed-in',
    isForEnrolment: true,
    effect: 'read',
    input: Type.Object({}),
    unknown: 'ignore',
    data: me(registry),
    refusals: [],
    usesRecordCache: true,
    handle: async ({ ctx, budget: budgetOf }) => {
      const { records, now } = ctx
      const { id } = ctx.actor.token as StoredToken
      if (!records) return { data: await describeCaller(ctx, budgetOf(), config) }
      const read = () => readAccount(ctx, budgetOf(), config)
      const { json } = await records.cachedUntil(
        `me ${id}`,
        records.version(undefined),
        now,
        read,
        sizeOfAccount,
      )
      if (json !== undefined) return { data: null, json }
      return { data: await describeCaller(ctx, budgetOf(), config) }
    },
  })

interface Account {
  /** Absent for a large one, which is serialized in slices. */
  json: string | undefined
  /** When the caller's access changes although nothing is written. */
  until: string
}

const sizeOfAccount = ({ json = '' }: Account): number => 2 * json.length

async function readAccount(ctx: Ctx, budget: AnswerBudget, config: MeConfig): Promise<Account> {
  const { hash } = ctx.actor.token as StoredToken
  // The actor of the request may be a second older than the cache, for which this is read.
  const actor = await ctx.access.current().authority(ctx, hash)
  if (!actor) throw tokenEnded()
  // First: a link that expires meanwhile is then still to come.
  const until = await nextExpiry(ctx, { derivedFrom: ['user_roles', 'role_permissions'] })
  const data = await describeCaller({ ...ctx, actor }, budget, config)
  return { json: budget.isLarge ? undefined : textOf(data), until }
}

async function describeCaller(asked: Ctx, budget: AnswerBudget, { mailUrl, requireSecondFactor }: MeConfig) {
  const isWithoutFactor = mustEnrol(asked.actor, requireSecondFactor)
  const ctx = isWithoutFactor ? { ...asked, actor: { ...asked.actor, grants: Grants.none } } : asked
  const { userId, token: inUse, grants } = ctx.actor
  const { id, user_id: ownerId } = inUse as StoredToken
  // A token that somebody else made reads its own user only as far as it may read any user.
  const isOwn = userId !== null
  const may = ({ needs }: Requirement) => isOwn || needs.every((slug) => grants.has(slug))
  const token = await tokenOf(ctx, id)
  // Another process may have revoked it, and this one not been notified yet.
  if (!token) throw unauthenticated(say`The token is unknown, expired or revoked.`)
  const users = resourceNamed(ctx, 'users')
  const user = await readById(isOwn ? asOwner(ctx) : ctx, users, ownerId)
  return {
    user: may(accessTo(users, 'read')) ? user : inShort(user),
    token,
    roles: may(accessToRelation(users, 'roles', 'read')) ? await rolesOf(ctx, ownerId, budget) : [],
    permissions: await permissionsOf(ctx, budget),
    must_enrol_second_factor: isWithoutFactor,
    is_mail_sent: grants.has('can-manage-mail') ? mailUrl !== undefined : null,
    may: forEach(ctx.registry as ResourceRegistry, (access) =>
      evaluateAll(access, isWithoutFactor ? () => 'none' : evaluateFor(ctx)),
    ),
  }
}

const ROLES: Embedding = {
  what: say`Your roles`,
  instead: say`Read them page by page: GET /api/users/{id}/relationships/roles.`,
}

/** @throws Refusal 400 if there are more than a response may hold */
async function rolesOf(ctx: Ctx, userId: number, budget: AnswerBudget): Promise<Fields[]> {
  const roles: Fields[] = []
  for await (const some of rolesInForce(ctx, userId, budget)) {
    budget.embed(some.length, 0, ROLES)
    await budget.spend(sizeOfAll(some), ROLES)
    roles.push(...some)
  }
  return roles
}

const PERMISSIONS: Embedding = {
  what: say`Your permissions`,
  instead: say`Read them page by page: GET /api/users/{id}/relationships/permissions.`,
}

async function permissionsOf(ctx: Ctx, budget: AnswerBudget): Promise<string[]> {
  const { grants } = ctx.actor
  const slugs = grants.isAll ? await livePermissionSlugs(ctx) : [...grants.slugs].sort()
  await budget.spend(sizeOf({ slugs }), PERMISSIONS)
  return slugs
}

function inShort(user: ReadRecord): Fields {
  const fields = user.toJSON()
  return Object.fromEntries(Object.keys(UserInShort.properties).map((name) => [name, fields[name]]))
}

const evaluateFor =
  ({ actor }: Ctx): Evaluate<Scope> =>
  (row, isWrite) => {
    if (row.needs.every((slug) => actor.grants.has(slug))) return 'all'
    return isOwnRecordOpen(row, actor, isWrite) ? 'own' : 'none'
  }
