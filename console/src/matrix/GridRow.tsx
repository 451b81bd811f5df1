// biome-ignore-all lint/a11y: cells are virtualized, which table elements do not allow; the grid handles keys and clicks.
import type { VirtualItem } from '@tanstack/react-virtual'
import { Check, ChevronDown, ChevronRight, Lock, Minus } from 'lucide-react'
import { memo } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { RoleBrief } from '../features/grants/grants.ts'
import type { Locks } from '../features/grants/locks.ts'
import type { Draft, Tick } from '../features/grants/useDraft.ts'
import type { MatrixRow } from './rows.ts'

interface Props {
  row: MatrixRow
  index: number
  top: number
  width: number
  nameWidth: number
  columns: VirtualItem[]
  roles: readonly RoleBrief[]
  draft: Draft
  locks: Locks
  /** Accessible name of a cell. */
  labelOf: (role: RoleBrief, name: string, isChanged: boolean) => string
  /** The caller lacks the permission. */
  isBeyond: boolean
  /** The column in the tab order, if it is in this row. */
  active: number | undefined
}

/** A row of the matrix. The grid handles its clicks and keys. */
export const GridRow = memo(
  ({ row, index, top, width, nameWidth, columns, roles, draft, locks, isBeyond, labelOf, active }: Props) => {
    const translate = useTranslate()
    const name =
      row.kind === 'permission' ? row.permission.name : (row.name ?? translate('grants.no_section'))
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        className={`row ${row.kind}`}
        style={{ transform: `translateY(${top}px)`, width }}
      >
        <div
          role="rowheader"
          aria-colindex={1}
          className="name"
          style={{ width: nameWidth }}
          tabIndex={active === -1 ? 0 : -1}
          data-row={index}
          data-column={-1}
          {...(row.kind !== 'permission' && { 'aria-expanded': row.isOpen })}
        >
          <Name row={row} isBeyond={isBeyond} />
        </div>
        {columns.map(({ key, index: column, start, size }) => {
          const role = roles[column]
          if (!role) return null
          const isPermission = row.kind === 'permission'
          const isChanged = isPermission && draft.isChanged(role, row.permission)
          return (
            <Cell
              key={key}
              label={labelOf(role, name, isChanged)}
              row={index}
              column={column}
              left={start}
              width={size}
              tick={draft.tickOf(role, row.permissions)}
              isChanged={isChanged}
              isLocked={(isPermission ? locks.of(role, row.permission) : locks.ofRole(role)) !== undefined}
              isActive={active === column}
            />
          )
        })}
      </div>
    )
  },
)

const Name = ({ row, isBeyond }: { row: MatrixRow; isBeyond: boolean }) => {
  const translate = useTranslate()
  if (row.kind === 'permission') {
    const { id, name, slug } = row.permission
    return (
      <>
        <Link className="text" to={`/permissions/${id}`} tabIndex={-1} title={slug}>
          {name}
        </Link>
        {isBeyond && <Lock size={12} className="lock" aria-label={translate('matrix.beyond')} />}
      </>
    )
  }
  const Icon = row.isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <span className="toggle" data-toggle={row.key}>
        <Icon size={14} aria-hidden />
      </span>
      <span className="text">{row.name ?? translate('grants.no_section')}</span>
      <span className="count">{row.permissions.length}</span>
    </>
  )
}

interface CellProps {
  label: string
  row: number
  column: number
  left: number
  width: number
  tick: Tick
  isChanged: boolean
  isLocked: boolean
  isActive: boolean
}

/** Plain values, so that `memo` redraws a cell only when it changes. */
const Cell = memo(({ label, row, column, left, width, tick, isChanged, isLocked, isActive }: CellProps) => (
  <div
    role="gridcell"
    aria-colindex={column + 2}
    className={isChanged ? 'cell changed' : 'cell'}
    style={{ left, width }}
  >
    <span
      role="checkbox"
      className="tick"
      aria-checked={tick}
      aria-label={label}
      aria-disabled={isLocked || undefined}
      tabIndex={isActive ? 0 : -1}
      data-row={row}
      data-column={column}
    >
      <span className="box" aria-hidden>
        {tick === true && <Check size={13} strokeWidth={3} />}
        {tick === 'mixed' && <Minus size={13} strokeWidth={3} />}
      </span>
    </span>
  </div>
))
