import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx'
import { RevertLast } from './RevertLast.tsx'
import { ReviewSheet } from './ReviewSheet.tsx'
import type { Draft } from './useDraft.ts'

/** The bar for a draft: review and save, or discard. Also guards the draft against navigation. */
export const DraftBar = ({ draft }: { draft: Draft }) => {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { changes, discard } = draft
  const given = changes.filter(({ held }) => held).length
  return (
    <>
      <UnsavedGuard isDirty={changes.length > 0} />
      <ReviewSheet draft={draft} open={isOpen} onClose={() => setOpen(false)} />
      <RevertLast draft={draft} onReview={() => setOpen(true)} />
      {/* Always mounted, so that screen readers announce its content. */}
      <Box role="status" sx={{ position: 'sticky', bottom: { xs: 8, md: 16 }, zIndex: 3 }}>
        {changes.length > 0 && (
          <Paper
            variant="outlined"
            sx={{
              px: 2,
              py: 1,
              mt: 2,
              borderColor: 'primary.main',
              boxShadow: '0 4px 20px rgb(0 0 0 / 0.12)',
            }}
          >
            <Stack direction="row" useFlexGap sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {translate('grants.changes', { smart_count: changes.length })}
              </Typography>
              <Typography variant="body2" color="textSecondary" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
                {[
                  given > 0 && translate('grants.gives', { smart_count: given }),
                  given < changes.length &&
                    translate('grants.takes', { smart_count: changes.length - given }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
              <Button variant="text" onClick={discard}>
                {translate('grants.discard')}
              </Button>
              <Button variant="contained" onClick={() => setOpen(true)}>
                {translate('grants.review')}
              </Button>
            </Stack>
          </Paper>
        )}
      </Box>
    </>
  )
}
