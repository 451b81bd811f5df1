import { Box } from '@mui/material'
import { Plus } from 'lucide-react'
import { memo } from 'react'
import { useTranslate } from 'react-admin'
import type { Outlined } from '../api.ts'
import { hidden, INDENT } from '../tree/styles.ts'
import { Preview } from './Preview.tsx'

/** The tree that an outline makes, with new and existing terms marked. */
export const OutlinePreview = memo(({ outlined: { created, existing, terms } }: { outlined: Outlined }) => {
  const translate = useTranslate()
  const isNew = translate('taxonomies.outline.new')
  return (
    <>
      <Preview>
        {translate('taxonomies.outline.creates', { smart_count: created })}
        {existing > 0 && ` ${translate('taxonomies.outline.exist', { smart_count: existing })}`}
      </Preview>
      <Box component="ul" tabIndex={0} aria-label={translate('taxonomies.outline.preview')} sx={LIST}>
        {terms.map(({ line, level, name, exists }) => (
          <li key={line} className={exists ? 'exists' : undefined} style={{ paddingLeft: level * INDENT }}>
            <span className="mark">
              {!exists && (
                <>
                  <Plus size={13} aria-hidden />
                  <Box component="span" sx={hidden}>
                    {isNew}
                  </Box>
                </>
              )}
            </span>
            <span className="name">{name}</span>
            {exists && <span className="soft">{translate('taxonomies.outline.there')}</span>}
          </li>
        ))}
      </Box>
    </>
  )
})

const LIST = {
  m: 0,
  p: 1,
  maxHeight: 240,
  overflow: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontSize: '0.8125rem',
  listStyle: 'none',
  '& li': {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    height: 24,
    // A thousand rows: those out of sight are not laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 24px',
  },
  '& .mark': { flex: 'none', width: 18, color: 'success.main', display: 'inline-flex' },
  '& .name': { whiteSpace: 'nowrap' },
  '& .exists .name, & .soft': { color: 'text.secondary' },
  '& .soft': { flex: 'none', fontSize: '0.75rem', whiteSpace: 'nowrap' },
} as const
