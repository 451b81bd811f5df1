import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { endOfDay } from '../../ui/days.ts'
import { useFieldLabel } from './Columns.tsx'
import { faultsOfFile, type NewUser, type RowFault, userOf, withLabels } from './mapping.ts'
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

/** The code of a value that an earlier row has. */
const DUPLICATE = 'duplicate'

/** Which rows are sent, and what is wrong with the others. */
export function useImport(file: OpenFile | undefined, { role, day }: RoleForAll): ImportPlan | undefined {
  const translate = useTranslate()
  const labelOf = useFieldLabel()
  const check = usePass(true)
  const run = usePass(false)
  const found = useLabelled(check.progress?.faults)
  const later = useLabelled(run.progress?.faults)
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

/** Faults that the service tells, with the form's names of the fields. */
function useLabelled(faults: readonly RowFault[] | undefined): readonly RowFault[] {
  const labelOf = useFieldLabel()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels are those of the language in which the service told them.
  return useMemo(
    () => faults?.map((fault) => ({ ...fault, message: withLabels(fault.message, labelOf) })) ?? NONE,
    [faults],
  )
}

/**
 * Both together, one for a field. The file knows all rows, so that its word on duplicates counts; a value that the service refuses
 * for another reason is no duplicate worth naming.
 */
function inOrder(own: readonly RowFault[], told: readonly RowFault[]): RowFault[] {
  const keyOf = ({ row, field }: RowFault) => `${row} ${field}`
  const refused = new Set(told.filter(({ field, code }) => field !== '' && code !== DUPLICATE).map(keyOf))
  const kept = own.filter((fault) => !refused.has(keyOf(fault)))
  const known = new Set(kept.map(keyOf))
  return [...kept, ...told.filter((fault) => !known.has(keyOf(fault)))].sort(
    (one, other) => one.row - other.row,
  )
}
