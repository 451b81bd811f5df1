import { Box, Typography } from '@mui/material'
import { alpha, type Theme } from '@mui/material/styles'
import { visuallyHidden } from '@mui/utils'
import { useTranslate } from 'react-admin'
import type { Change } from './entry.ts'
import { Value } from './Value.tsx'
import { useFieldName } from './words.ts'

interface Props {
  changes: readonly Change[]
  /** There was nothing before. */
  isNew: boolean
}

/** Each changed field: before and after. */
export const Changes = ({ changes, isNew }: Props) => {
  const nameOf = useFieldName()
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
      {changes.map((change) => (
        <Box key={change.field}>
          <Typography
            component="dt"
            variant="caption"
            color="textSecondary"
            title={change.field}
            sx={{ fontWeight: 550 }}
          >
            {nameOf(change.field)}
          </Typography>
          <Changed change={change} label={nameOf(change.field)} isNew={isNew} />
        </Box>
      ))}
    </Box>
  )
}

const Changed = ({ change, label, isNew }: { change: Change; label: string; isNew: boolean }) => {
  const translate = useTranslate()
  const { field, from, to, secret, truncated } = change
  if (secret || truncated)
    return (
      <Typography component="dd" variant="body2" color="textSecondary" sx={{ m: 0 }}>
        {translate(`entries.${secret ? 'secret' : 'truncated'}`)}
      </Typography>
    )
  return (
    <Box
      component="dd"
      sx={{
        m: 0,
        mt: 0.5,
        display: 'grid',
        gap: 0.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      {!isNew && <Side of="before" {...{ field, label }} value={from} />}
      <Side of="after" {...{ field, label }} value={to} isAlone={isNew} />
    </Box>
  )
}

interface SideProps {
  of: 'before' | 'after'
  field: string
  label: string
  value: unknown
  isAlone?: boolean
}

const TINTS = { before: 'error', after: 'success' } as const

const Side = ({ of, field, label, value, isAlone = false }: SideProps) => {
  const translate = useTranslate()
  const side = translate(`entries.${of}`)
  return (
    <Box
      component={of === 'before' ? 'del' : 'ins'}
      sx={{
        minWidth: 0,
        px: 1,
        py: 0.5,
        borderRadius: 1,
        fontSize: '0.8125rem',
        textDecoration: 'none',
        borderLeft: 3,
        borderColor: `${TINTS[of]}.main`,
        bgcolor: ({ palette }: Theme) => alpha(palette[TINTS[of]].main, 0.07),
        ...(isAlone && { gridColumn: '1 / -1' }),
      }}
    >
      <span style={visuallyHidden}>{translate('ui.label', { label: side })} </span>
      <Value {...{ field, label, value, side }} />
    </Box>
  )
}
