import { Box } from '@mui/material'
import { Logo } from './Logo.tsx'

/** The product name with its logo. */
export const Wordmark = ({ size = 24 }: { size?: number }) => (
  <Box
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 1,
      fontWeight: 650,
      fontSize: size * 0.625,
      letterSpacing: '-0.01em',
    }}
  >
    <Logo size={size} />
    Rolecall
  </Box>
)
