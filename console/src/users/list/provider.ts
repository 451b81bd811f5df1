import type { DataProvider } from 'react-admin'
import { dataProvider } from '../../api/providers.ts'

/** The data provider, except that the users of a role come from the role's relation: users have no such filter. */
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
