import { useListContext } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { withText } from '../../features/export/csv.ts'
import { ExportButton } from '../../features/export/ExportButton.tsx'
import type { Column } from '../../ui/list/column.ts'
import type { User } from '../user.ts'
import { usersProvider } from './provider.ts'

const A_PAGE = 1000

/** Exports all users that match the filter, with the visible columns. */
export const ExportUsers = ({ columns }: { columns: Column<User>[] }) => {
  const may = useMay()
  const { filterValues, total = 0 } = useListContext<User>()
  const include = may('users', 'roles.read') && may('roles', 'list') ? { include: ['roles'] } : {}
  const read = async (after: number, signal: AbortSignal) => {
    const { data } = await usersProvider.getList<User>('users', {
      pagination: { page: 1, perPage: A_PAGE },
      sort: { field: 'id', order: 'ASC' },
      filter: { ...filterValues, id_gt: after },
      meta: include,
      signal,
    })
    return data
  }
  return (
    <ExportButton
      name="users"
      command="users.export.command"
      columns={withText(columns)}
      total={total}
      perPage={A_PAGE}
      read={read}
    />
  )
}
