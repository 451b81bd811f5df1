import type { ResourceName } from '@rolecall/client'
import { type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useMay } from '../../api/me.ts'
import { client } from '../../api/session.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useAction } from '../mutations/useAction.tsx'

/** Message keys. */
interface Words {
  /** Title of the dialog for users who cannot undo the deletion. */
  title: string
  confirm: string
  done: string
}

interface Trash {
  trash: (ids: number[]) => void
  busy: boolean
  /** To be rendered by the page. */
  dialog: ReactNode
}

/** Soft deletion: immediate for users who can restore the record, confirmed for others. */
export function useTrash(resource: ResourceName, words: Words, then?: () => void): Trash {
  const translate = useTranslate()
  const may = useMay()
  const canRestore = may(resource, 'restore')
  const [asked, setAsked] = useState<number[]>()
  const records = client.resource(resource)
  const { busy, error, run, forget } = useAction(
    async (ids: number[]) => {
      await records.deleteMany(ids)
      setAsked(undefined)
      then?.()
      const restore = async () => {
        for (const id of ids) await records.restore(id)
      }
      const message = translate(words.done, { smart_count: ids.length })
      return { message, undo: canRestore ? restore : undefined }
    },
    { keepsError: asked !== undefined },
  )
  const close = () => {
    setAsked(undefined)
    forget()
  }
  return {
    busy,
    trash: (ids) => (canRestore ? void run(ids) : setAsked(ids)),
    dialog: asked && (
      <ConfirmDialog
        open
        title={translate(words.title, { smart_count: asked.length })}
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
