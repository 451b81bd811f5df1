import { Box, Paper, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Wordmark } from '../../ui/Wordmark.tsx'

/** A page with a single card, for visitors who are not signed in. */
export const Card = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <Box
    component="main"
    sx={{
      minHeight: '100dvh',
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: { sm: 'center' },
      gap: 3,
      p: 2,
      pt: { xs: 6, sm: 2 },
      bgcolor: 'background.default',
    }}
  >
    <title>{`${title} · Rolecall`}</title>
    <Wordmark size={30} />
    <Paper variant="outlined" sx={{ width: '100%', maxWidth: 400, p: { xs: 2.5, sm: 4 }, borderRadius: 1.5 }}>
      <Typography variant="h1">{title}</Typography>
      {lead && (
        <Typography variant="body2" color="textSecondary" component="div" sx={{ mt: 0.5 }}>
          {lead}
        </Typography>
      )}
      <Box sx={{ mt: 3 }}>{children}</Box>
    </Paper>
  </Box>
)
