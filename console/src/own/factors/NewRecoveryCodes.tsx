import { useTranslate } from 'react-admin'
import { client } from '../../api/session.ts'
import { useAction } from '../../features/mutations/useAction.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

interface Props {
  onMade: (codes: string[]) => void
  onClose: () => void
}

export const NewRecoveryCodes = ({ onMade, onClose }: Props) => {
  const translate = useTranslate()
  const make = useAction(
    async () => {
      const { recovery_codes: codes } = await client.request('POST', '/api/me/recovery-codes', {})
      onMade(codes)
    },
    { keepsError: true },
  )
  return (
    <ConfirmDialog
      open
      title={translate('own.codes.renew_title')}
      confirm={translate('own.codes.make')}
      tone="primary"
      busy={make.busy}
      error={make.error}
      onConfirm={() => void make.run()}
      onClose={onClose}
    >
      {translate('own.codes.renew_text')}
    </ConfirmDialog>
  )
}
