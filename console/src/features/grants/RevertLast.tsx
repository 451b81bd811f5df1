import { Button, Stack, Typography } from '@mui/material'
import { Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { useMe } from '../../api/me.ts'
import { StickyBar } from '../../ui/StickyBar.tsx'
import { When } from '../../ui/When.tsx'
import { useNotifier } from '../mutations/useNotifier.tsx'
import { lastSaved } from './lastSaved.ts'
import type { Draft } from './useDraft.ts'

/** Offers to revert the last saved changes: as a draft, which is reviewed before it is saved. */
export const RevertLast = ({ draft, onReview }: { draft: Draft; onReview: () => void }) => {
  const translate = useTranslate()
  const notifier = useNotifier()
  const { id } = useMe().user
  const { changes, revert } = draft
  // A save empties the draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after a save.
  const saved = useMemo(() => lastSaved(id), [id, changes])
  if (!saved || changes.length > 0 || !saved.changes.every(({ role }) => draft.isShown(role))) return null
  const run = () => {
    if (revert(saved.changes) > 0) onReview()
    else notifier.done({ message: translate('grants.last.nothing') })
  }
  return (
    <StickyBar>
      <Stack direction="row" useFlexGap sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap', py: 1, mt: 1 }}>
        <Typography variant="body2" color="textSecondary">
          {translate('grants.last.saved', { smart_count: saved.changes.length })} <When at={saved.at} />
        </Typography>
        <Button variant="outlined" startIcon={<Undo2 size={15} />} onClick={run}>
          {translate('grants.last.revert')}
        </Button>
      </Stack>
    </StickyBar>
  )
}
