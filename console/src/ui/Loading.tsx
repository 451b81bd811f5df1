import { Box, CircularProgress } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'

/** Delayed, so that it does not flash on fast loads. */
const SPINNER_DELAY_MS = 250

export const Loading = () => {
  const translate = useTranslate()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SPINNER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return (
    <Box role="status" sx={{ display: 'grid', placeItems: 'center', minHeight: 240 }}>
      <CircularProgress size={24} aria-label={translate('ra.page.loading')} />
    </Box>
  )
}
