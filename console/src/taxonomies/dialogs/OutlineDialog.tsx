import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { PREVIEW } from '../../api/changes.ts'
import { useAction } from '../../features/mutations/useAction.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import { sendOutline } from '../api.ts'
import { ROOT } from '../terms/rows.ts'
import type { DialogProps } from './dialogProps.ts'
import { IN_DIALOG } from './dialogProps.ts'
import { faultsOf, OutlineFaults } from './OutlineFaults.tsx'
import { OutlinePreview } from './OutlinePreview.tsx'

const LINES = 9

/** Creates a tree of terms from a pasted list: the service reads it as it is typed, and shows what would be created. */
export const OutlineDialog = ({ ids, type, forest, mutations, onClose, onDone }: DialogProps) => {
  const translate = useTranslate()
  const titleId = useId()
  const [parent = ROOT] = ids
  const [text, setText] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  const settled = useDebounced(text)
  const isBlank = settled.trim() === ''
  const place = { type: type.slug, parent: parent === ROOT ? null : Number(parent) }
  const query = useQuery({
    queryKey: [PREVIEW, 'outline', place, settled],
    queryFn: ({ signal }) => sendOutline({ ...place, outline: settled }, true, signal),
    enabled: !isBlank,
    placeholderData: (before) => (isBlank ? undefined : before),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const { error, busy, run, forget } = useAction(async () => {
    await mutations.addOutline(parent, text)
    onClose()
    onDone('outline', [], parent === ROOT ? undefined : parent)
  }, IN_DIALOG)
  const faults = faultsOf(error ?? query.error)
  const preview = query.error || isBlank ? undefined : query.data
  const isReady = preview !== undefined && preview.created > 0 && settled === text && !query.isPlaceholderData
  const name = forest.node(parent)?.name
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>
        {name === undefined
          ? translate('taxonomies.outline.title', { type: type.name })
          : translate('taxonomies.outline.title_below', { name })}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 1.5, pt: 1 }}>
          <TextField
            label={translate('taxonomies.outline.label')}
            helperText={translate('taxonomies.outline.help')}
            placeholder={translate('taxonomies.outline.example')}
            value={text}
            onChange={(event) => {
              forget()
              setText(event.target.value)
            }}
            inputRef={input}
            error={faults.length > 0}
            multiline
            rows={LINES}
            autoFocus
            slotProps={{
              inputLabel: { shrink: true },
              htmlInput: { spellCheck: false, wrap: 'off', style: { whiteSpace: 'pre', overflowX: 'auto' } },
            }}
          />
          {faults.length > 0 ? (
            <OutlineFaults faults={faults} input={input} />
          ) : error ? (
            <RefusalNotice error={error} />
          ) : (
            !isBlank && <RetryQuery query={query} />
          )}
          {preview && <OutlinePreview outlined={preview} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {translate('ra.action.cancel')}
        </Button>
        <Button variant="contained" onClick={() => void run()} loading={busy} disabled={!isReady}>
          {preview?.created
            ? translate('taxonomies.outline.confirm', { smart_count: preview.created })
            : translate('taxonomies.outline.add')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
