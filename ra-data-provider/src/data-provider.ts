import type { Client } from '@rolecall/client'
import type { DataProvider } from 'ra-core'
import { changesOf } from './changes.ts'
import { type CustomMethods, customMethods } from './custom-methods.ts'
import { listParams, readMeta } from './list-params.ts'
import { readMany } from './many.ts'
import { isResource, resourceOf, translated } from './resources.ts'

/** react-admin's data provider on a client that {@link authProvider} or other code signs in. */
export const dataProvider = (client: Client): DataProvider & CustomMethods => ({
  ...customMethods(client),
  supportAbortSignal: true,

  getList: (resource, { signal, ...request }) =>
    translated(resource, async () => {
      const params = listParams(resource, request)
      const { data, total } = await resourceOf(client, resource).list(params, { signal })
      return { data, total }
    }),

  getOne: (resource, { id, meta, signal }) =>
    translated(resource, async () => ({
      data: await resourceOf(client, resource).get(id, { ...readMeta(meta), signal }),
    })),

  getMany: (resource, { ids, meta, signal }) =>
    translated(resource, async () => ({
      data: await readMany(resourceOf(client, resource), ids, readMeta(meta), { signal }),
    })),

  /** If the target is a resource, such as `users` for roles, reads that record's relation. */
  getManyReference: (resource, { target, id, signal, ...request }) =>
    translated(resource, async () => {
      if (isResource(target)) {
        const relation = resourceOf(client, target).relation(id, resource)
        const { data, total } = await relation.get(listParams(resource, request), { signal })
        return { data, total }
      }
      const filter = { ...request.filter, [target]: id }
      const params = listParams(resource, { ...request, filter })
      const { data, total } = await resourceOf(client, resource).list(params, { signal })
      return { data, total }
    }),

  create: (resource, { data }) =>
    translated(resource, async () => ({
      data: await resourceOf(client, resource).create(changesOf(resource, data, {})),
    })),

  update: (resource, { id, data, previousData }) =>
    translated(resource, async () => {
      const records = resourceOf(client, resource)
      const changes = changesOf(resource, data, previousData)
      const isChanged = Object.keys(changes).length > 0
      return { data: isChanged ? await records.update(id, changes) : await records.get(id) }
    }),

  updateMany: (resource, { ids, data }) =>
    translated(resource, async () => {
      const changes = changesOf(resource, data)
      await resourceOf(client, resource).updateMany(ids.map((id) => ({ id, ...changes })))
      return { data: ids }
    }),

  delete: (resource, { id, previousData }) =>
    translated(resource, async () => {
      await resourceOf(client, resource).delete(id)
      return { data: previousData ?? ({ id } as never) }
    }),

  deleteMany: (resource, { ids }) =>
    translated(resource, async () => {
      await resourceOf(client, resource).deleteMany(ids)
      return { data: ids }
    }),
})
