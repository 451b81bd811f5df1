import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
  Stack,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { PREVIEW } from '../../api/changes.ts'
import { useAction } from '../../features/mutations/useAction.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { RetryQuery } from '../../ui/Retry.tsx'
import type { TermNode } from '../api.ts'
import { counted, type MovePreview } from '../terms/useTermMutations.ts'
import { Conflicts } from './Conflicts.tsx'
import type { DialogProps } from './dialogProps.ts'
import { IN_DIALOG } from './dialogProps.ts'
import { Preview } from './Preview.tsx'
import { SomeMoved } from './Some.tsx'
import { TermPicker } from './TermPicker.tsx'

/** Chooses the new parent, and previews the effect of the move. */
export const MoveDialog = ({ ids, type, types, forest, mutations, onClose, onDone }: DialogProps) => {
  const translate = useTranslate()
  const titleId = useId()
  const [isTop, setTop] = useState(false)
  const [term, setTerm] = useState<TermNode | null>(null)
  const isChosen = isTop || term !== null
  const parent = isTop ? null : term
  const { error, busy, run } = useAction(async (preview: MovePreview) => {
    await mutations.move(ids, parent, preview)
    onClose()
    const level = parent && String(parent.id)
    onDone('move', ids, level && forest.node(level) ? level : undefined)
  }, IN_DIALOG)
  const query = useQuery({
    queryKey: [PREVIEW, 'move', ids, parent?.id],
    queryFn: () => mutations.previewMove(ids, parent?.id ?? null),
    enabled: isChosen,
    staleTime: 0,
    gcTime: 0,
  })
  const preview = isChosen ? query.data : undefined
  const name = forest.node(ids[0] ?? '')?.name ?? ''
  const move = () => {
    if (preview) void run(preview)
  }
  const choosable = types.filter(({ id }) => id === type.id || id === type.parent_id)
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>
        {translate('taxonomies.move.title', { smart_count: ids.length, name })}
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 1.5, pt: 0.5 }}>
          <RadioGroup
            aria-labelledby={titleId}
            value={isTop ? 'top' : 'below'}
            onChange={(_, value) => setTop(value === 'top')}
          >
            <FormControlLabel
              value="below"
              control={<Radio size="small" />}
              label={translate('taxonomies.move.below')}
            />
            <FormControlLabel
              value="top"
              control={<Radio size="small" />}
              label={translate('taxonomies.move.top')}
            />
          </RadioGroup>
          {!isTop && (
            <TermPicker
              label={translate('taxonomies.pick.label')}
              types={choosable}
              without={ids}
              value={term}
              onChange={setTerm}
            />
          )}
          {preview && preview.conflicts.length > 0 && <Conflicts conflicts={preview.conflicts} what="move" />}
          {preview?.conflicts.length === 0 && (
            <Preview>
              {translate('taxonomies.move.preview')} {counted(translate, preview.terms, preview.users)}
              <SomeMoved moved={preview} ids={ids} />
            </Preview>
          )}
          <RefusalNotice error={error} />
          {isChosen && !error && <RetryQuery query={query} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {translate('ra.action.cancel')}
        </Button>
        <Button variant="contained" onClick={move} loading={busy} disabled={preview?.conflicts.length !== 0}>
          {translate('taxonomies.move.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
