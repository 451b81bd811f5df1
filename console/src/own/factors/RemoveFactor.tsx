import { useTranslate } from 'react-admin'
import { client } from '../../api/session.ts'
import type { Factor } from '../../features/factors/FactorTable.tsx'
import { useAction } from '../../features/mutations/useAction.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

interface Props {
  factor: Factor
  isLast: boolean
  onClose: () => void
}

export const RemoveFactor = ({ factor: { id, kind, name }, isLast, onClose }: Props) => {
  const translate = useTranslate()
  const remove = useAction(
    async () => {
      await client.request('POST', '/api/me/factors/{id}/delete', { path: { id: String(id) } })
      onClose()
      return { message: translate('factors.removed', { name }) }
    },
    { keepsError: true },
  )
  return (
    <ConfirmDialog
      open
      title={translate('factors.remove_title', { name })}
      confirm={translate('factors.remove')}
      busy={remove.busy}
      error={remove.error}
      onConfirm={() => void remove.run()}
      onClose={onClose}
    >
      {translate(isLast ? 'own.factors.remove_last' : 'own.factors.remove_text')}{' '}
      {kind === 'passkey' && translate('own.passkey.remove')}
    </ConfirmDialog>
  )
}
