import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
}

/** A list of names and values. */
export const Facts = ({ facts }: { facts: Fact[] }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
      columnGap: 3,
      rowGap: 2,
    }}
  >
    {facts.map(({ label, value }) => (
      <Box key={label} sx={{ minWidth: 0 }}>
        <Typography variant="caption" component="dt" color="textSecondary">
          {label}
        </Typography>
        <Typography variant="body2" component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
          {value}
        </Typography>
      </Box>
    ))}
  </Box>
)
