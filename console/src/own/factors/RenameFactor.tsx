import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { client } from '../../api/session.ts'
import { useChange } from '../../api/useChange.ts'
import type { Factor } from '../../features/factors/FactorTable.tsx'
import { useNotifier } from '../../features/mutations/useNotifier.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useSubmission } from '../../ui/useSubmission.ts'

export const RenameFactor = ({ factor, onClose }: { factor: Factor; onClose: () => void }) => {
  const translate = useTranslate()
  const change = useChange()
  const notifier = useNotifier()
  const [name, setName] = useState(factor.name)
  const { fieldOf, ...form } = useSubmission(
    async () => {
      await change(() =>
        client.request('POST', '/api/me/factors/{id}/update', {
          path: { id: String(factor.id) },
          body: { name: name.trim() },
        }),
      )
      notifier.done({ message: translate('own.factors.renamed') })
      onClose()
    },
    { name: translate('factors.name') },
  )
  return (
    <FormDialog
      {...form}
      title={translate('own.factors.rename_title')}
      submit={translate('own.factors.rename')}
      onClose={onClose}
    >
      <Field
        {...fieldOf('name')}
        hint={translate('own.factors.name_hint')}
        value={name}
        onChange={setName}
        autoFocus
        required
      />
    </FormDialog>
  )
}
