import type { DataProvider } from 'react-admin'
import { dataProvider } from '../api/providers.ts'

/** The data provider, except that webhooks have names as all other records have: their descriptions, or else their addresses. */
export const trashProvider: DataProvider = {
  ...dataProvider,
  getList: async (resource, params) => {
    if (resource !== 'webhooks') return dataProvider.getList(resource, params)
    const { sort } = params
    const { data, ...list } = await dataProvider.getList(resource, {
      ...params,
      ...(sort?.field === 'name' && { sort: { ...sort, field: 'description' } }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: the type of each resource's records is its caller's.
    return { ...list, data: data.map((each): any => ({ ...each, name: each.description ?? each.url })) }
  },
}
