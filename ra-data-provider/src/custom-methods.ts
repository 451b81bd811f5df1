import type { Client } from '@rolecall/client'
import { translated } from './resources.ts'

type Signal = { signal?: AbortSignal }
type Of<F extends (...parameters: never[]) => unknown> = Awaited<ReturnType<F>>
type Tree = Parameters<Client['taxonomies']['tree']>[0]
type GrantQuery = Parameters<Client['rolePermissions']['get']>[0]
type Changes = Parameters<Client['rolePermissions']['change']>[0]
type Id = number | string

/** Rolecall's operations beyond CRUD, as extra methods of `useDataProvider`. Each resolves to `{ data }`. */
export interface CustomMethods {
  overview(
    params?: { days?: number; ending_within?: number } & Signal,
  ): Promise<{ data: Of<Client['overview']> }>
  rolePermissions(params?: GrantQuery & Signal): Promise<{ data: Of<Client['rolePermissions']['get']> }>
  changeRolePermissions(
    params: { changes: Changes; dryRun?: boolean } & Signal,
  ): Promise<{ data: Of<Client['rolePermissions']['change']> }>
  /** One page of a level of a tree, or of the terms that `q` finds. */
  termTree(params: Tree & Signal): Promise<{ data: Of<Client['taxonomies']['tree']>['data']; total: number }>
  moveTerm(
    params: { id: Id; parent: Id | null; dryRun?: boolean } & Signal,
  ): Promise<{ data: Of<Client['taxonomies']['move']> }>
  mergeTerm(
    params: { id: Id; into: Id; dryRun?: boolean } & Signal,
  ): Promise<{ data: Of<Client['taxonomies']['merge']> }>
}

export const customMethods = (client: Client): CustomMethods => ({
  overview: ({ signal, ...params } = {}) =>
    translated('users', async () => ({ data: await client.overview(params, withSignal(signal)) })),

  rolePermissions: ({ signal, ...params } = {}) =>
    translated('roles', async () => ({ data: await client.rolePermissions.get(params, withSignal(signal)) })),

  changeRolePermissions: ({ changes, dryRun = false, signal }) =>
    translated('roles', async () => ({
      data: await client.rolePermissions.change(changes, { dryRun, ...withSignal(signal) }),
    })),

  termTree: ({ signal, ...params }) =>
    translated('taxonomies', async () => {
      const { data, total } = await client.taxonomies.tree(params, withSignal(signal))
      return { data, total }
    }),

  moveTerm: ({ id, parent, dryRun = false, signal }) =>
    translated('taxonomies', async () => ({
      data: await client.taxonomies.move(id, parent, { dryRun, ...withSignal(signal) }),
    })),

  mergeTerm: ({ id, into, dryRun = false, signal }) =>
    translated('taxonomies', async () => ({
      data: await client.taxonomies.merge(id, into, { dryRun, ...withSignal(signal) }),
    })),
})

const withSignal = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal })
