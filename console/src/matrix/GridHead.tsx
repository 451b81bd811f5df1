// biome-ignore-all lint/a11y: cells are virtualized, which table elements do not allow; the grid handles keys and clicks.
import type { VirtualItem } from '@tanstack/react-virtual'
import { Lock } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { RoleBrief } from '../features/grants/grants.ts'
import type { Locks } from '../features/grants/locks.ts'

interface Props {
  roles: readonly RoleBrief[]
  columns: VirtualItem[]
  width: number
  nameWidth: number
  countOf: (role: RoleBrief) => number
  locks: Locks
  active: number | undefined
}

/** The sticky header row with the roles. */
export const GridHead = ({ roles, columns, width, nameWidth, countOf, locks, active }: Props) => {
  const translate = useTranslate()
  return (
    <div role="row" aria-rowindex={1} className="head" style={{ width }}>
      <div
        role="columnheader"
        aria-colindex={1}
        className="name"
        style={{ width: nameWidth }}
        tabIndex={active === -1 ? 0 : -1}
        data-row={-1}
        data-column={-1}
      >
        <span className="count">{translate('matrix.permission')}</span>
      </div>
      {columns.map(({ key, index, start, size }) => {
        const role = roles[index]
        if (!role) return null
        const [reason, names] = (locks.mayWrite && locks.ofRole(role)) || []
        return (
          <div
            key={key}
            role="columnheader"
            aria-colindex={index + 2}
            className="cell"
            style={{ left: start, width: size }}
            tabIndex={active === index ? 0 : -1}
            data-row={-1}
            data-column={index}
          >
            <Link className="role" to={`/roles/${role.id}/permissions`} tabIndex={-1} title={role.name}>
              {role.name}
            </Link>
            <span className="count">
              {reason !== undefined && <Lock size={11} aria-label={translate(reason, names)} />}
              {role.is_active ? countOf(role) : translate('status.inactive')}
            </span>
          </div>
        )
      })}
    </div>
  )
}
