import type { DataProvider } from 'react-admin'
import { dataProvider } from '../../api/providers.ts'
import { ofPeriod } from '../bulk/selection.ts'

/** The data provider, except that the users of a role come from the role's relation: users have no such filter. */
export const usersProvider: DataProvider = {
  ...dataProvider,
  getList: (resource, params) => {
    const { role, ends_within, ...others } = params.filter ?? {}
    const filter = { ...others, ...ofPeriod(ends_within) }
    if (role === undefined) return dataProvider.getList(resource, { ...params, filter })
    return dataProvider.getManyReference(resource, {
      ...params,
      filter,
      target: 'roles',
      id: role.id,
    } as never)
  },
}
