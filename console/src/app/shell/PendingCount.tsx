import { Box } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useFormatLocale } from '../../i18n/format.ts'
import { pendingQuery } from './pending.ts'

/** The number of pending registrations, next to the menu item; hidden if there are none. */
export const PendingCount = ({ id }: { id: string }) => {
  const translate = useTranslate()
  const locale = useFormatLocale()
  const { data: count } = useQuery(pendingQuery)
  if (!count) return null
  const short = new Intl.NumberFormat(locale, { notation: count < 10_000 ? 'standard' : 'compact' })
  return (
    <Box
      id={id}
      className="tabular"
      sx={{
        position: 'absolute',
        right: 8,
        px: 0.75,
        minWidth: 20,
        borderRadius: 1,
        textAlign: 'center',
        fontSize: '0.6875rem',
        fontWeight: 600,
        lineHeight: '20px',
        color: 'primary.contrastText',
        bgcolor: 'primary.main',
        // Let clicks through to the link below.
        pointerEvents: 'none',
      }}
    >
      <span aria-hidden>{short.format(count)}</span>
      <span style={visuallyHidden}>
        {translate('app.menu.waiting', { smart_count: count, count: count.toLocaleString(locale) })}
      </span>
    </Box>
  )
}
