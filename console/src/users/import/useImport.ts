import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { endOfDay } from '../../ui/days.ts'
import { useFieldLabel } from './Columns.tsx'
import { faultsOfFile, type NewUser, type RowFault, userOf } from './mapping.ts'
import type { RoleForAll } from './Prepare.tsx'
import type { OpenFile } from './useFile.ts'
import { type Pass, usePass } from './usePass.ts'

/** A file, its check and its import. */
export interface ImportPlan {
  file: OpenFile
  check: Pass
  run: Pass
  /** Of the file, the check and the import, in the order of the rows. */
  faults: readonly RowFault[]
  /** Rows without faults of the file and the check. */
  good: readonly { row: number; user: NewUser }[]
  runCheck: () => void
  runImport: () => void
  /** Forgets the check and the import. */
  reset: () => void
}

const NONE: readonly RowFault[] = []

/** Which rows are sent, and what is wrong with the others. */
export function useImport(file: OpenFile | undefined, { role, day }: RoleForAll): ImportPlan | undefined {
  const translate = useTranslate()
  const labelOf = useFieldLabel()
  const check = usePass(true)
  const run = usePass(false)
  const found = check.progress?.faults ?? NONE
  const later = run.progress?.faults ?? NONE
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts are those of the language in which the file was opened.
  const read = useMemo(() => {
    if (!file) return { users: [], own: NONE }
    const users = file.table.rows.map((row) => userOf(row, file.mapping))
    const own = faultsOfFile(file.table, users, {
      sameAs: (field, line) => translate('users.import.faults.same', { line, field: labelOf(field) }),
      tooMany: () => translate('users.import.faults.too_many'),
    })
    return { users, own }
  }, [file])
  const { before, good } = useMemo(() => {
    const before = inOrder(read.own, found)
    const bad = new Set(before.map(({ row }) => row))
    return { before, good: read.users.map((user, row) => ({ user, row })).filter(({ row }) => !bad.has(row)) }
  }, [read, found])
  if (!file) return undefined
  const roles = role ? { roles: [Number(role.id)], expires_at: endOfDay(day) } : {}
  return {
    file,
    check,
    run,
    faults: later.length > 0 ? inOrder(before, later) : before,
    good,
    runCheck: () => check.start({ rows: read.users.map((user, row) => ({ user, row })), roles }),
    runImport: () => run.start({ rows: good, roles }),
    reset: () => {
      check.forget()
      run.forget()
    },
  }
}

/** Both together; the service's word on a field counts less than that of the file, which knows all rows. */
function inOrder(own: readonly RowFault[], told: readonly RowFault[]): RowFault[] {
  const known = new Set(own.map(({ row, field }) => `${row} ${field}`))
  const others = told.filter(({ row, field }) => !known.has(`${row} ${field}`))
  return [...own, ...others].sort((one, other) => one.row - other.row)
}
