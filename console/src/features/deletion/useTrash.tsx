import type { MutationMeta } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { restoreMany } from '../bulk/restoring.ts'
import type { BulkResource } from '../bulk/selection.ts'
import { useAction } from '../mutations/useAction.tsx'

/** Message keys. */
interface Words {
  /** Title of the dialog for users who cannot undo the deletion. */
  title: string
  confirm: string
  done: string
  /** For one record by its name, and for its undo. */
  named: string
  named_undone: string
}

interface Doomed {
  ids: number[]
  name: string | undefined
}

interface Trash {
  /** @param name of the record, if it is one */
  trash: (ids: number[], name?: string) => void
  busy: boolean
  /** To be rendered by the page. */
  dialog: ReactNode
}

/** Soft deletion: immediate for users who can restore the record, confirmed for others. */
export function useTrash(
  resource: BulkResource,
  words: Words,
  then?: () => void,
  gone: Pick<MutationMeta, 'isGone'> = {},
): Trash {
  const translate = useTranslate()
  const may = useMay()
  const canRestore = may(resource, 'restore')
  const [asked, setAsked] = useState<Doomed>()
  const { busy, error, run, forget } = useAction(
    async ({ ids, name }: Doomed) => {
      await client.resource(resource).deleteMany(ids)
      setAsked(undefined)
      then?.()
      const undo = canRestore ? () => restoreMany(resource, ids) : undefined
      if (name === undefined) return { message: translate(words.done, { smart_count: ids.length }), undo }
      return {
        message: translate(words.named, { name }),
        undo,
        undone: translate(words.named_undone, { name }),
      }
    },
    { keepsError: asked !== undefined, ...gone },
  )
  const close = () => {
    setAsked(undefined)
    forget()
  }
  return {
    busy,
    trash: (ids, name) => (canRestore ? void run({ ids, name }) : setAsked({ ids, name })),
    dialog: asked && (
      <ConfirmDialog
        open
        title={translate(words.title, { smart_count: asked.ids.length })}
        confirm={translate(words.confirm)}
        busy={busy}
        error={error}
        onConfirm={() => void run(asked)}
        onClose={close}
      >
        {translate('deletion.no_undo')}
      </ConfirmDialog>
    ),
  }
}
