import { Box, Stack, Typography } from '@mui/material'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  icon?: LucideIcon
  title: string
  /** If it is the only content, its title is the page's title. */
  isPage?: boolean
  /** What to do next. */
  children?: ReactNode
  /** A button for it. */
  action?: ReactNode
}

/** Shown when there is nothing to show: why, and the next step. */
export const EmptyState = ({ icon: Icon, title, isPage = false, children, action }: Props) => (
  <Stack sx={{ alignItems: 'center', textAlign: 'center', gap: 1, px: 3, py: 6 }}>
    {Icon && (
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 44,
          height: 44,
          mb: 0.5,
          borderRadius: 2.5 / 2,
          border: 1,
          borderColor: 'divider',
          color: 'text.secondary',
        }}
      >
        <Icon size={20} strokeWidth={1.75} />
      </Box>
    )}
    <Typography variant="h2" component={isPage ? 'h1' : 'p'}>
      {title}
    </Typography>
    {children && (
      <Typography variant="body2" color="textSecondary" component="div" sx={{ maxWidth: 420 }}>
        {children}
      </Typography>
    )}
    {action && <Box sx={{ mt: 1 }}>{action}</Box>}
  </Stack>
)
