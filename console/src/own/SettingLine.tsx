import { Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'

interface Props {
  label: string
  value: ReactNode
  /** Buttons. */
  children: ReactNode
}

/** A setting with its value, and buttons that change it. */
export const SettingLine = ({ label, value, children }: Props) => (
  <Stack
    direction="row"
    useFlexGap
    sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}
  >
    <Stack sx={{ minWidth: 0 }}>
      <Typography variant="caption" color="textSecondary">
        {label}
      </Typography>
      <Typography variant="body2" component="div" sx={{ overflowWrap: 'anywhere' }}>
        {value}
      </Typography>
    </Stack>
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
      {children}
    </Stack>
  </Stack>
)
