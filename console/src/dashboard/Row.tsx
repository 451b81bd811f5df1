import { Box } from '@mui/material'
import type { ReactNode } from 'react'

/** A row of a list, with content before and after it. */
export const Row = ({
  start,
  end,
  isTall = false,
  children,
}: {
  start?: ReactNode
  end?: ReactNode
  /** More than two lines: on a phone, the end goes below. */
  isTall?: boolean
  children: ReactNode
}) => (
  <Box
    sx={{
      display: 'flex',
      flexWrap: isTall ? { xs: 'wrap', sm: 'nowrap' } : 'nowrap',
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
    <Box sx={{ flex: 1, minWidth: isTall ? { xs: 'calc(100% - 40px)', sm: 0 } : 0 }}>{children}</Box>
    {end && (
      <Box
        sx={{
          flex: 'none',
          color: 'text.secondary',
          whiteSpace: 'nowrap',
          ...(isTall && { pl: { xs: 5, sm: 0 } }),
        }}
      >
        {end}
      </Box>
    )}
  </Box>
)
