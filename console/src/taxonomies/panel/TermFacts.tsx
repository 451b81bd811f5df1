import { Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { Term } from '../api.ts'
import { metaText } from './meta.ts'

/** Read-only details. */
export const TermFacts = ({ term }: { term: Term }) => {
  const translate = useTranslate()
  const facts: [string, string | null | undefined][] = [
    ['slug', term.slug],
    ['parent', term.parent?.name],
    ['excerpt', term.excerpt],
    ['details', term.details],
    ['notes', term.notes],
    ['meta', metaText(term.meta)],
  ]
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {translate(`taxonomies.fields.${name}`)}
            </Typography>
            <Typography
              component="dd"
              variant="body2"
              sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', ...(name === 'meta' && mono) }}
            >
              {value}
            </Typography>
          </div>
        ))}
    </Box>
  )
}

const mono = { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', fontSize: '0.75rem' }
