import { Box, Paper, Stack, Typography } from '@mui/material'
import { type ReactNode, useId } from 'react'

interface Props {
  title?: string
  hint?: ReactNode
  actions?: ReactNode
  /** No padding: tables and lists bring their own. */
  flush?: boolean
  children: ReactNode
}

/** A titled group with a thin border. */
export const Section = ({ title, hint, actions, flush = false, children }: Props) => {
  const id = useId()
  return (
    <Paper
      component="section"
      aria-labelledby={title ? id : undefined}
      variant="outlined"
      sx={{ overflow: 'hidden', minWidth: 0 }}
    >
      {(title || actions) && (
        <Stack
          direction="row"
          sx={{
            alignItems: 'center',
            justifyContent: 'space-between',
            // On a phone, buttons leave a long hint its width.
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            gap: { xs: 1, sm: 2 },
            px: 2,
            pt: 1.5,
            pb: flush ? 1.5 : 0,
          }}
        >
          <Box>
            {title && (
              <Typography id={id} variant="h2">
                {title}
              </Typography>
            )}
            {hint && (
              <Typography variant="body2" color="textSecondary">
                {hint}
              </Typography>
            )}
          </Box>
          {actions}
        </Stack>
      )}
      <Box sx={flush ? {} : { p: 2, pt: title ? 1 : 2 }}>{children}</Box>
    </Paper>
  )
}
