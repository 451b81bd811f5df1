import { queryString } from './query.ts'
import type { DryRun } from './taxonomies.ts'
import type { Transport } from './transport.ts'
import type { Body, Data, Id, Operation, ReadOptions, WriteOptions } from './types.ts'

/** Which roles grant which permissions. */
export type Grants = Data<Operation<'/api/role-permissions', 'GET'>>
type Change = Operation<'/api/role-permissions/changes', 'POST'>
export type GrantChange = Body<Change>['changes'][number]
/** How many users gain and lose permissions by changes. */
export type GrantEffects = Data<Change>

export interface GrantParams {
  roles?: readonly Id[]
  module?: string
}

/** The matrix of roles and permissions. */
export class RolePermissions {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  get(params: GrantParams = {}, options: ReadOptions = {}): Promise<Grants> {
    const path = `/api/role-permissions${queryString({ ...params })}`
    return this.#transport.send({ method: 'GET', path, ...options })
  }

  /** At most 1,000 changes, all or none. The response tells how many users gain and lose each permission. */
  change(
    changes: readonly GrantChange[],
    { dryRun, ...options }: DryRun & WriteOptions = {},
  ): Promise<GrantEffects> {
    const body = { changes, ...(dryRun && { dry_run: true }) }
    return this.#transport.send({ method: 'POST', path: '/api/role-permissions/changes', body, ...options })
  }
}
