import assert from 'node:assert/strict'
import { dataOf, makeRole, makeUser } from './actors.ts'
import { assertRefusedUnchanged } from './refusals.ts'
import { type CallOptions, type Service, startService } from './service.ts'

export interface Target {
  id: number
  uuid: string
  slug: string
}

/** The two relations that are written, which differ only in their names. */
export const RELATIONS = [
  {
    relation: 'roles',
    owners: 'users',
    owner: 'user',
    target: 'role',
    makeOwner: (service: Service) => makeUser(service),
    makeTarget: (service: Service): Promise<Target> => makeRole(service),
  },
  {
    relation: 'permissions',
    owners: 'roles',
    owner: 'role',
    target: 'permission',
    makeOwner: (service: Service) => makeRole(service),
    makeTarget: async (service: Service, index: number): Promise<Target> => {
      const slug = ['can-read-users', 'can-read-roles', 'can-read-permissions', 'can-delete-taxonomies'][
        index
      ]
      return dataOf(await service.call('GET', `/api/permissions/slug/${slug}`))
    },
  },
] as const

type Relation = (typeof RELATIONS)[number]
type Linked = Target & { pivot: Record<string, unknown> }

/** A service with four records to link: three live ones and one that is soft-deleted. */
export async function startLinks({ relation, owners, makeOwner, makeTarget }: Relation) {
  const service = await startService()
  const targets: Target[] = []
  for (let index = 0; index < 4; index++) targets.push(await makeTarget(service, index))
  const [a, b, c, trashed] = targets as [Target, Target, Target, Target]
  dataOf(await service.call('POST', `/api/${relation}/id/${trashed.id}/delete`))
  let path = ''

  const write = (method: string, json?: unknown, options: CallOptions = {}) =>
    service.call(method, path, { ...(json !== undefined && { json }), ...options })
  const linked = async (): Promise<Linked[]> =>
    dataOf(await service.call('GET', path, { query: { sort: 'id' } }))[relation].data

  return {
    service,
    targets: { a, b, c, trashed },
    path: () => path,
    /** Switches to a new record, which has no links. */
    renew: async () => {
      path = `/api/${owners}/${(await makeOwner(service)).id}/relationships/${relation}`
    },
    write,
    linked,
    assertLinked: async (...targets: Target[]) => {
      const expected = targets.map(({ id }) => id).sort((x, y) => x - y)
      assert.deepEqual(
        (await linked()).map(({ id }) => id),
        expected,
      )
    },
    pivotOf: async ({ id }: Target) => (await linked()).find((each) => each.id === id)?.pivot,
    assertRefusedWrite: (
      method: string,
      json: unknown,
      details: readonly (readonly [field: string, code: string])[],
    ) =>
      assertRefusedUnchanged(service, () => write(method, json), {
        status: 422,
        code: details.length === 1 ? (details[0]?.[1] as string) : 'invalid',
        details,
      }),
  }
}
