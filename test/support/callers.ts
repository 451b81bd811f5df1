import type { Subject } from '../../contract/permissions.ts'
import { listEndpoints } from '../../server/app.ts'
import type { Endpoint, Method } from '../../server/http/endpoint.ts'
import { registry } from '../../server/resources/index.ts'
import { dataOf, giveRole, makeUser } from './actors.ts'
import { operationOf, presentOf } from './needed-permissions.ts'
import { defaults, type Service } from './service.ts'

/** A caller, and what they may do. */
export interface Caller {
  name: string
  token: string | null
  /** Id of the caller's own record; undefined without a token. */
  id: number | undefined
  holds: ReadonlySet<string>
  /** The token is limited to some permissions, and writes nothing of the caller's own record. */
  isLimited: boolean
}

/** From the weakest to the strongest: operations of the last ones would take permissions from those before. */
const SEEDED = [
  'guest',
  'registered',
  'contributor',
  'editor',
  'manager',
  'administrator',
  'super-administrator',
]
const LIMITED_TO = ['can-read-users', 'can-update-users', 'can-read-roles']

/** No token, a plain user, a limited token of a super administrator, a user with each seeded role, and the first administrator. */
export async function makeCallers(service: Service): Promise<Caller[]> {
  const user = async (name: string, role?: string): Promise<Caller> => {
    const { id, token } = await makeUser(service)
    if (role) await giveRole(service, { id }, role)
    const { permissions } = dataOf(await service.call('GET', '/api/me', { token }))
    return { name, token, id, holds: new Set(permissions), isLimited: false }
  }
  const seeded: Caller[] = []
  for (const role of SEEDED) seeded.push(await user(role, role))
  const owner = seeded.at(-1) as Caller
  const json = { name: 'limited', permissions: LIMITED_TO }
  const by = { token: owner.token, json }
  const made = await service.call('POST', `/api/users/id/${owner.id}/tokens/create`, by)
  const token: string = dataOf(made).item.api_token
  return [
    { name: 'nobody', token: null, id: undefined, holds: new Set(), isLimited: false },
    await user('a plain user'),
    { ...owner, name: 'a limited token', token, holds: new Set(LIMITED_TO), isLimited: true },
    ...seeded,
    { ...owner, name: 'the first administrator', token: service.token, id: 1 },
  ]
}

/** A row of the access matrix, with the permissions and rules that it names. */
export interface Row {
  name: string
  needs: readonly string[]
  rules: readonly string[]
}

const ACTIONS: Record<string, string> = {
  get: 'read',
  createOne: 'create',
  createMany: 'create',
  change: 'update',
  updateMany: 'update',
  deleteMany: 'delete',
}

/** Calls that belong to no resource. */
const OTHERS: Record<string, Row> = Object.fromEntries(
  [
    ...['mails.list', 'mails.status', 'mails.resend'].map((name) => ({
      name,
      needs: ['can-manage-mail'],
      rules: name === 'mails.status' ? [] : ['contact-details'],
    })),
    ...['invitations.create', 'invitations.createMany'].map((name) => ({
      name,
      needs: ['can-invite-users'],
      rules: ['no-more-than-held', 'chosen-roles', 'chosen-terms', 'contact-details'],
    })),
    { name: 'audit.list', needs: ['can-read-audit'], rules: ['contact-details'] },
    { name: 'audit.export', needs: ['can-read-audit'], rules: ['contact-details'] },
    { name: 'audit.seal', needs: ['can-read-audit'], rules: [] },
    { name: 'events.stream', needs: ['can-read-audit'], rules: ['contact-details'] },
    {
      name: 'audit.access-changes',
      needs: ['can-read-audit', 'can-read-users', 'can-read-roles', 'can-read-permissions'],
      rules: [],
    },
    {
      name: 'invitations.list',
      needs: ['can-invite-users', 'can-read-registrations'],
      rules: ['contact-details'],
    },
  ].map((row) => [row.name, row]),
)

/** The row that applies to a call, found by what the call does and not by what its route declares. */
export function rowOf(endpoint: Endpoint, method: string): Row {
  const other = OTHERS[endpoint.name]
  if (other) return other
  const { actions, relations, more } = registry.named(endpoint.tag as Subject).access
  const operation = operationOf(endpoint)
  if (operation === 'history') return historyRowOf(endpoint.tag)
  const present = presentOf(operation)
  if (present) {
    const { needs } = rowOf({ ...endpoint, name: `${endpoint.tag}.${present}` }, 'GET')
    return { name: `${endpoint.tag} ${operation}`, needs: [...needs, 'can-read-audit'], rules: [] }
  }
  const name = ACTIONS[operation] ?? operation
  const relation = relations[name.replace('relationships.', '')]
  const isRead = method === 'GET' || !name.startsWith('relationships.')
  const row =
    { ...actions, ...more }[name as keyof typeof actions] ?? (isRead ? relation?.read : relation?.write)
  if (!row) throw new Error(`The table has no row for ${method} ${endpoint.path}.`)
  const rules = operation.endsWith('Many') ? row.rules.filter((rule) => !rule.startsWith('own-')) : row.rules
  return { name: `${endpoint.tag} ${name}${isRead ? '' : ' write'}`, needs: row.needs, rules }
}

/** A history needs what reading the record needs, and the audit trail; only the changes of people contain contact details. */
function historyRowOf(tag: string): Row {
  const { read } = registry.named(tag as Subject).access.actions
  const isAboutPeople = ['users', 'registrations'].includes(tag)
  return {
    name: `${tag} history`,
    needs: [...new Set([...(read?.needs ?? []), 'can-read-audit'])],
    rules: (read?.rules ?? []).filter((rule) => rule !== 'contact-details' || isAboutPeople),
  }
}

export interface Cell {
  endpoint: Endpoint
  method: Method
  row: Row
}

/** Every operation that needs a permission, by every method and path that it is served under. */
export const guardedCells: readonly Cell[] = listEndpoints(defaults)
  .filter(({ access }) => typeof access === 'object')
  .flatMap((endpoint) =>
    endpoint.methods.map((method) => ({ endpoint, method, row: rowOf(endpoint, method) })),
  )

export const isWrite = ({ endpoint }: Pick<Cell, 'endpoint'>) => endpoint.effect === 'write'
export const shown = ({ endpoint, method }: Pick<Cell, 'endpoint' | 'method'>) => `${method} ${endpoint.path}`
