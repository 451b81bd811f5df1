import { Box } from '@mui/material'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A key with Ctrl, or ⌘ on a Mac. */
export const Shortcut = ({ letter }: { letter: string }) => (
  <Box
    component="kbd"
    sx={{
      px: 0.625,
      border: 1,
      borderColor: 'divider',
      borderRadius: 0.75,
      fontFamily: 'inherit',
      '&&': { fontSize: '0.6875rem' },
      lineHeight: '18px',
      color: 'text.secondary',
      whiteSpace: 'nowrap',
    }}
  >
    {isApple ? `⌘${letter}` : `Ctrl ${letter}`}
  </Box>
)

/** Whether the event is the shortcut of that letter. */
export const isShortcut = (event: KeyboardEvent, letter: string): boolean =>
  (isApple ? event.metaKey : event.ctrlKey) &&
  !event.altKey &&
  event.key.toLowerCase() === letter.toLowerCase()
