import { Box } from '@mui/material'
import type { LucideIcon } from 'lucide-react'

/** An icon at the start of a row, as large as an avatar. */
export const RowIcon = ({ icon: Icon }: { icon: LucideIcon }) => (
  <Box
    aria-hidden
    sx={{
      display: 'grid',
      placeItems: 'center',
      flex: 'none',
      width: 28,
      height: 28,
      borderRadius: '50%',
      bgcolor: 'action.hover',
      color: 'text.secondary',
    }}
  >
    <Icon size={15} strokeWidth={1.75} />
  </Box>
)
