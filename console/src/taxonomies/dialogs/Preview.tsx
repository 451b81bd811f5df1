import { Box } from '@mui/material'
import type { ReactNode } from 'react'

/** The effect of an action, announced when it is loaded. */
export const Preview = ({ children }: { children: ReactNode }) => (
  <Box
    role="status"
    sx={{
      px: 1.5,
      py: 1.25,
      borderRadius: 1,
      border: 1,
      borderColor: 'divider',
      bgcolor: 'background.default',
      fontSize: '0.8125rem',
      '& ul': { m: 0, pl: 2.25 },
      '& li + li, & ul + div': { mt: 0.5 },
    }}
  >
    {children}
  </Box>
)
