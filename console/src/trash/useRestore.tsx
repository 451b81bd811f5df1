import { type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useAction } from '../features/mutations/useAction.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { Kind, Trashed } from './kinds.ts'
import { type Failed, restoreAll, trashAgain } from './restore.ts'

interface Restore {
  restore: (records: Trashed[]) => void
  busy: boolean
  /** To be rendered by the page. */
  dialog: ReactNode
}

/** Restores records, and explains which ones cannot be restored. */
export function useRestore(kind: Kind): Restore {
  const translate = useTranslate()
  const [failed, setFailed] = useState<Failed[]>([])
  const { busy, run } = useAction(
    async (records: Trashed[]) => {
      const outcome = await restoreAll(kind, records)
      setFailed(outcome.failed)
      if (outcome.restored.length === 0) return undefined
      return {
        message: translate('trash.restored', {
          smart_count: outcome.restored.length,
          name: outcome.restored[0]?.name,
        }),
        undo: () => trashAgain(kind, outcome.restored),
      }
    },
    // No restored row takes a second one.
    { waits: true },
  )
  return {
    restore: (records) => void run(records),
    busy,
    dialog: failed.length > 0 && (
      <ConflictDialog
        kind={kind}
        failed={failed}
        onSolved={(record) => setFailed(failed.filter((each) => each.record !== record))}
        onClose={() => setFailed([])}
      />
    ),
  }
}
