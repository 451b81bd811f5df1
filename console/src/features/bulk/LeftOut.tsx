import { Box, Link, Stack, Typography } from '@mui/material'
import type { BulkReport } from '@rolecall/client'
import { CircleX } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'

type Entry = BulkReport['left_out'][number]

interface Props {
  entries: Entry[]
  pathOf: (id: number) => string
}

/** Rows shown at once; a browser takes seconds for thousands. */
const SHOWN = 200

/** What a bulk action left out, and why. */
export const LeftOut = ({ entries, pathOf }: Props) => {
  const translate = useTranslate()
  return (
    <Stack
      component="ul"
      tabIndex={0}
      aria-label={translate('bulk.left_out_list')}
      sx={{ m: 0, p: 0, gap: 1, listStyle: 'none', maxHeight: 320, overflowY: 'auto' }}
    >
      {entries.slice(0, SHOWN).map((entry) => (
        <Stack key={entry.id ?? entry.email ?? entry.uuid} component="li" direction="row" sx={{ gap: 1.25 }}>
          <Box sx={{ display: 'flex', pt: 0.25, color: 'error.main' }}>
            <CircleX size={17} strokeWidth={1.75} aria-hidden />
          </Box>
          <Box sx={{ minWidth: 0 }}>
            <Name entry={entry} pathOf={pathOf} />
            <Typography variant="body2" color="textSecondary">
              {entry.message}
            </Typography>
          </Box>
        </Stack>
      ))}
      {entries.length > SHOWN && (
        <li>{translate('bulk.more_left_out', { smart_count: entries.length - SHOWN })}</li>
      )}
    </Stack>
  )
}

const Name = ({ entry, pathOf }: { entry: Entry } & Pick<Props, 'pathOf'>) => {
  const text = entry.name ?? entry.email ?? entry.uuid ?? `#${entry.id}`
  return entry.id === undefined ? (
    <Typography variant="body2" sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
      {text}
    </Typography>
  ) : (
    <Link component={RouterLink} to={pathOf(entry.id)} variant="body2" sx={{ fontWeight: 550 }}>
      {text}
    </Link>
  )
}
