import { Alert, Box, Button, Drawer, IconButton, Stack, Typography } from '@mui/material'
import { X } from 'lucide-react'
import { useEffect, useId } from 'react'
import { useTranslate } from 'react-admin'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { Retry } from '../../ui/Retry.tsx'
import { EffectList } from './EffectList.tsx'
import { MOST_CHANGES } from './grants.ts'
import type { Draft } from './useDraft.ts'
import { type Review, refusedOf, useReview } from './useReview.ts'

interface Props {
  draft: Draft
  open: boolean
  onClose: () => void
}

/** Shows what a draft grants and revokes, and for how many users, before it is saved. */
export const ReviewSheet = ({ draft, open, onClose }: Props) => {
  const translate = useTranslate()
  const id = useId()
  const review = useReview(draft, open, onClose)
  const smart_count = draft.changes.length
  const { excess, isSaving, isCounting, error } = review
  // With the last change undone, it closes, and the next change does not open it again.
  const isEmpty = smart_count === 0
  useEffect(() => {
    if (open && isEmpty) onClose()
  }, [open, isEmpty, onClose])
  return (
    <Drawer
      anchor="right"
      open={open && !isEmpty}
      onClose={isSaving ? undefined : onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': id,
          'aria-modal': true,
          sx: { width: { xs: '100%', sm: 480 }, display: 'flex', flexDirection: 'column' },
        },
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, px: 3, pt: 2 }}>
        <Typography id={id} variant="h2" sx={{ flex: 1 }}>
          {translate('grants.sheet.title', { smart_count })}
        </Typography>
        <IconButton onClick={onClose} aria-label={translate('ra.action.close')} disabled={isSaving}>
          <X size={18} />
        </IconButton>
      </Stack>
      <Box tabIndex={0} role="region" aria-labelledby={id} sx={{ flex: 1, overflowY: 'auto', px: 3, pb: 2 }}>
        <Typography variant="body2" color="textSecondary">
          {translate('grants.sheet.lead')}
        </Typography>
        <Stack sx={{ gap: 2, mt: 2 }}>
          {excess > 0 && (
            <Alert severity="warning">
              {translate('grants.sheet.too_many', { smart_count: excess, most: MOST_CHANGES })}
            </Alert>
          )}
          <Refused draft={draft} error={error} retry={review.retry} />
          <Totals review={review} />
          <EffectList changes={draft.changes} effects={review.effects} undo={draft.undo} />
        </Stack>
      </Box>
      <Stack
        direction="row"
        sx={{ justifyContent: 'flex-end', gap: 1, px: 3, py: 2, borderTop: 1, borderColor: 'divider' }}
      >
        <Button onClick={onClose} disabled={isSaving}>
          {translate('grants.sheet.close')}
        </Button>
        <Button
          variant="contained"
          onClick={() => void review.save()}
          loading={isSaving}
          disabled={excess > 0 || isCounting || !review.effects}
        >
          {translate('grants.sheet.save', { smart_count })}
        </Button>
      </Stack>
    </Drawer>
  )
}

/** The role that an error concerns, and a button that undoes its changes. */
const Refused = ({ draft, error, retry }: { draft: Draft } & Pick<Review, 'error' | 'retry'>) => {
  const translate = useTranslate()
  const refused = refusedOf(error, draft.changes)
  const role = refused[0]?.role.name ?? ''
  const isBeyond = (error as { status?: number } | null)?.status === 403
  const hints = [
    refused.length > 0 && translate('grants.sheet.refused', { role }),
    isBeyond && translate('grants.sheet.beyond'),
  ]
  const next = hints.some(Boolean) ? hints.filter(Boolean).join(' ') : undefined
  if (!error) return null
  return (
    <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
      {retry ? (
        <Retry error={error} retry={retry} next={next} />
      ) : (
        <RefusalNotice error={error} {...(next !== undefined && { next })} />
      )}
      {refused.length > 0 && (
        <Button variant="outlined" onClick={() => draft.undo(refused)}>
          {translate('grants.sheet.undo_refused', { smart_count: refused.length, role })}
        </Button>
      )}
    </Stack>
  )
}

const Totals = ({ review: { effects, isCounting } }: { review: Review }) => {
  const translate = useTranslate()
  if (isCounting && !effects) {
    return (
      <Typography variant="body2" role="status">
        {translate('grants.sheet.counting')}
      </Typography>
    )
  }
  if (!effects) return null
  const { users_gaining: gaining, users_losing: losing } = effects
  const lines = [
    losing > 0 && {
      text: translate('grants.sheet.losing', { smart_count: losing }),
      color: 'error' as const,
    },
    gaining > 0 && {
      text: translate('grants.sheet.gaining', { smart_count: gaining }),
      color: 'success' as const,
    },
    gaining + losing === 0 && { text: translate('grants.sheet.none'), color: 'textSecondary' as const },
  ].filter((line) => line !== false)
  return (
    <Box role="status" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 2, py: 1.5 }}>
      {lines.map(({ text, color }) => (
        <Typography key={text} color={color} sx={{ fontWeight: 600 }}>
          {text}
        </Typography>
      ))}
    </Box>
  )
}
