import { Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { isPreview, PREVIEW } from '../api/changes.ts'
import { client } from '../api/session.ts'
import { useAction } from '../features/mutations/useAction.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Field } from '../ui/Field.tsx'
import { RetryQuery } from '../ui/Retry.tsx'
import { type Effect, effectsOf } from './effects.ts'
import type { Kind, Trashed } from './kinds.ts'

interface Props {
  kind: Kind
  record: Trashed
  onClose: () => void
}

/** Permanent deletion: lists its effects and requires the record's name to be typed. */
export const DestroyDialog = ({ kind, record, onClose }: Props) => {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const destroy = useAction(
    async () => {
      await client.resource(kind).destroy(record.id)
      onClose()
      return { message: translate('trash.destroy.done', { name: record.name }) }
    },
    { keepsError: true, isGone: isPreview },
  )
  const query = useQuery({
    queryKey: [PREVIEW, 'trash', kind, record.id],
    queryFn: () => effectsOf(kind, record),
    // Effects may have changed since the dialog was last open.
    gcTime: 0,
  })
  return (
    <ConfirmDialog
      open
      title={translate('trash.destroy.title', { name: record.name })}
      confirm={translate('trash.destroy.action')}
      isReady={typed.trim() === record.name.trim()}
      busy={destroy.busy}
      error={destroy.error}
      onConfirm={() => void destroy.run()}
      onClose={onClose}
    >
      <Box component="ul" sx={{ mt: 0, mb: 2, pl: 2.5, '& li': { py: 0.25 } }}>
        {query.data?.map((effect) => (
          <li key={effect.key}>{textOf(effect, translate)}</li>
        ))}
        <li>{translate('trash.destroy.no_undo')}</li>
      </Box>
      <RetryQuery query={query} />
      <Field
        label={translate('trash.destroy.type', { name: record.name })}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
      />
    </ConfirmDialog>
  )
}

const textOf = ({ key, count }: Effect, translate: (key: string, options?: object) => string) =>
  translate(`trash.effects.${key}`, { smart_count: count ?? 0 })
