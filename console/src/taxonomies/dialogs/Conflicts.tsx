import { Alert, Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { Conflict } from '../api.ts'

/** Further conflicts are usually of the same kind. */
const SHOWN = 5

/** The conflicts, and how to resolve them. */
export const Conflicts = ({ conflicts, what }: { conflicts: Conflict[]; what: 'move' | 'merge' }) => {
  const translate = useTranslate()
  const left = conflicts.length - SHOWN
  return (
    <Alert severity="warning" role="alert">
      {conflicts.slice(0, SHOWN).map(({ code, term, other }) => (
        <Box key={`${term.id} ${other.id}`} sx={{ '& + &': { mt: 1 } }}>
          {translate(`taxonomies.conflicts.${what}.${code}`, { term: term.name, other: other.name })}
        </Box>
      ))}
      {left > 0 && <Box sx={{ mt: 1 }}>{translate('taxonomies.conflicts.more', { smart_count: left })}</Box>}
    </Alert>
  )
}
