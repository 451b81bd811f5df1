import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'

/** What is known of a record, where it is only read: names and values. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      gridTemplateColumns: { sm: '160px 1fr' },
      columnGap: 2,
      rowGap: { xs: 0.25, sm: 1.25 },
    }}
  >
    {facts.map(([name, value]) => (
      <Box key={name} sx={{ display: 'contents' }}>
        <Typography component="dt" variant="body2" color="textSecondary">
          {name}
        </Typography>
        <Typography component="dd" variant="body2" sx={{ m: 0, mb: { xs: 1, sm: 0 } }}>
          {value}
        </Typography>
      </Box>
    ))}
  </Box>
)
