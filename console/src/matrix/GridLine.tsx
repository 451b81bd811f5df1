// biome-ignore-all lint/a11y: cells come and go with what is in sight, which elements of a table cannot; keys and clicks are the grid’s.
import type { VirtualItem } from '@tanstack/react-virtual'
import { Check, ChevronDown, ChevronRight, Lock, Minus } from 'lucide-react'
import { memo } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { RoleBrief } from '../grants/grants.ts'
import type { Locks } from '../grants/locks.ts'
import type { Draft } from '../grants/useDraft.ts'
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
  /** The caller doesn't hold it. */
  isBeyond: boolean
  /** The column that is in the tab order, where this line has it. */
  active: number | undefined
}

/** A line of the matrix. Its clicks and keys are the grid's. */
export const GridLine = memo(({ row, index, top, width, nameWidth, columns, active, ...others }: Props) => (
  <div
    role="row"
    aria-rowindex={index + 2}
    className={`line ${row.kind}`}
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
      <Name row={row} isBeyond={others.isBeyond} />
    </div>
    {columns.map((column) => (
      <Cell
        key={column.key}
        row={row}
        index={index}
        column={column}
        isActive={active === column.index}
        {...others}
      />
    ))}
  </div>
))

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

interface CellProps extends Pick<Props, 'row' | 'index' | 'roles' | 'draft' | 'locks'> {
  column: VirtualItem
  isActive: boolean
}

const Cell = ({ row, index, column, roles, draft, locks, isActive }: CellProps) => {
  const translate = useTranslate()
  const role = roles[column.index]
  if (!role) return null
  const tick = draft.tickOf(role, row.permissions)
  const isChanged = row.kind === 'permission' && draft.isChanged(role, row.permission)
  const isLocked =
    row.kind === 'permission'
      ? locks.of(role, row.permission) !== undefined
      : locks.ofRole(role) !== undefined
  const name = row.kind === 'permission' ? row.permission.name : (row.name ?? translate('grants.no_section'))
  return (
    <div
      role="gridcell"
      aria-colindex={column.index + 2}
      className={isChanged ? 'cell changed' : 'cell'}
      style={{ left: column.start, width: column.size }}
    >
      <span
        role="checkbox"
        className="tick"
        aria-checked={tick}
        aria-label={translate(isChanged ? 'matrix.cell_changed' : 'matrix.cell', { role: role.name, name })}
        aria-disabled={isLocked || undefined}
        tabIndex={isActive ? 0 : -1}
        data-row={index}
        data-column={column.index}
      >
        <span className="box" aria-hidden>
          {tick === true && <Check size={13} strokeWidth={3} />}
          {tick === 'mixed' && <Minus size={13} strokeWidth={3} />}
        </span>
      </span>
    </div>
  )
}
