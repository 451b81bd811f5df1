import { Box, GlobalStyles, type SxProps } from '@mui/material'
import type { ReactNode } from 'react'

/** What gets the focus scrolls to above the bar. */
const FREE = <GlobalStyles styles={{ html: { scrollPaddingBottom: 96 } }} />

/** Stays at the bottom of the window while the content above it scrolls. Nothing is legible below it. */
export const StickyBar = ({ sx, children }: { sx?: SxProps; children: ReactNode }) => (
  <Box sx={{ position: 'sticky', bottom: 0, zIndex: 2, bgcolor: 'background.default', ...sx }}>
    {FREE}
    {children}
  </Box>
)
