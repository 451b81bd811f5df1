import { Typography } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'

/** The first sentence of a step, which gets the focus: the button that led here is gone. */
export const Head = ({ children, isResult = false }: { children: ReactNode; isResult?: boolean }) => {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <Typography
      ref={ref}
      tabIndex={-1}
      variant={isResult ? 'body1' : 'body2'}
      color={isResult ? 'textPrimary' : 'textSecondary'}
      sx={{ outline: 'none', ...(isResult && { fontWeight: 550 }) }}
    >
      {children}
    </Typography>
  )
}
