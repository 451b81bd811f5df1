import { Box } from '@mui/material'
import type { ReactNode } from 'react'

/** A line of a list, with something before and behind it. */
export const Row = ({
  start,
  end,
  children,
}: {
  start?: ReactNode
  end?: ReactNode
  children: ReactNode
}) => (
  <Box
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1.5,
      px: 2,
      py: 1,
      minHeight: 52,
      borderTop: 1,
      borderColor: 'divider',
      fontSize: '0.8125rem',
    }}
  >
    {start}
    <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
    <Box sx={{ flex: 'none', color: 'text.secondary', whiteSpace: 'nowrap' }}>{end}</Box>
  </Box>
)
