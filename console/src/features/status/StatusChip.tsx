import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'

const TONES = {
  active: 'success.main',
  inactive: 'text.secondary',
  'email-verification-pending': 'warning.main',
  'email-verified': 'info.main',
  'user-created': 'success.main',
  trashed: 'error.main',
  expired: 'error.main',
  expiring: 'warning.main',
  verified: 'success.main',
  unverified: 'warning.main',
  ended: 'text.secondary',
  waiting: 'warning.main',
  sent: 'success.main',
  failed: 'error.main',
  delivered: 'success.main',
  retrying: 'warning.main',
  failing: 'error.main',
  'switched-off': 'error.main',
  refused: 'error.main',
} as const

type Status = keyof typeof TONES

interface Linked {
  is_active: boolean
  /** The link through which the record was read. */
  pivot?: { is_active?: boolean }
}

/** In force only if both the record and its link are. */
export const LinkStatusChip = ({ record: { is_active, pivot } }: { record: Linked }) => (
  <StatusChip status={is_active && pivot?.is_active !== false ? 'active' : 'inactive'} />
)

/** A status as a word; the dot is only a visual aid. */
export const StatusChip = ({ status }: { status: Status }) => {
  const translate = useTranslate()
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        px: 1,
        height: 22,
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        fontSize: '0.75rem',
        fontWeight: 500,
        whiteSpace: 'nowrap',
        color: 'text.primary',
      }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{ width: 7, height: 7, borderRadius: '50%', bgcolor: TONES[status] }}
      />
      {translate(`status.${status}`)}
    </Box>
  )
}
