import type { DataProvider } from 'react-admin'
import { dataProvider } from '../../api/providers.ts'

/** As everywhere, but for users of one role, which are the role's relation rather than a filter of users. */
export const usersProvider: DataProvider = {
  ...dataProvider,
  getList: (resource, params) => {
    const { role, ...filter } = params.filter ?? {}
    if (role === undefined) return dataProvider.getList(resource, params)
    return dataProvider.getManyReference(resource, {
      ...params,
      filter,
      target: 'roles',
      id: role.id,
    } as never)
  },
}
